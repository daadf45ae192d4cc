import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { counted, numberText, percentText } from '../../core/base/language.ts';
import type { GraphModel, GraphNode } from '../../core/workflow/graph/model.ts';
import { type Tool, toolButton } from '../shared/toolbar.ts';

interface SearchField {
	readonly query: string;
	/** The number of found nodes, and the index of the selected one; -1 for none. */
	readonly found: number;
	readonly at: number;
	onInput(query: string): void;
	onKey(event: KeyboardEvent): void;
}

export function searchField(field: SearchField): TemplateResult {
	const chosen = field.at < 0 ? '–' : String(field.at + 1);
	const place =
		field.query.trim() === ''
			? ''
			: field.found === 0
				? l10n.t('none')
				: l10n.t('{0} of {1}', chosen, field.found);
	return html`<div class="search" role="search">
		<input
			type="search"
			aria-label=${l10n.t('Search nodes')}
			title=${l10n.t('Search nodes by title, class, ID or value (/)')}
			placeholder=${l10n.t('Search nodes')}
			.value=${field.query}
			@input=${(event: Event) => field.onInput((event.target as HTMLInputElement).value)}
			@keydown=${(event: KeyboardEvent) => field.onKey(event)}
		/>
		<span class="count quiet figures" role="status">${place}</span>
	</div>`;
}

interface GraphTools {
	readonly model: GraphModel | undefined;
	readonly savedName: string;
	readonly zoom: number;
	/** Chooses the next node of some sort. */
	next(wanted: (node: GraphNode) => boolean): void;
	zoomBy(factor: number): void;
	actualSize(): void;
	fit(): void;
	export(format: 'svg' | 'png'): void;
	openMenu(tools: readonly Tool[], button: HTMLElement): void;
}

export const hasProblem = (node: GraphNode): boolean => node.severity !== undefined;
export const isEdited = (node: GraphNode): boolean => node.change !== undefined;

export function graphTools(tools: GraphTools): TemplateResult {
	const nodes = tools.model?.nodes ?? [];
	const percent = percentText(tools.zoom * 100);
	return html`<div role="toolbar" aria-label=${l10n.t('Graph')}>
		${problemsTool(tools, nodes.filter(hasProblem))} ${editedTool(tools, nodes.filter(isEdited).length)}
		${toolButton({ icon: 'zoom-out', label: l10n.t('Zoom out'), key: '-', run: () => tools.zoomBy(0.8) })}
		${toolButton({ text: percent, label: l10n.t('Actual size, now {0}', percent), key: '1', run: () => tools.actualSize() })}
		${toolButton({ icon: 'zoom-in', label: l10n.t('Zoom in'), key: '+', run: () => tools.zoomBy(1.25) })}
		${toolButton({ icon: 'screen-full', label: l10n.t('Show all'), key: '0', run: () => tools.fit() })}
		<button
			class="tool"
			type="button"
			title=${l10n.t('Export the whole graph')}
			aria-label=${l10n.t('Export')}
			aria-haspopup="menu"
			?disabled=${nodes.length === 0}
			@click=${(event: MouseEvent) => tools.openMenu(exportTools(tools), event.currentTarget as HTMLElement)}
		><vscode-icon name="export"></vscode-icon></button>
	</div>`;
}

function exportTools(tools: GraphTools): readonly Tool[] {
	return [
		{ label: l10n.t('Export as SVG...'), run: () => tools.export('svg') },
		{ label: l10n.t('Export as PNG...'), run: () => tools.export('png') },
	];
}

function problemsTool(tools: GraphTools, nodes: readonly GraphNode[]): unknown {
	if (nodes.length === 0) return nothing;
	const worst =
		(['error', 'warning'] as const).find((level) => nodes.some((node) => node.severity === level)) ?? 'info';
	const tool = toolButton({
		text: `${worst === 'error' ? '✕' : '!'} ${nodes.length}`,
		label: counted(
			nodes.length,
			l10n.t('1 node with problems: show the next'),
			l10n.t('{0} nodes with problems: show the next'),
		),
		key: 'N',
		run: () => tools.next(hasProblem),
	});
	return html`<span class=${worst}>${tool}</span>`;
}

function editedTool(tools: GraphTools, number: number): unknown {
	if (number === 0) return nothing;
	const tool = toolButton({
		text: `± ${number}`,
		label:
			number === 1
				? l10n.t('1 node differs from {0}: show the next', tools.savedName)
				: l10n.t('{0} nodes differ from {1}: show the next', numberText(number), tools.savedName),
		key: 'E',
		run: () => tools.next(isEdited),
	});
	return html`<span class="edited">${tool}</span>`;
}
