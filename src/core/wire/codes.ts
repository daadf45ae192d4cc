import type { CodeMeaning, NamedMeanings } from './codeMeaning.ts';
import { catalogCodes, inferenceCodes } from './codesInference.ts';
import { trainerCodes, trainerGeneralCodes } from './codesTrainer.ts';

/** The part of the service that answered; some codes mean different things on different hosts. */
export type ServicePart = 'inference' | 'catalog' | 'trainer';

const tables: Readonly<Record<ServicePart, ReadonlyMap<number, CodeMeaning>>> = {
	inference: byCode(inferenceCodes),
	catalog: byCode(catalogCodes),
	trainer: byCode(trainerCodes),
};

/** The meanings of codes of other parts in a reply of this one. */
const borrowed: Readonly<Partial<Record<ServicePart, ReadonlyMap<number, CodeMeaning>>>> = {
	trainer: byCode(trainerGeneralCodes),
};

function byCode(meanings: NamedMeanings): ReadonlyMap<number, CodeMeaning> {
	return new Map(
		Object.entries(meanings).map(([key, meaning]) => {
			const code = Number(key);
			return [code, { kind: 'input', fixer: 'you', ...meaning, code }];
		}),
	);
}

/** The codes of one service. */
export interface Codes {
	/**
	 * Returns the meaning of a code for one part of the service; undefined for unknown codes. Callers distinguish
	 * meanings by name.
	 */
	meaningOf(code: number, part: ServicePart): CodeMeaning | undefined;
}

/** The codes of the service documents. */
export const serviceCodes: Codes = { meaningOf };

/**
 * Returns the meaning of a code: in the table of the part that answered, else in any other; undefined for unknown
 * codes.
 */
function meaningOf(code: number, part: ServicePart): CodeMeaning | undefined {
	return (
		tables[part].get(code) ??
		borrowed[part]?.get(code) ??
		Object.values(tables)
			.find((table) => table.has(code))
			?.get(code)
	);
}

/** Returns every known code of one part. */
export function codesOf(part: ServicePart): readonly CodeMeaning[] {
	return [...tables[part].values()];
}
