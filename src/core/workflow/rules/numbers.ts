import * as l10n from '@vscode/l10n';
import type { Coerced as Coercion } from '../../wire/coercion.ts';
import type { InputSpec } from '../nodeInfo.ts';
import type { InputValue } from '../nodeReader.ts';

/** The engine's reading of a literal for a number input. `odd` describes how it differs from the usual spelling. */
export type Coerced =
	| { readonly ok: true; readonly value: number | bigint; readonly odd?: string }
	| { readonly ok: false };

/** Describes how a number that the engine reads differs from the usual spelling. */
export function explained(coerced: Coercion): Coerced {
	if (!coerced.ok || coerced.from === undefined) return coerced;
	const { value } = coerced;
	switch (coerced.from) {
		case 'text':
			return { ok: true, value, odd: l10n.t('this is text, which the engine turns into a number') };
		case 'boolean':
			return { ok: true, value, odd: l10n.t('the engine reads this as {0}', String(value)) };
		case 'fraction':
			return { ok: true, value, odd: l10n.t('the engine truncates this to {0}', String(value)) };
	}
}

/** Returns the number in a text that Python does not read as one: in another notation, or with a decimal comma. */
export function meantNumber(value: InputValue, spec: InputSpec): string | undefined {
	if (value.type !== 'string') return undefined;
	const text = value.value.trim().replace(/^([+-]?[0-9]+),([0-9]{1,2}|[0-9]{4,})$/, '$1.$2');
	const number = text === '' ? Number.NaN : Number(text);
	const fits = spec.type === 'INT' ? Number.isSafeInteger(number) : Number.isFinite(number);
	return fits && isWithin(number, spec) ? String(number) : undefined;
}

/** Returns whether a number is within the limits of an input. */
export function isWithin(number: number | bigint, { min, max }: InputSpec): boolean {
	return !(min !== undefined && number < min) && !(max !== undefined && number > max);
}

/** Returns the limit of an input, or the nearest number that the type can hold within it: the next one up (1) or down (-1). */
export function nearestWithin(limit: number | bigint, type: string, way: 1 | -1): number | bigint {
	if (type === 'INT' && typeof limit === 'number') return way === 1 ? Math.ceil(limit) : Math.floor(limit);
	if (type !== 'FLOAT' || typeof limit === 'number') return limit;
	let nearest = Number(limit);
	const isBeyond = () => (way === 1 ? nearest < limit : nearest > limit);
	while (isBeyond()) nearest += way * Math.abs(nearest) * Number.EPSILON;
	return nearest;
}
