import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
	type CaptionFilter,
	captionStates,
	isNoFilter,
	lengthUnits,
	noFilter,
	triggerStates,
} from '../../core/captions/filter.ts';
import { toolButton } from '../shared/toolbar.ts';

export interface FilterParts {
	readonly filter: CaptionFilter;
	/** True if the second line, with trigger word and length, is open. */
	readonly more: boolean;
	change(filter: CaptionFilter): void;
	toggleMore(): void;
	/** Called to move from the field into the grid. */
	enterGrid(): void;
}

const states: Readonly<Record<CaptionFilter['state'], string>> = {
	all: l10n.t('All captions'),
	missing: l10n.t('Missing or empty'),
	present: l10n.t('With caption'),
	attention: l10n.t('Need attention'),
};
const triggers: Readonly<Record<CaptionFilter['trigger']['is'], string>> = {
	any: l10n.t('present or not'),
	present: l10n.t('present'),
	absent: l10n.t('absent'),
};
const units: Readonly<Record<CaptionFilter['length']['unit'], string>> = {
	words: l10n.t('words'),
	characters: l10n.t('characters'),
};

const textIn = (event: Event): string => (event.target as HTMLInputElement).value;

/** Renders a choice among words, as the editor draws one. */
export function choice<T extends string>(
	label: string,
	values: readonly T[],
	labelOf: (value: T) => string,
	chosen: T,
	choose: (value: T) => void,
): TemplateResult {
	return html`<select aria-label=${label} @change=${(event: Event) => choose(textIn(event) as T)}>
		${values.map((value) => html`<option value=${value} .selected=${value === chosen}>${labelOf(value)}</option>`)}
	</select>`;
}

/** Renders the field that filters by text, and the choice of captions that are shown. */
export function searchLine(parts: FilterParts): TemplateResult {
	const { filter, change } = parts;
	const onKey = (event: KeyboardEvent): void => {
		if (event.key === 'Escape' && filter.text !== '') change({ ...filter, text: '' });
		else if (event.key === 'Enter' || event.key === 'ArrowDown') parts.enterGrid();
		else return;
		event.preventDefault();
		event.stopPropagation();
	};
	return html`<div class="search" role="search" aria-label=${l10n.t('Captions')}>
		<input
			id="filter"
			type="text"
			placeholder=${l10n.t('Filter by caption or name')}
			aria-label=${l10n.t('Filter by caption or name')}
			aria-keyshortcuts="Control+F"
			.value=${live(filter.text)}
			@input=${(event: Event) => change({ ...filter, text: textIn(event) })}
			@keydown=${onKey}
		/>
		${choice(
			l10n.t('Show'),
			captionStates,
			(state) => states[state],
			filter.state,
			(state) => change({ ...filter, state }),
		)}
		${toolButton({ icon: 'filter', label: l10n.t('Filter by Trigger Word and Length'), pressed: parts.more, run: parts.toggleMore })}
	</div>`;
}

/** Renders the second line: trigger word and length. */
export function moreFilters({ filter, change }: FilterParts): TemplateResult {
	const { trigger, length } = filter;
	const number = (event: Event): number | undefined => {
		const value = Number.parseInt(textIn(event), 10);
		return Number.isNaN(value) || value < 0 ? undefined : value;
	};
	const bound = (name: 'least' | 'most', label: string): TemplateResult => html`<input
		class="number"
		type="text"
		inputmode="numeric"
		placeholder=${label}
		aria-label=${label}
		.value=${live(String(length[name] ?? ''))}
		@input=${(event: Event) => {
			const { [name]: _, ...rest } = length;
			const value = number(event);
			change({ ...filter, length: value === undefined ? rest : { ...rest, [name]: value } });
		}}
	/>`;
	return html`<div class="more" role="group" aria-label=${l10n.t('More Filters')}>
		<label for="trigger">${l10n.t('Trigger word')}</label>
		<input
			id="trigger"
			type="text"
			.value=${live(trigger.word)}
			@input=${(event: Event) => change({ ...filter, trigger: { ...trigger, word: textIn(event) } })}
		/>
		${choice(
			l10n.t('Trigger Word in Caption'),
			triggerStates,
			(is) => triggers[is],
			trigger.is,
			(is) => change({ ...filter, trigger: { ...trigger, is } }),
		)}
		<span class="apart">${l10n.t('Length')}</span>
		${bound('least', l10n.t('At least'))} ${bound('most', l10n.t('At most'))}
		${choice(
			l10n.t('Unit of Length'),
			lengthUnits,
			(unit) => units[unit],
			length.unit,
			(unit) => change({ ...filter, length: { ...length, unit } }),
		)}
		${isNoFilter(filter) ? nothing : html`<button class="plain" type="button" @click=${() => change(noFilter)}>${l10n.t('Clear Filter')}</button>`}
	</div>`;
}

/** Returns whether a filter uses more than the first line. */
export function asksMore(filter: CaptionFilter): boolean {
	return !isNoFilter({ ...filter, text: '', state: 'all' });
}

/** Renders the text in place of captions: that the folder has none, or that none matches the filter. */
export function nothingShown(empty: boolean, { change }: FilterParts): TemplateResult {
	if (empty)
		return html`<div class="nothing"><p>${l10n.t('This folder contains no pictures, videos or sounds that training reads.')}</p></div>`;
	return html`<div class="nothing">
		<p>${l10n.t('No caption matches the filter.')}</p>
		<button class="plain" type="button" @click=${() => change(noFilter)}>${l10n.t('Clear Filter')}</button>
	</div>`;
}
