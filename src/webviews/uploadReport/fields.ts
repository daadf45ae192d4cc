import { css, html, nothing, type TemplateResult } from 'lit';

/** Renders a text field, with its problem or its effect below it. */
export function textLine(options: {
	readonly id: string;
	readonly label: string;
	readonly value: string;
	readonly disabled?: boolean;
	readonly problem?: string | undefined;
	readonly note?: string | undefined;
	readonly placeholder?: string;
	onInput(value: string): void;
}): TemplateResult {
	const { id, label, value, problem, note } = options;
	return html`<div class="field">
		<label for=${id}>${label}</label>
		<input
			id=${id}
			type="text"
			spellcheck="false"
			autocomplete="off"
			.value=${value}
			placeholder=${options.placeholder ?? nothing}
			?disabled=${options.disabled === true}
			aria-invalid=${problem === undefined ? 'false' : 'true'}
			aria-describedby=${`${id}-words`}
			@input=${(event: Event) => options.onInput((event.target as HTMLInputElement).value)}
		/>
		<p id=${`${id}-words`} class=${problem === undefined ? 'words quiet' : 'words problem'} role="status">
			${problem ?? note ?? nothing}
		</p>
	</div>`;
}

/** Renders a list to choose from. */
export function choice(options: {
	readonly id: string;
	readonly label: string;
	readonly value: string;
	readonly options: readonly { readonly value: string; readonly label: string }[];
	readonly note?: string;
	onChange(value: string): void;
}): TemplateResult {
	const { id, label, value, note } = options;
	return html`<div class="field">
		<label for=${id}>${label}</label>
		<select id=${id} @change=${(event: Event) => options.onChange((event.target as HTMLSelectElement).value)}>
			${options.options.map(
				(option) =>
					html`<option value=${option.value} .selected=${option.value === value}>${option.label}</option>`,
			)}
		</select>
		${note === undefined ? nothing : html`<p class="words quiet">${note}</p>`}
	</div>`;
}

export const fieldStyle = css`
	.field {
		display: grid;
		align-content: start;
		gap: 4px;
		min-width: 0;
	}
	label {
		font-weight: 600;
	}
	input[type='text'],
	select {
		width: 100%;
		height: 26px;
		padding: 0 6px;
		border: 1px solid var(--vscode-input-border, var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)));
		border-radius: 2px;
		color: var(--vscode-input-foreground);
		background: var(--vscode-input-background);
		font: inherit;
	}
	select {
		color: var(--vscode-dropdown-foreground, var(--vscode-input-foreground));
		background: var(--vscode-dropdown-background, var(--vscode-input-background));
		border-color: var(--vscode-dropdown-border, var(--vscode-input-border, var(--vscode-contrastBorder, transparent)));
	}
	input[aria-invalid='true'] {
		border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
	}
	input:disabled {
		color: var(--vscode-disabledForeground);
	}
	.words {
		min-height: 1.4em;
		margin: 0;
		line-height: 1.4;
		overflow-wrap: anywhere;
	}
	.words.problem {
		color: var(--vscode-errorForeground);
	}
`;
