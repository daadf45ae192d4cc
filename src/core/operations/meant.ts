import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import { type Failure, failed, mapped, type Result, success, unsentFailure } from '../base/failure.ts';
import { firstLines } from '../base/language.ts';
import { listDatasets } from '../datasets/client.ts';
import { listDeployments } from '../deployments/client.ts';
import { isWholeId, meantOf, type Nameable } from '../records/meant.ts';
import { nounOf, type RecordNoun } from './members.ts';
import type { OperationServices } from './services.ts';
import { listedOwner, withService } from './withSession.ts';

/**
 * Returns an input with the whole id of each record that it names by an id prefix or a name. A name without a match
 * stays, and the operation reports it. Only a dataset or a deployment named by a terminal or an agent is refused here,
 * since the service would treat the name as a wrong id; a window gives the ids of its rows.
 */
export async function withWholeIds<T>(
	services: OperationServices,
	schema: z.ZodMiniType,
	input: T,
): Promise<Result<T>> {
	const given = Object(input) as Readonly<Record<string, unknown>>;
	const whole: Record<string, unknown> = {};
	for (const [name, member] of Object.entries(shapeOf(schema))) {
		const noun = nounOf(member);
		const value = given[name];
		if (noun === undefined || value === undefined) continue;
		const ids: string[] = [];
		for (const each of Array.isArray(value) ? value : [value]) {
			const meant = await wholeId(services, noun, String(each), name === 'id');
			if (!meant.ok) return meant;
			ids.push(meant.value);
		}
		whole[name] = Array.isArray(value) ? ids : ids[0];
	}
	return success(Object.keys(whole).length === 0 ? input : { ...input, ...whole });
}

/** Returns the records that an input names. */
export function recordsIn(
	schema: z.ZodMiniType,
	input: Readonly<Record<string, unknown>>,
): readonly { readonly what: RecordNoun; readonly id: string }[] {
	return Object.entries(shapeOf(schema)).flatMap(([name, member]) => {
		const [what, value] = [nounOf(member), input[name]];
		if (what === undefined || value === undefined) return [];
		return [value].flat().map((id) => ({ what, id: String(id) }));
	});
}

async function wholeId(
	services: OperationServices,
	noun: RecordNoun,
	given: string,
	isSubject: boolean,
): Promise<Result<string>> {
	if (isWholeId(given)) return success(given);
	const listed = await candidates(services, noun, given);
	if (!listed.ok) return success(given);
	const meant = meantOf(listed.value, given);
	if (!meant.ok) return meant;
	if (meant.value !== undefined) return success(meant.value.id);
	const isNamed = isSubject && services.startedBy !== undefined;
	return isNamed && (noun === 'dataset' || noun === 'deployment')
		? failed(noneFits(noun, given, listed.value))
		: success(given);
}

/** Names that a refusal lists. */
const mostNames = 5;

function noneFits(noun: 'dataset' | 'deployment', given: string, listed: readonly Nameable[]): Failure {
	const names = listed.map(({ id, name }) => `${id}  ${name}`);
	return unsentFailure(
		'notFound',

		noun === 'dataset'
			? l10n.t('Your account has no dataset "{0}".', given)
			: l10n.t('Your account has no deployment "{0}".', given),

		names.length === 0 ? l10n.t('There are none.') : l10n.t('Specify the ID or the full name of one:'),
		firstLines(names, mostNames),
	);
}

/**
 * Returns the records that a caller may mean. Without a session, excludes those of the service: the operation fails
 * with the reason.
 */
async function candidates(
	services: OperationServices,
	noun: RecordNoun,
	given: string,
): Promise<Result<readonly Nameable[]>> {
	switch (noun) {
		case 'run': {
			const [owner, runs] = await Promise.all([listedOwner(services), services.runs()]);
			return success(runs.named(owner, given).map(({ id, documentName }) => ({ id, name: documentName })));
		}
		case 'batch': {
			const [owner, batches] = await Promise.all([listedOwner(services), services.batches()]);
			return success(batches.of(owner));
		}
		case 'job': {
			const [, jobs] = await Promise.all([services.signedIn(), services.jobs()]);
			return success(jobs.jobs());
		}
		case 'dataset':
			return mapped(await withService(services, listDatasets), ({ datasets }) => datasets);
		case 'deployment':
			return mapped(await withService(services, listDeployments), ({ deployments }) => deployments);
	}
}

/** Returns the members of an input; empty if it is not an object. */
function shapeOf(schema: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> {
	return (schema as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> }).shape ?? {};
}
