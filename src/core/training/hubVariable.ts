import type { TextRange } from '../base/findings.ts';

/*
 * The read token of the model hub that gated weights need (trainer-service.md, "Configuration keys that the service
 * checks"). The document names no key for it. A text contains a variable, which the token replaces when the text is
 * sent.
 */

/** Names by which a model-hub token may appear in a configuration. */
export const tokenKeys: ReadonlySet<string> = new Set([
	'hf_token',
	'HF_TOKEN',
	'huggingface_token',
	'hub_token',
]);

/** The variable that Easel writes. */
export const hubVariable = 'HF_TOKEN';

const variables = /\$\{(?:HF_TOKEN|HF_HUB_TOKEN|HUGGING_?FACE(?:_HUB)?_TOKEN)\}/g;
export const literalToken = /\bhf_[A-Za-z0-9]{20,}/;

/** Returns whether a variable means a model-hub token. */
export function isHubVariable(name: string): boolean {
	return variablesIn(`$\{${name}}`);
}

/** Returns whether a text contains such a variable. */
export function variablesIn(text: string): boolean {
	return text.includes('${') && text.search(variables) >= 0;
}

/** Returns whether a text is exactly one such variable. */
export function isVariable(text: string): boolean {
	return text.match(variables)?.[0] === text;
}

/** Returns the places of such variables in a text. */
export function variableRanges(text: string): readonly TextRange[] {
	return [...text.matchAll(variables)].map(({ index, 0: { length } }) => ({
		start: index,
		end: index + length,
	}));
}

/** Returns the text with the token in every place of such a variable. */
export function withVariables(text: string, token: string): string {
	return text.replace(variables, () => token);
}

/** Returns the text with the variable in every place of a token that is written out. */
export function withoutHubTokens(text: string): string {
	return text.replace(new RegExp(literalToken.source, 'g'), `$\{${hubVariable}}`);
}

/** Returns whether a text may be a token: one word that YAML reads as a text, quoted or not. */
export function isHubToken(text: string): boolean {
	return /^[A-Za-z][\w.-]{7,255}$/.test(text);
}
