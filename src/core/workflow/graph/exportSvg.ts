import type { Size } from '../../base/panel/panZoom.ts';
import { fullCard } from './card.ts';
import { edgePath } from './edges.ts';
import { groupBoxes, groupShapes } from './groupBoxes.ts';
import type { GraphLayout } from './layout.ts';
import type { GraphModel } from './model.ts';
import { sceneStyle } from './sceneStyle.ts';
import { escapeXml, group, path, rect, toSvg } from './shape.ts';
import type { Measure } from './textFit.ts';
import { headlinesOf, titleShapes } from './titles.ts';

const margin = 32;

export interface SvgFile extends Size {
	readonly source: string;
}

/**
 * Returns the whole graph as an SVG file that looks the same anywhere: every theme color is resolved.
 * @param themeValue returns the value of a theme variable (`--vscode-…`); empty if the theme has none.
 */
export function exportSvg(
	title: string,
	model: GraphModel,
	layout: GraphLayout,
	measure: Measure,
	themeValue: (variable: string) => string,
): SvgFile {
	const width = Math.ceil(layout.width + 2 * margin);
	const height = Math.ceil(layout.height + 2 * margin);
	const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
	const edges = model.edges.map((edge, index) =>
		path(`edge f-${edge.family}`, edgePath(layout.edges[index] ?? [])),
	);
	const cards = model.nodes.map((node, index) => {
		const at = layout.nodes[index] ?? { x: 0, y: 0 };
		return group('place', [fullCard(node, measure)], { transform: `translate(${at.x} ${at.y})` });
	});
	const boxes = groupBoxes(model, layout);
	const titles = titleShapes(
		{ ...headlinesOf(model, layout, boxes), nodes: [] },
		{ zoom: 1, seen: whole, around: whole },
		measure,
	);
	// A theme with such borders is one of high contrast.
	const contrast = themeValue('--vscode-contrastBorder').trim() === '' ? '' : ' contrast';
	const parts = [...groupShapes(model, boxes), ...edges, ...cards, ...titles];
	const drawing = group(`graph${contrast}`, parts, { transform: `translate(${margin} ${margin})` });
	const style = resolved(`${sceneStyle}.sheet{fill:var(--vscode-editor-background)}`, themeValue);
	const source = [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
		`<title>${escapeXml(title)}</title>`,
		`<style>${escapeXml(style)}</style>`,
		toSvg(rect('sheet', 0, 0, width, height)),
		toSvg(drawing),
		'</svg>\n',
	].join('\n');
	return { source, width, height };
}

/** Replaces theme variables, innermost first, with their fallbacks if the theme does not define them. */
function resolved(style: string, themeValue: (variable: string) => string): string {
	const variable = /var\((--vscode-[\w-]+)(?:,([^()]*))?\)/g;
	let text = style;
	for (let depth = 0; depth < 3 && text.search(variable) >= 0; depth += 1) {
		text = text.replace(
			variable,
			(_, name: string, fallback: string | undefined) =>
				themeValue(name).trim() || fallback || 'currentColor',
		);
	}
	return text;
}
