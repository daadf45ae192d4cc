import * as l10n from '@vscode/l10n';
import './button.ts';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
	type FieldErrors,
	type FieldSpec,
	type FormValues,
	fieldError,
	formErrors,
} from '../../core/base/panel/formFields.ts';
import { dispatcherOf, sharedStyle } from './base.ts';
import { formStyle } from './formStyle.ts';
import { randomSeed } from './randomSeed.ts';

export interface FormEvents {
	/** A value has changed: `values` is the whole form. */
	'form-change': CustomEvent<{ readonly path: string; readonly values: FormValues }>;
	/** A request to choose a file for a media field; the view asks its host and sets the value. */
	'form-choose-file': CustomEvent<{ readonly path: string; readonly accept: string }>;
	/** A request to choose a checkpoint for a field that takes an adapter. */
	'form-choose-checkpoint': CustomEvent<{ readonly path: string }>;
}

/**
 * The fields of a form, drawn from their description. The problem of a field is shown at the field: its own check as soon as it was
 * changed, left or `check` was called, and the host's findings (`errors`) until the value changes. A view's additions below a field are in
 * the slot of its path.
 */
export class EaselForm extends LitElement {
	@property({ attribute: false }) fields: readonly FieldSpec[] = [];
	@property({ attribute: false }) values: FormValues = {};
	/** The problems that the host found, by path; set them from `placeFailure`. */
	@property({ attribute: false }) errors: FieldErrors = {};
	@property({ type: Boolean }) disabled = false;
	/** A field that is empty has the value of a document, in place of the default of the service. */
	@property({ attribute: false }) ofDocument = false;
	/** Fields that were changed or left once, so that their own check is shown. */
	@state() protected touched: ReadonlySet<string> = new Set();
	readonly #dispatch = dispatcherOf<FormEvents>(this);

	static override styles = [sharedStyle, formStyle];

	/** Shows the problem of every field and goes to the first; true if the form can be sent. */
	async check(): Promise<boolean> {
		this.touched = new Set(this.fields.map(({ path }) => path));
		return this.#focusFirst(formErrors(this.fields, this.values));
	}

	/** Shows the host's findings and goes to the first field with one; true without findings. */
	async showErrors(errors: FieldErrors): Promise<boolean> {
		this.errors = errors;
		return this.#focusFirst(errors);
	}

	async #focusFirst(errors: FieldErrors): Promise<boolean> {
		const first = this.fields.find(({ path }) => errors[path] !== undefined);
		if (first === undefined) return true;
		await this.updateComplete;
		this.renderRoot.querySelector<HTMLElement>(`[data-path="${CSS.escape(first.path)}"]`)?.focus();
		return false;
	}

	protected override render(): TemplateResult {
		return html`${this.fields.map((field) => this.#field(field))}`;
	}

	#field(field: FieldSpec): TemplateResult {
		const error = this.#error(field);
		return html`
			<div class="field">
				${
					field.kind === 'boolean'
						? nothing
						: html`<div class="label" aria-hidden="true">${field.label}${field.required ? ' *' : ''}</div>`
				}
				${this.#control(field, error)}
				<slot name=${field.path}></slot>
				${field.description === undefined ? nothing : html`<p class="description">${field.description}</p>`}
				<p class="error" role="status">${error ?? nothing}</p>
			</div>
		`;
	}

	#error(field: FieldSpec): string | undefined {
		const own = this.touched.has(field.path) ? fieldError(field, this.values[field.path]) : undefined;
		return own ?? this.errors[field.path];
	}

	/** Returns the name of a control, with all texts shown at it: outside elements cannot be associated with its inside. */
	#live({ label, required, description }: FieldSpec, error: string | undefined): string {
		return [label, required ? l10n.t('required') : '', description ?? '', error ?? '']
			.filter((part) => part !== '')
			.map((part) => part.replace(/[.!?]?$/, '.'))
			.join(' ')
			.replace(/\.$/, '');
	}

	#control(field: FieldSpec, error: string | undefined): TemplateResult {
		const { path } = field;
		const value = this.values[path];
		const text = typeof value === 'string' ? value : '';
		const label = this.#live(field, error);
		const invalid = error !== undefined;
		const typed = (event: Event) => this.#change(path, (event.target as HTMLInputElement).value);
		const left = () => this.#leave(path);
		const line = (own: { readonly placeholder?: string | undefined; readonly inputMode?: string }) =>
			html`<vscode-textfield
				data-path=${path}
				inputmode=${own.inputMode ?? nothing}
				.placeholder=${own.placeholder}
				.label=${label}
				.value=${text}
				.invalid=${invalid}
				?disabled=${this.disabled}
				@input=${typed}
				@focusout=${left}
			></vscode-textfield>`;
		const lines = html`<vscode-textarea
			data-path=${path}
			rows=${field.kind === 'list' ? 3 : 4}
			resize="vertical"
			placeholder=${field.kind === 'list' ? l10n.t('One item per line') : (this.#left(field) ?? nothing)}
			?monospace=${field.kind === 'json'}
			.label=${label}
			.value=${text}
			.invalid=${invalid}
			?disabled=${this.disabled}
			@input=${typed}
			@focusout=${left}
		></vscode-textarea>`;
		switch (field.kind) {
			case 'boolean':
				return html`<vscode-checkbox
					data-path=${path}
					.label=${field.label}
					.checked=${value === true}
					.indeterminate=${value === undefined && field.default === true}
					?disabled=${this.disabled}
					@change=${(event: Event) => this.#change(path, (event.target as HTMLInputElement).checked)}
				></vscode-checkbox>`;
			case 'enum':
				return html`<vscode-single-select
					data-path=${path}
					.label=${label}
					.invalid=${invalid}
					?disabled=${this.disabled}
					@change=${typed}
					@focusout=${left}
				>
					${
						field.required && text !== ''
							? nothing
							: html`<vscode-option value="" .selected=${text === ''}>${this.#left(field) ?? nothing}</vscode-option>`
					}
					${field.options.map(
						(option) =>
							html`<vscode-option
								value=${option.value}
								description=${option.description ?? nothing}
								?selected=${option.value === text}
								>${option.label ?? option.value}</vscode-option
							>`,
					)}
				</vscode-single-select>`;
			case 'json':
			case 'list':
				return this.#withCheckpoints(field, lines);
			case 'text':
				return this.#withCheckpoints(
					field,
					this.#withKnown(
						field,
						field.multiline ? lines : line({ placeholder: field.placeholder ?? this.#left(field) }),
					),
				);
			case 'number':
				// A field of type number would round the input and swallow unreadable text.
				return html`<div class="row">
					${line({ inputMode: field.integer ? 'numeric' : 'decimal', placeholder: this.#left(field) })}
					${
						field.seed
							? html`<vscode-button
									secondary
									aria-label=${l10n.t('Random Number for {0}', field.label)}
									?disabled=${this.disabled}
									@click=${() => this.#change(path, randomSeed(field))}
									>${l10n.t('Random Number')}</vscode-button
								>`
							: nothing
					}
					${field.unit === undefined ? nothing : html`<span class="unit quiet">${field.unit}</span>`}
				</div>`;
			case 'media':
				return html`<div class="row">
					${line({ placeholder: field.publicOnly ? 'https://...' : l10n.t('Address or file') })}
					<vscode-button
						secondary
						aria-label=${field.publicOnly ? l10n.t('Local File for {0}', field.label) : l10n.t('Choose File for {0}', field.label)}
						?disabled=${this.disabled}
						@click=${() => this.#dispatch('form-choose-file', { path, accept: field.accept })}
						>${field.publicOnly ? l10n.t('Local File...') : l10n.t('Choose File...')}</vscode-button
					>
				</div>`;
		}
	}

	/** Returns the placeholder of an empty optional field: the value that is sent in its place. */
	#left(field: FieldSpec): string | undefined {
		const { required, default: initial } = field;
		const isValue = field.kind === 'text' && field.blank === true;
		if (required || isValue || typeof initial !== 'string') return undefined;
		const text = initial.slice(0, 200);
		return this.ofDocument
			? l10n.t('{0} (value of the document)', text)
			: l10n.t('{0} (default of the service)', text);
	}

	/** Renders a text with its known values: choosing one writes it into the text. */
	#withKnown(field: Extract<FieldSpec, { kind: 'text' }>, control: TemplateResult): TemplateResult {
		const { path, label, known } = field;
		if (known === undefined) return control;
		return html`<div class="row known">
			${control}
			<vscode-single-select
				.label=${l10n.t('Known values of {0}', label)}
				?disabled=${this.disabled}
				@change=${(event: Event) => {
					const select = event.target as HTMLSelectElement;
					if (select.value !== '') this.#change(path, select.value);
					select.value = '';
				}}
			>
				<vscode-option value="" selected>${l10n.t('Choose...')}</vscode-option>
				${known.map(
					({ value, label, description }) =>
						html`<vscode-option value=${value} description=${description ?? nothing}>${label ?? value}</vscode-option>`,
				)}
			</vscode-single-select>
		</div>`;
	}

	#withCheckpoints({ path, label, adapter }: FieldSpec, control: TemplateResult): TemplateResult {
		if (adapter === undefined) return control;
		return html`<div class="row adapter">
			${control}
			<vscode-button
				secondary
				aria-label=${l10n.t('Use Checkpoint for {0}', label)}
				?disabled=${this.disabled}
				@click=${() => this.#dispatch('form-choose-checkpoint', { path })}
				>${l10n.t('Use Checkpoint...')}</vscode-button
			>
		</div>`;
	}

	#change(path: string, value: string | boolean): void {
		this.#leave(path);
		this.values = { ...this.values, [path]: value };
		const { [path]: _, ...errors } = this.errors;
		this.errors = errors;
		this.#dispatch('form-change', { path, values: this.values });
	}

	/** Marks a field as left: from now on its own check is shown. */
	#leave(path: string): void {
		if (!this.touched.has(path)) this.touched = new Set([...this.touched, path]);
	}
}
customElements.define('easel-form', EaselForm);
