import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { plural } from '../../core/base/language.ts';
import type { CaptionEdit, CaptionText, Operation } from '../../core/captions/edits.ts';
import { sharedStyle } from '../shared/base.ts';
import { controlStyle } from '../shared/controls.ts';
import { toolStyle } from './appStyle.ts';
import { choice } from './filterBar.ts';
import { TextWork } from './textWork.ts';

const kinds = ['replace', 'prepend', 'append', 'removeTag'] as const;
type Kind = (typeof kinds)[number];
const names: Readonly<Record<Kind, string>> = {
	replace: 'Find and Replace',
	prepend: 'Add Before',
	append: 'Add After',
	removeTag: 'Remove Tag',
};

/** The plan is worked out once typing rests this long, in milliseconds. */
const rest = 150;

const late = 'This expression takes too long on these captions. Write it in a simpler way.';

/** What a tool reports to its view. */
export interface ReplaceEvents {
	/** What the tool would change; undefined while there is nothing to show. */
	'captions-plan': CustomEvent<readonly CaptionEdit[] | undefined>;
	'captions-apply': CustomEvent<readonly CaptionEdit[]>;
	'captions-close': CustomEvent<undefined>;
}

/** Changes of many captions at once: what to do, how many it changes, and the button that does it. */
export class EaselReplacePanel extends LitElement {
	static override properties = {
		captions: { attribute: false },
		kind: { state: true },
		find: { state: true },
		replacement: { state: true },
		expression: { state: true },
		matchCase: { state: true },
		added: { state: true },
		separator: { state: true },
		tag: { state: true },
		edits: { state: true },
		problem: { state: true },
	};
	/** The captions that a change applies to. */
	declare captions: readonly CaptionText[];
	declare protected kind: Kind;
	declare protected find: string;
	declare protected replacement: string;
	declare protected expression: boolean;
	declare protected matchCase: boolean;
	declare protected added: string;
	declare protected separator: string;
	declare protected tag: string;
	declare protected edits: readonly CaptionEdit[] | undefined;
	declare protected problem: string | undefined;

	readonly #work = new TextWork();
	#timer: number | undefined;

	constructor() {
		super();
		this.captions = [];
		this.kind = 'replace';
		this.find = '';
		this.replacement = '';
		this.expression = false;
		this.matchCase = false;
		this.added = '';
		this.separator = ', ';
		this.tag = '';
	}

	static override styles = [sharedStyle, controlStyle, toolStyle];

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearTimeout(this.#timer);
		this.#work.stop();
	}

	/** Opens the removal of a tag. */
	removeTag(tag: string): void {
		this.kind = 'removeTag';
		this.tag = tag;
		this.focus();
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
		// What is shown no longer fits what is asked, so it cannot be applied.
		this.edits = undefined;
		this.#work.stop();
		clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => void this.#plan(), rest);
	}

	override render(): TemplateResult {
		return html`<section aria-label="Change Captions" @keydown=${this.#onKey}>
			<div class="line">
				${choice(
					'Change',
					kinds,
					(kind) => names[kind],
					this.kind,
					(kind) => {
						this.kind = kind;
					},
				)}
				${this.#fields()}
				<button class="plain end" type="button" @click=${() => this.#close()}>Close</button>
			</div>
			<div class="line">
				<span class="count" role="status">${this.problem ?? this.#count()}</span>
				${
					this.edits === undefined || this.edits.length === 0
						? nothing
						: html`<vscode-button @click=${() => this.#apply()}>Apply to ${plural(this.edits.length, 'Caption')}</vscode-button>`
				}
			</div>
		</section>`;
	}

	#fields(): unknown {
		switch (this.kind) {
			case 'replace':
				return [
					this.#field('Find', this.find, (text) => {
						this.find = text;
					}),
					this.#field('Replace with', this.replacement, (text) => {
						this.replacement = text;
					}),
					this.#toggle('Match Case', this.matchCase, (on) => {
						this.matchCase = on;
					}),
					this.#toggle('Regular Expression', this.expression, (on) => {
						this.expression = on;
					}),
				];
			case 'prepend':
			case 'append':
				return [
					this.#field('Text to add', this.added, (text) => {
						this.added = text;
					}),
					this.#field(
						'Separator',
						this.separator,
						(text) => {
							this.separator = text;
						},
						'number',
					),
				];
			case 'removeTag':
				return this.#field('Tag', this.tag, (text) => {
					this.tag = text;
				});
		}
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
		const scope = plural(this.captions.length, 'caption');
		if (this.edits === undefined) return `Applies to the ${scope} shown. What changes is shown before.`;
		return `Changes ${this.edits.length.toLocaleString('en')} of ${scope}.`;
	}

	#operation(): Operation | undefined {
		const { kind, find, replacement, expression, matchCase, separator } = this;
		if (kind === 'replace')
			return find === '' ? undefined : { kind, find, replacement, expression, matchCase };
		if (kind === 'removeTag') return this.tag.trim() === '' ? undefined : { kind, tag: this.tag };
		return this.added.trim() === '' ? undefined : { kind, text: this.added, separator };
	}

	async #plan(): Promise<void> {
		const operation = this.#operation();
		if (operation === undefined) return this.#show(undefined, undefined);
		const answer = await this.#work.ask({ kind: 'plan', operation, captions: this.captions });
		if (answer === undefined) return;
		if (answer === 'late') return this.#show(undefined, late);
		if (answer.kind === 'plan')
			this.#show(answer.ok ? answer.edits : undefined, answer.ok ? undefined : answer.problem);
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

	#dispatch<K extends keyof ReplaceEvents>(name: K, detail: ReplaceEvents[K]['detail']): void {
		this.dispatchEvent(new CustomEvent(name, { detail }));
	}
}

customElements.define('easel-replace-panel', EaselReplacePanel);
