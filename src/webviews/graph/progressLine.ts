import * as l10n from '@vscode/l10n';
import { borderLine } from '../shared/panelStyles.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { describeNodeProgress, type NodeProgress, shareDone } from '../../core/base/nodeProgress.ts';
import { sharedStyle } from '../shared/base.ts';

/** One line above the drawing: the node that a run works on, and the total progress. */
class EaselProgressLine extends LitElement {
	@property({ attribute: false }) progress!: NodeProgress;

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: block;
				border-bottom: ${borderLine};
			}
			p {
				display: flex;
				align-items: center;
				gap: 6px;
				margin: 0;
				padding: 4px 10px;
				overflow-wrap: anywhere;
				font-variant-numeric: tabular-nums;
			}
			vscode-progress-bar {
				background: var(--vscode-editorWidget-background);
			}
			vscode-icon {
				flex: none;
			}
		`,
	];

	override render(): TemplateResult {
		const text = describeNodeProgress(this.progress);
		return html`
			<p><vscode-icon name="play-circle"></vscode-icon><span>${text}</span></p>
			<vscode-progress-bar aria-label=${l10n.t('Nodes done')} .value=${Math.round(shareDone(this.progress) * 100)} .max=${100}></vscode-progress-bar>
		`;
	}
}
customElements.define('easel-progress-line', EaselProgressLine);
