import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { counted, numberText } from '../../core/base/language.ts';
import type { CaptionText } from '../../core/captions/edits.ts';
import type { Frequency, FrequencyUnit } from '../../core/captions/frequency.ts';
import { dispatcherOf, sharedStyle } from '../shared/base.ts';
import { controlStyle } from '../shared/controls.ts';
import { toolButton, toolbarStyle } from '../shared/toolbar.ts';
import { toolStyle } from './appStyle.ts';
import { choice } from './filterBar.ts';
import { TextWork } from './textWork.ts';

/** Words beyond these are counted but not listed: each has elements. */
const listed = 300;

export interface WordsEvents {
	'words-choose': CustomEvent<string>;
	'words-remove': CustomEvent<string>;
	'words-close': CustomEvent<undefined>;
}

/** Words or tags of the captions shown, by the number of captions they occur in. */
class EaselWordsPanel extends LitElement {
	@property({ attribute: false }) captions: readonly CaptionText[] = [];
	@state() protected unit: FrequencyUnit = 'tags';
	@state() protected found: readonly Frequency[] = [];
	readonly #work = new TextWork();
	readonly #dispatch = dispatcherOf<WordsEvents>(this);

	static override styles = [sharedStyle, toolbarStyle, controlStyle, toolStyle];

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#work.stop();
	}

	override willUpdate(changed: PropertyValues): void {
		if (changed.has('captions') || changed.has('unit')) void this.#count();
	}

	override render(): TemplateResult {
		const { found } = this;
		const units: readonly FrequencyUnit[] = ['tags', 'words'];
		return html`<section class="words" aria-label=${l10n.t('Words by Frequency')} @keydown=${this.#onKey}>
			<div class="line">
				${choice(
					l10n.t('Count'),
					units,
					(unit) => (unit === 'tags' ? l10n.t('Tags') : l10n.t('Words')),
					this.unit,
					(unit) => {
						this.unit = unit;
					},
				)}
				<span class="count quiet">${numberText(found.length)}</span>
				<button class="plain end" type="button" @click=${() => this.#dispatch('words-close', undefined)}>${l10n.t('Close')}</button>
			</div>
			<ul aria-label=${this.unit === 'tags' ? l10n.t('Tags') : l10n.t('Words')}>
				${found.slice(0, listed).map((entry) => this.#entry(entry))}
				${found.length > listed ? html`<li class="rest quiet">${l10n.t('and {0} more', numberText(found.length - listed))}</li>` : nothing}
			</ul>
		</section>`;
	}

	#entry({ text, captions }: Frequency): TemplateResult {
		return html`<li>
			<button
				class="word"
				type="button"
				title=${l10n.t('Show these captions')}
				@click=${() => this.#dispatch('words-choose', text)}
			><span class="cut">${text}<span class="visually-hidden"> ${counted(captions, l10n.t('in 1 caption'), l10n.t('in {0} captions'))}</span></span
			><span class="quiet figures" aria-hidden="true">${numberText(captions)}</span></button>
			${
				this.unit === 'tags'
					? toolButton({
							icon: 'trash',
							label: l10n.t('Remove Tag "{0}"', text),
							run: () => this.#dispatch('words-remove', text),
						})
					: nothing
			}
		</li>`;
	}

	async #count(): Promise<void> {
		const answer = await this.#work.ask({ kind: 'words', unit: this.unit, captions: this.captions });
		if (answer !== undefined && answer !== 'late' && answer.kind === 'words') this.found = answer.found;
	}

	#onKey(event: KeyboardEvent): void {
		if (event.key !== 'Escape') return;
		this.#dispatch('words-close', undefined);
		event.preventDefault();
		event.stopPropagation();
	}
}

customElements.define('easel-words-panel', EaselWordsPanel);
