import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { borderLine } from '../shared/panelStyles.ts';
import './grid.ts';
import { css, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { counted } from '../../core/base/language.ts';
import {
	type TableProtocol,
	type TableState,
	tableProtocol,
} from '../../core/workflow/sweep/tableMessages.ts';
import type { Host } from '../shared/host.ts';
import { listPageStyle } from '../shared/list/listPage.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { type Tool, toolButton, toolbarStyle } from '../shared/toolbar.ts';
import type { CellAt, EaselSweepGrid, GridActions } from './grid.ts';

const appStyle = css`
	header {
		padding: 4px 8px;
		border-bottom: ${borderLine};
	}
	.run {
		gap: 4px;
		margin-inline-start: auto;
		padding: 0 8px;
		background: var(--vscode-button-background);
		color: var(--vscode-button-foreground);
		border-color: var(--vscode-button-border, transparent);
	}
	.run:hover {
		background: var(--vscode-button-hoverBackground);
	}
	easel-sweep-grid {
		flex: 1;
		min-width: 0;
	}
	.link {
		border: 0;
		background: none;
		color: var(--vscode-textLink-foreground);
		font: inherit;
		cursor: pointer;
	}
	footer.error {
		color: var(--vscode-errorForeground);
	}
	footer.warning {
		color: var(--vscode-editorWarning-foreground);
	}
`;

class EaselSweep extends PanelApp<TableProtocol> {
	/** The cell that has the focus, or had it last. */
	@state() protected at!: CellAt;

	static override styles = [...panelAppStyle, toolbarStyle, listPageStyle, appStyle];

	readonly #host: Host<TableProtocol>;
	readonly #actions: GridActions;

	constructor() {
		super();
		this.#host = this.connect(tableProtocol, {});
		this.at = this.#host.recall() ?? { row: 2, column: 0 };
		this.#actions = {
			edit: (change) => this.#host.send('edit', change),
			moved: (at) => {
				this.at = at;
				this.#host.remember(at);
			},
			openResult: (run) => this.#host.send('openResult', { run }),
			save: () => this.#host.send('save'),
		};
	}

	override render(): unknown {
		const { state } = this;
		if (state === undefined) return nothing;
		return html`<header role="toolbar" aria-label=${l10n.t('Rows and Columns')}>
				${this.#tools(state).map(toolButton)}
				${runsButton(state.runs, () => this.#host.send('run'))}
			</header>
			<main>
				${
					state.unreadable === undefined
						? html`<easel-sweep-grid
								.table=${state}
								.at=${this.at}
								.actions=${this.#actions}
							></easel-sweep-grid>`
						: html`<div class="nothing"><p>${state.unreadable}</p>
								<button class="link" type="button" @click=${() => this.#host.send('openText')}
								>${l10n.t('Open as Text')}</button></div>`
				}
			</main>
			<footer role="status" class=${`quiet cut figures ${this.#problem?.severity ?? ''}`}>
				${this.#problem?.message ?? summary(state)}
			</footer>
			${this.overlays()}`;
	}

	/** The problem at the cell with the focus. */
	get #problem() {
		const { row, column } = this.at;
		return this.state?.problems.find(
			(problem) => problem.row === row && (problem.place === undefined || problem.place === column),
		);
	}

	#tools(state: TableState): readonly Tool[] {
		const row = state.rows.find((each) => each.row === this.at.row);
		const isBroken = state.unreadable !== undefined;
		const cells = row === undefined ? [] : [...row.cells];
		const rowTool = (icon: string, label: string, kind: 'addRow' | 'duplicateRow' | 'removeRow'): Tool => ({
			icon,
			label,
			disabled: isBroken || row === undefined,
			run: () => {
				this.#host.send(kind, { row: this.at.row, cells });
				this.#grid?.focus();
			},
		});
		return [
			rowTool('add', l10n.t('Add Row Below'), 'addRow'),
			rowTool('copy', l10n.t('Duplicate Row'), 'duplicateRow'),
			rowTool('trash', l10n.t('Remove Row'), 'removeRow'),
			{
				text: l10n.t('Add Column...'),
				label: l10n.t('Add Column...'),
				disabled: isBroken,
				run: () => this.#host.send('addColumn'),
			},
			{ icon: 'go-to-file', label: l10n.t('Open as Text'), run: () => this.#host.send('openText') },
		];
	}

	get #grid(): EaselSweepGrid | null {
		return this.renderRoot.querySelector('easel-sweep-grid');
	}
}

function runsButton(runs: number | undefined, run: () => void): unknown {
	if (runs === undefined || runs === 0) return nothing;
	const label = counted(runs, l10n.t('Run Once'), l10n.t('Run {0} Times'));
	return html`<button class="tool run" type="button" @click=${run}>
		<vscode-icon name="play"></vscode-icon>${label}
	</button>`;
}

function summary({ rows, problems }: TableState): string {
	const parts = [counted(rows.length, l10n.t('1 row'), l10n.t('{0} rows'))];
	if (problems.length > 0) parts.push(counted(problems.length, l10n.t('1 problem'), l10n.t('{0} problems')));
	return parts.join(' · ');
}

showPanel('easel-sweep', EaselSweep);
