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
	/** Whether the second line, with trigger word and length, is open. */
	readonly more: boolean;
	change(filter: CaptionFilter): void;
	toggleMore(): void;
	/** From the field into the grid. */
	enterGrid(): void;
}

const states: Readonly<Record<CaptionFilter['state'], string>> = {
	all: 'All captions',
	missing: 'Missing or empty',
	present: 'With caption',
	attention: 'Need attention',
};
const triggers: Readonly<Record<CaptionFilter['trigger']['is'], string>> = {
	any: 'present or not',
	present: 'present',
	absent: 'absent',
};

const textIn = (event: Event): string => (event.target as HTMLInputElement).value;

/** A choice among words, as the editor draws one. */
export function choice<T extends string>(
	label: string,
	values: readonly T[],
	textOf: (value: T) => string,
	chosen: T,
	choose: (value: T) => void,
): TemplateResult {
	return html`<select aria-label=${label} @change=${(event: Event) => choose(textIn(event) as T)}>
		${values.map((value) => html`<option value=${value} .selected=${value === chosen}>${textOf(value)}</option>`)}
	</select>`;
}

/** The field that filters by text, and which captions are shown. */
export function searchLine(parts: FilterParts): TemplateResult {
	const { filter, change } = parts;
	const onKey = (event: KeyboardEvent): void => {
		if (event.key === 'Escape' && filter.text !== '') change({ ...filter, text: '' });
		else if (event.key === 'Enter' || event.key === 'ArrowDown') parts.enterGrid();
		else return;
		event.preventDefault();
		event.stopPropagation();
	};
	return html`<div class="search" role="search" aria-label="Captions">
		<input
			id="filter"
			type="text"
			placeholder="Filter by caption or name"
			aria-label="Filter by caption or name"
			aria-keyshortcuts="Control+F"
			.value=${live(filter.text)}
			@input=${(event: Event) => change({ ...filter, text: textIn(event) })}
			@keydown=${onKey}
		/>
		${choice(
			'Show',
			captionStates,
			(state) => states[state],
			filter.state,
			(state) => change({ ...filter, state }),
		)}
		${toolButton({ icon: 'filter', label: 'Filter by Trigger Word and Length', pressed: parts.more, run: parts.toggleMore })}
	</div>`;
}

/** The second line: trigger word and length. */
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
	return html`<div class="more" role="group" aria-label="More Filters">
		<label for="trigger">Trigger word</label>
		<input
			id="trigger"
			type="text"
			.value=${live(trigger.word)}
			@input=${(event: Event) => change({ ...filter, trigger: { ...trigger, word: textIn(event) } })}
		/>
		${choice(
			'Trigger Word in Caption',
			triggerStates,
			(is) => triggers[is],
			trigger.is,
			(is) => change({ ...filter, trigger: { ...trigger, is } }),
		)}
		<span class="apart">Length</span>
		${bound('least', 'At least')} ${bound('most', 'At most')}
		${choice(
			'Unit of Length',
			lengthUnits,
			(unit) => unit,
			length.unit,
			(unit) => change({ ...filter, length: { ...length, unit } }),
		)}
		${isNoFilter(filter) ? nothing : html`<button class="plain" type="button" @click=${() => change(noFilter)}>Clear Filter</button>`}
	</div>`;
}
