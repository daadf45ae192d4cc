import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { counted, numberText } from '../../core/base/language.ts';
import { type CaptionEdit, type CaptionText, type Operation, planEdits } from '../../core/captions/edits.ts';
import type { CaptionChange } from '../../core/captions/messages.ts';
import { dispatcherOf, sharedStyle } from '../shared/base.ts';
import { controlStyle } from '../shared/controls.ts';
import { toolStyle } from './appStyle.ts';
import { choice } from './filterBar.ts';
import { TextWork } from './textWork.ts';

const names: Readonly<Record<CaptionChange['kind'], string>> = {
	replace: l10n.t('Find and Replace'),
	prepend: l10n.t('Add Before'),
	append: l10n.t('Add After'),
	removeTag: l10n.t('Remove Tag'),
};

/** The fields before anything is typed. */
export const usualChange: CaptionChange = {
	kind: 'replace',
	find: '',
	replacement: '',
	expression: false,
	matchCase: false,
	added: '',
	separator: ', ',
	tag: '',
};

/** The plan is worked out once typing rests this long, in milliseconds. */
const rest = 150;

const late = l10n.t('This expression takes too long on these captions. Simplify it.');

export interface ReplaceEvents {
	/** The changes that the tool would make; undefined if nothing can be shown. */
	'captions-plan': CustomEvent<readonly CaptionEdit[] | undefined>;
	'captions-change': CustomEvent<CaptionChange>;
	'captions-apply': CustomEvent<readonly CaptionEdit[]>;
	'captions-close': CustomEvent<undefined>;
}

/** A tool that changes many captions together: what to do, how many it changes, and the button that does it. */
export class EaselReplacePanel extends LitElement {
	/** The captions that a change applies to. */
	@property({ attribute: false }) captions: readonly CaptionText[] = [];
	@property({ attribute: false }) change = usualChange;
	@state() protected edits: readonly CaptionEdit[] | undefined;
	@state() protected problem: string | undefined;

	readonly #work = new TextWork();
	#timer: number | undefined;
	readonly #dispatch = dispatcherOf<ReplaceEvents>(this);

	static override styles = [sharedStyle, controlStyle, toolStyle];

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearTimeout(this.#timer);
		this.#work.stop();
	}

	override focus(): void {
		void this.updateComplete.then(() => {
			const field = this.renderRoot.querySelector<HTMLInputElement>('input[type="text"]');
			field?.focus();
			field?.select();
		});
	}

	override willUpdate(changed: PropertyValues): void {
		const own = ['edits', 'problem'];
		if (![...changed.keys()].some((key) => !own.includes(String(key)))) return;
		// The changes that are shown no longer fit the search, so they cannot be applied.
		this.edits = undefined;
		this.#work.stop();
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => void this.#plan(), rest);
	}

	override render(): TemplateResult {
		return html`<section aria-label=${l10n.t('Change Captions')} @keydown=${this.#onKey}>
			<div class="line">
				${choice(
					l10n.t('Change'),
					Object.keys(names) as (keyof typeof names)[],
					(kind) => names[kind],
					this.change.kind,
					(kind) => this.#set({ kind }),
				)}
				${this.#fields()}
				<button class="plain end" type="button" @click=${() => this.#close()}>${l10n.t('Close')}</button>
			</div>
			<div class="line">
				<span class="count quiet" role="status">${this.problem ?? this.#count()}</span>
				${
					this.edits === undefined || this.edits.length === 0
						? nothing
						: html`<vscode-button @click=${() => this.#apply()}>${counted(this.edits.length, l10n.t('Apply to 1 Caption'), l10n.t('Apply to {0} Captions'))}</vscode-button>`
				}
			</div>
		</section>`;
	}

	#fields(): unknown {
		const { kind, find, replacement, matchCase, expression, added, separator, tag } = this.change;
		switch (kind) {
			case 'replace':
				return [
					this.#field(l10n.t('Find'), find, (text) => this.#set({ find: text })),
					this.#field(l10n.t('Replace with'), replacement, (text) => this.#set({ replacement: text })),
					this.#toggle(l10n.t('Match Case'), matchCase, (on) => this.#set({ matchCase: on })),
					this.#toggle(l10n.t('Regular Expression'), expression, (on) => this.#set({ expression: on })),
				];
			case 'prepend':
			case 'append':
				return [
					this.#field(l10n.t('Text to add'), added, (text) => this.#set({ added: text })),
					this.#field(l10n.t('Separator'), separator, (text) => this.#set({ separator: text }), 'number'),
				];
			case 'removeTag':
				return this.#field(l10n.t('Tag'), tag, (text) => this.#set({ tag: text }));
		}
	}

	#set(fields: Partial<CaptionChange>): void {
		this.change = { ...this.change, ...fields };
		this.#dispatch('captions-change', this.change);
	}

	#field(label: string, value: string, change: (text: string) => void, size = ''): TemplateResult {
		return html`<input
			type="text"
			class=${size}
			placeholder=${label}
			aria-label=${label}
			.value=${live(value)}
			@input=${(event: Event) => change((event.target as HTMLInputElement).value)}
		/>`;
	}

	#toggle(label: string, value: boolean, change: (on: boolean) => void): TemplateResult {
		return html`<vscode-checkbox
			.label=${label}
			.checked=${value}
			@change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
		></vscode-checkbox>`;
	}

	#count(): string {
		const { length } = this.captions;
		if (this.edits === undefined)
			return counted(
				length,
				l10n.t('Applies to the 1 caption shown. The changes are previewed first.'),
				l10n.t('Applies to the {0} captions shown. The changes are previewed first.'),
			);
		const changed = numberText(this.edits.length);
		if (length > 1 && this.edits.length === length) return l10n.t('Changes all {0} captions.', changed);
		return length === 1
			? l10n.t('Changes {0} of 1 caption.', changed)
			: l10n.t('Changes {0} of {1} captions.', changed, numberText(length));
	}

	#operation(): Operation | undefined {
		const { kind, find, replacement, expression, matchCase, added, separator, tag } = this.change;
		if (kind === 'replace')
			return find === '' ? undefined : { kind, find, replacement, expression, matchCase };
		if (kind === 'removeTag') return tag.trim() === '' ? undefined : { kind, tag };
		return added.trim() === '' ? undefined : { kind, text: added, separator };
	}

	async #plan(): Promise<void> {
		const operation = this.#operation();
		if (operation === undefined) return this.#show(undefined, undefined);
		const answer = await this.#work.ask({ kind: 'plan', operation, captions: this.captions });
		if (answer === undefined) return;
		if (answer === 'late') return this.#show(undefined, late);
		if (answer.kind !== 'plan') return;
		// The worker does not know the language. A problem of the operation does not depend on captions.
		const planned = answer.ok ? answer : planEdits(operation, []);
		this.#show(planned.ok ? planned.edits : undefined, planned.ok ? undefined : planned.problem);
	}

	#show(edits: readonly CaptionEdit[] | undefined, problem: string | undefined): void {
		this.edits = edits;
		this.problem = problem;
		this.#dispatch('captions-plan', edits);
	}

	#apply(): void {
		if (this.edits !== undefined) this.#dispatch('captions-apply', this.edits);
	}

	#close(): void {
		this.#dispatch('captions-close', undefined);
	}

	#onKey(event: KeyboardEvent): void {
		if (event.key === 'Escape') this.#close();
		else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#apply();
		else return;
		event.preventDefault();
		event.stopPropagation();
	}
}

customElements.define('easel-replace-panel', EaselReplacePanel);
