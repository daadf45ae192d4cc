import { type Family, families, type Tint, tints } from './families.ts';
import { letterSizes } from './textFit.ts';

/** The theme color of each family: the convention of the node editor, in the editor's own palette. */
const colors: Readonly<Record<Family, string>> = {
	model: '--vscode-charts-purple',
	clip: '--vscode-charts-yellow',
	vae: '--vscode-charts-red',
	// The orange of the charts is a translucent mark in some themes.
	conditioning: '--vscode-symbolIcon-classForeground',
	latent: '--vscode-terminal-ansiMagenta',
	image: '--vscode-charts-blue',
	mask: '--vscode-charts-green',
	video: '--vscode-terminal-ansiCyan',
	audio: '--vscode-terminal-ansiBrightGreen',
	value: '--vscode-descriptionForeground',
	other: '--vscode-descriptionForeground',
};

/** Colors of the groups, in the editor's own palette too. */
const tintColors: Readonly<Record<Tint, string>> = {
	plain: '--vscode-descriptionForeground',
	red: '--vscode-charts-red',
	orange: '--vscode-symbolIcon-classForeground',
	yellow: '--vscode-charts-yellow',
	green: '--vscode-charts-green',
	blue: '--vscode-charts-blue',
	purple: '--vscode-charts-purple',
};

const tintRules = tints.map((tint) => `.t-${tint}{--tint:var(${tintColors[tint]})}`).join('\n');

const familyRules = families.map((family) => `.f-${family}{--family:var(${colors[family]})}`).join('\n');

/**
 * The style of the drawing, for the panel and for exported files. Theme colors only; an export replaces every
 * `var(--vscode-…)` by the color of the theme in use.
 */
export const sceneStyle = `
${familyRules}
${tintRules}
.s-error{--mark:var(--vscode-editorError-foreground)}
.s-warning{--mark:var(--vscode-editorWarning-foreground)}
.s-info{--mark:var(--vscode-editorInfo-foreground)}
text{font-family:var(--vscode-font-family,sans-serif);fill:var(--vscode-editor-foreground);white-space:pre}
.title{font-size:${letterSizes.title}px;font-weight:600}
.small{font-size:${letterSizes.small}px}
.mono{font-size:${letterSizes.mono}px;font-family:var(--vscode-editor-font-family,monospace)}
.large{font-size:${letterSizes.large}px;font-weight:600}
.dim{fill:var(--vscode-descriptionForeground)}
.faint{fill:var(--vscode-descriptionForeground);font-style:italic}
.end{text-anchor:end}
text.s-error,text.s-warning,text.s-info{fill:var(--mark)}
text.changed{fill:var(--vscode-gitDecoration-modifiedResourceForeground)}
.body{fill:var(--vscode-editorWidget-background);stroke:var(--card-border)}
.card{--card-border:var(--vscode-contrastBorder,var(--vscode-editorWidget-border))}
.card.s-error>.body,.card.s-warning>.body{stroke:var(--mark)}
.accent{fill:var(--family)}
.band{fill:var(--family);fill-opacity:.13}
.inset{fill:var(--vscode-editor-background);fill-opacity:.7}
.dot{fill:var(--family);stroke:var(--vscode-editorWidget-background);stroke-width:1.5}
.broken{fill:none;stroke:var(--vscode-editorError-foreground);stroke-width:2}
.badge{fill:var(--mark)}
.sign{fill:none;stroke:var(--vscode-editor-background);stroke-width:1.8;stroke-linecap:round}
.pill{fill:none;stroke:var(--vscode-gitDecoration-modifiedResourceForeground)}
.pill-text{fill:var(--vscode-gitDecoration-modifiedResourceForeground)}
.changed-bar{fill:var(--vscode-gitDecoration-modifiedResourceForeground)}
.name{fill:var(--vscode-editor-foreground);font-weight:600}
.name-tag{fill:var(--vscode-textLink-foreground)}
.edge{fill:none;stroke:var(--family);stroke-width:1.8;stroke-opacity:.8}
.group{fill:var(--tint);fill-opacity:.07;stroke:var(--tint);stroke-opacity:.6;vector-effect:non-scaling-stroke}
.contrast .group{fill:none;stroke-opacity:1}
.group-title{fill:var(--vscode-editor-foreground);font-weight:600;stroke:var(--vscode-editor-background);paint-order:stroke;stroke-linejoin:round}
.far-card{fill:var(--family);fill-opacity:.6}
.far-edge{fill:none;stroke:var(--family);stroke-opacity:.35;stroke-width:4}
`;
