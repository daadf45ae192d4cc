import * as l10n from '@vscode/l10n';
import * as coercion from '../../wire/coercion.ts';
import type { InputValue } from '../nodeReader.ts';

/** The engine's reading of a literal for a number input. `odd` says in what way it is not what one would write. */
export type Coerced =
	| { readonly ok: true; readonly value: number | bigint; readonly odd?: string }
	| { readonly ok: false };

/** Returns the value as a whole number, as the engine takes it. */
export function toInt(value: InputValue): Coerced {
	return explained(coercion.toInt(value));
}

/** Returns the value as a number, as the engine takes it. */
export function toFloat(value: InputValue): Coerced {
	return explained(coercion.toFloat(value));
}

function explained(coerced: coercion.Coerced): Coerced {
	if (!coerced.ok || coerced.from === undefined) return coerced;
	const { value } = coerced;
	switch (coerced.from) {
		case 'text':
			return { ok: true, value, odd: l10n.t('this is text, which the engine turns into a number') };
		case 'boolean':
			return { ok: true, value, odd: l10n.t('the engine reads this as {0}', String(value)) };
		case 'fraction':
			return { ok: true, value, odd: l10n.t('the engine cuts this down to {0}', String(value)) };
	}
}
