import * as l10n from '@vscode/l10n';
import { failed, type Result, success } from '../base/failure.ts';
import { inputFailure } from './documentInput.ts';

/** Fewest characters of an id that mean the record that begins with them. */
const shortestPrefix = 4;

/**
 * Returns the id of the record that is meant by its id, its name or the beginning of its id; what fits no record comes back as it is.
 * Fails if several records fit.
 */
export function idMeant<T extends { readonly id: string }>(
	records: readonly T[],
	nameOf: (record: T) => string,
	given: string,
): Result<string> {
	if (records.some(({ id }) => id === given)) return success(given);
	const isPrefix = given.length >= shortestPrefix;
	const found = records.filter(
		(record) => nameOf(record) === given || (isPrefix && record.id.startsWith(given)),
	);
	if (found.length <= 1) return success(found[0]?.id ?? given);
	const details = found.map((record) => `${record.id} ${nameOf(record)}`);
	return failed({
		...inputFailure(l10n.t('Several records fit "{0}": give the id of one.', given)),
		details,
	});
}
