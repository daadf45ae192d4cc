import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { FieldSpec } from '../../core/base/panel/formFields.ts';
import type { InputValues } from '../../core/requests/inputValues.ts';
import { missingTriggers, type TriggerWords, withTrigger } from '../../core/runs/inputs/triggers.ts';

/** A trigger word may be a whole sentence. */
const mostShown = 40;

interface OfferParts {
	readonly fields: readonly FieldSpec[];
	readonly inputs: InputValues;
	readonly words: TriggerWords;
	readonly disabled: boolean;
	readonly insert: (values: InputValues['values']) => void;
}

/** Renders buttons below the prompt that insert missing trigger words of the LoRAs. */
export function triggerOffer({
	fields,
	inputs,
	words,
	disabled,
	insert,
}: OfferParts): readonly TemplateResult[] {
	return missingTriggers(fields, inputs, words).map(({ path, word }) => {
		const shown = word.length > mostShown ? `${word.slice(0, mostShown)}...` : word;
		return html`<vscode-button
			secondary
			class="trigger"
			slot=${path}
			title=${word}
			?disabled=${disabled}
			@click=${() => insert({ ...inputs.values, [path]: withTrigger(String(inputs.values[path] ?? ''), word) })}
			>${l10n.t('Insert Trigger Word "{0}"', shown)}</vscode-button
		>`;
	});
}
