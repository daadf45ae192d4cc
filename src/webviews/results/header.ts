import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { ResultsRun, ResultsState } from '../../core/runs/results/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import { borderLine, toolRow } from '../shared/panelStyles.ts';
import { panelTitle, panelTitleStyle } from '../shared/panelTitle.ts';
import { RovingToolbars, type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { foldTools } from './layout.ts';
import type { RunHost } from './runHost.ts';
import { type RunAction, runActions, seedTools } from './runTools.ts';
import { stateMark, stateWords } from './wording.ts';

/** Tools that did not fit, and the button of their menu. */
export interface FoldedTools {
	readonly tools: readonly Tool[];
	readonly button: HTMLElement;
}

/** The header of a run: its name and state, and the tools for the run as a whole. */
class EaselRunHeader extends LitElement {
	@property({ attribute: false }) run!: ResultsRun;
	@property({ attribute: false }) host!: RunHost;
	@property({ attribute: false }) now!: number;
	@property({ attribute: false }) detailsOpen!: boolean;
	/** True if the editor can open folders in the file manager. */
	@property({ attribute: false }) opensOutside!: boolean;
	/** One line with one toolbar: overflowing tools are in its menu. */
	@property({ type: Boolean, reflect: true }) compact = false;
	/** Width of the panel, in pixels. */
	@property({ attribute: false }) room = 0;
	/** The tools for the visible result; part of the compact toolbar. */
	@property({ attribute: false }) itemTools: readonly Tool[] = [];
	/** The place of the visible result among all; shown when compact. */
	@property() place = '';
	/** The runs of the same document or target; undefined in a pinned panel. */
	@property({ attribute: false }) runs!: ResultsState['runs'];
	@property({ type: Boolean }) pinned = false;

	constructor() {
		super();
		new RovingToolbars(this);
	}

	static override styles = [
		sharedStyle,
		toolbarStyle,
		panelTitleStyle,
		css`
			:host {
				${toolRow}
				border-bottom: ${borderLine};
			}
			[role='toolbar'] {
				gap: 4px 12px;
			}
			.runs {
				display: flex;
				flex-wrap: wrap;
				gap: 6px;
			}
			:host([compact]) {
				flex-wrap: nowrap;
				gap: 4px;
				padding: 3px 4px 3px 8px;
			}
			:host([compact]) .who {
				flex: 1 1 0;
			}
			:host([compact]) h1,
			:host([compact]) .state {
				line-height: 16px;
			}
			:host([compact]) [role='toolbar'] {
				flex: none;
				flex-wrap: nowrap;
				gap: 2px;
			}
			vscode-button {
				flex: none;
			}
		`,
	];

	override render(): TemplateResult {
		const { run } = this;
		const mark = stateMark(run);
		const words = [
			...stateWords(run, this.now),
			this.compact ? this.place : '',
			this.#runsText(),
			this.compact ? '' : run.target.name,
		];
		return html`
			${panelTitle({ title: run.documentName, ...mark, words, spins: mark.tone === 'busy' })}
			${this.compact ? this.#compactTools() : this.#toolbar()}
		`;
	}

	/** Returns the place of the shown run among these runs; empty for a single one. */
	#runsText(): string {
		const { runs } = this;
		return runs === undefined || runs.count < 2 || runs.at < 0
			? ''
			: l10n.t('run {0} of {1}', runs.at + 1, runs.count);
	}

	#toolbar(): TemplateResult {
		return html`<div role="toolbar" aria-label=${l10n.t('Run')}>
			<div class="runs">${runActions(this.run, this.host).map(actionButton)}</div>
			<div class="tools">${this.#walkTools().map(toolButton)}</div>
			<div class="tools">${[...seedTools(this.run, this.host), ...this.#tools()].map(toolButton)}</div>
		</div>`;
	}

	/** Renders as many tools as fit, the most wanted first; the others are in the menu. */
	#compactTools(): TemplateResult {
		const [saveAll, openFolder, details] = this.#tools();
		const [save, ...others] = this.itemTools;
		const walk = this.#walkTools();
		const pin = walk.pop();
		const all = [
			...runActions(this.run, this.host).toSorted(
				(a, b) => Number(a.secondary === true) - Number(b.secondary === true),
			),
			details,
			...walk,
			save,
			saveAll,
			...others,
			pin,
			...seedTools(this.run, this.host),
			openFolder,
		].filter((tool) => tool !== undefined);
		const { shown, folded } = foldTools(all, this.room);
		return html`<div role="toolbar" aria-label=${l10n.t('Run and Result')}>
			${shown.map(toolButton)}
			${
				folded.length === 0
					? nothing
					: html`<button
							class="tool"
							type="button"
							title=${l10n.t('More Actions')}
							aria-label=${l10n.t('More Actions')}
							aria-haspopup="menu"
							@click=${(event: MouseEvent) => this.#openMenu(event, folded)}
						><vscode-icon name="ellipsis"></vscode-icon></button>`
			}
		</div>`;
	}

	#openMenu(event: MouseEvent, tools: readonly Tool[]): void {
		const button = event.currentTarget as HTMLElement;
		this.dispatchEvent(new CustomEvent<FoldedTools>('more-tools', { detail: { tools, button } }));
	}

	/** Returns the tools that lead to the other runs, the star, and at the end the one that keeps this run. */
	#walkTools(): Tool[] {
		const { runs, pinned, run, host } = this;
		const step = (by: number) => () =>
			this.dispatchEvent(new CustomEvent<number>('run-step', { detail: by }));
		const keep: Tool = {
			icon: pinned ? 'pinned' : 'pin',
			label: pinned ? l10n.t('Unpin: Show New Runs Here Again') : l10n.t('Pin: Keep This Run in This Panel'),
			key: 'P',
			pressed: pinned,
			run: () => this.dispatchEvent(new CustomEvent('toggle-pin')),
		};
		const star: Tool = {
			icon: run.starred ? 'star-full' : 'star-empty',
			label: run.starred ? l10n.t('Remove Star') : l10n.t('Star'),
			key: 'F',
			pressed: run.starred,
			run: () => host.send('star', { on: !run.starred }),
		};
		if (runs === undefined || runs.count < 2) return [star, keep];
		return [
			{
				icon: 'arrow-left',
				label: l10n.t('Previous Run'),
				key: l10n.t('Shift+←'),
				disabled: runs.at === 0,
				run: step(-1),
			},
			{
				icon: 'arrow-right',
				label: l10n.t('Next Run'),
				key: l10n.t('Shift+→'),
				disabled: runs.at === runs.count - 1,
				run: step(1),
			},
			star,
			keep,
		];
	}

	#tools(): Tool[] {
		const files = this.run.groups.some((group) => group.items.some((item) => item.src !== undefined));
		return [
			{ icon: 'save-all', label: l10n.t('Save All'), disabled: !files, run: () => this.host.send('saveAll') },
			{
				icon: this.opensOutside ? 'folder-opened' : 'copy',
				label: this.opensOutside ? l10n.t('Open Folder') : l10n.t('Copy Folder Path'),
				disabled: !files,
				run: () => this.host.send('openFolder'),
			},
			{
				icon: 'info',
				label: l10n.t('Run Details'),
				key: 'D',
				pressed: this.detailsOpen,
				run: () => this.dispatchEvent(new CustomEvent('toggle-details')),
			},
		];
	}
}

function actionButton({ label, title, secondary, disabled, run }: RunAction): TemplateResult {
	return html`<vscode-button
		?secondary=${secondary}
		?disabled=${disabled}
		title=${title}
		@click=${run}
	>${label}</vscode-button>`;
}

customElements.define('easel-run-header', EaselRunHeader);
