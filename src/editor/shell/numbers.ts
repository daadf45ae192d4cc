import { env } from 'vscode';

/** A whole number as the language of the editor writes it: `2,000`, `2.000`. */
export function numberText(value: number): string {
	return value.toLocaleString(env.language);
}
