import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, type TemplateResult } from 'lit';
import { wantsStillness } from './base.ts';
import { titleLine } from './panelStyles.ts';

export type Tone = 'good' | 'bad' | 'busy' | 'quiet';

/** The title of a panel: its subject and the state of the subject. */
interface PanelTitle {
	readonly title: string;
	readonly icon: string;
	readonly tone: Tone;
	/** Empty words are left out. */
	readonly words: readonly string[];
	/** True if the icon spins, for something that has not ended. */
	readonly spins?: boolean;
}

/** Renders the heading of a panel with one line beneath it; its host needs `panelTitleStyle`. */
export function panelTitle({ title, icon, tone, words, spins = false }: PanelTitle): TemplateResult {
	return html`<div class="who">
		<h1 title=${title}>${title}</h1>
		<div class="state quiet figures">
			<vscode-icon class=${tone} name=${icon} ?spin=${spins && !wantsStillness()}></vscode-icon>
			<span class="cut">${words.filter((word) => word !== '').join(' · ')}</span>
		</div>
	</div>`;
}

/** The colors of good, bad and current states. */
export const toneStyle = css`
	.good {
		color: var(--vscode-testing-iconPassed, var(--vscode-foreground));
	}
	.bad {
		color: var(--vscode-errorForeground);
	}
	.busy {
		color: var(--vscode-progressBar-background, var(--vscode-foreground));
	}
`;

export const panelTitleStyle = css`
	${toneStyle}
	.who {
		flex: 1 1 180px;
		min-width: 0;
	}
	h1 {
		${titleLine}
	}
	.state {
		display: flex;
		align-items: center;
		gap: 4px;
		overflow: hidden;
		font-size: 12px;
		line-height: 18px;
		white-space: nowrap;
	}
	.state vscode-icon {
		flex: none;
		width: 16px;
		height: 16px;
	}
`;
