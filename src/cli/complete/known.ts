import { join } from 'node:path';
import { glance } from '../../core/ledger/glance.ts';
import { connectionNames, connectionOf } from '../place/connections.ts';
import { type KnownKind, knownNames } from '../place/knownNames.ts';
import { historyFolder, type Place } from '../place/services.ts';
import type { CommandIo } from '../terminal/io.ts';

/** Something that has an id, with a name and more facts for people. */
export interface Entry {
	readonly id: string;
	readonly name: string;
	readonly fact?: string;
}

/** The kinds of things that an argument can name. */
export type Noun = 'runs' | 'batches' | 'jobs' | KnownKind | 'connections';

/** Entries that are offered at most. */
const most = 100;

/** The queries of records in the history, latest first. The id is that of the service if commands take that one. */
const queries: Readonly<Partial<Record<Noun, string>>> = {
	runs: `SELECT id, record ->> 'documentName' AS name, state AS fact FROM runs
		WHERE connection_id = ?1 AND id LIKE ?2 ORDER BY submitted_at DESC LIMIT ${most}`,
	batches: `SELECT id, record ->> 'name' AS name, state AS fact FROM batches
		WHERE connection_id = ?1 AND id LIKE ?2 ORDER BY started_at DESC LIMIT ${most}`,
	jobs: `SELECT id, record ->> 'name' AS name, record ->> 'state' AS fact FROM jobs
		WHERE connection_id = ?1 AND id LIKE ?2 ORDER BY submitted_at DESC LIMIT ${most}`,
	deployments: `SELECT DISTINCT target_id AS id, record -> 'target' ->> 'name' AS name FROM runs
		WHERE connection_id = ?1 AND target_kind = 'deployment' AND ?2 <> '' LIMIT ${most}`,
	models: `SELECT DISTINCT target_id AS id, record -> 'target' ->> 'name' AS name FROM runs
		WHERE connection_id = ?1 AND target_kind = 'model' AND ?2 <> '' LIMIT ${most}`,
	datasets: `SELECT DISTINCT record ->> 'datasetId' AS id, record ->> 'datasetName' AS name FROM uploads
		WHERE connection_id = ?1 AND ?2 <> '' LIMIT ${most}`,
};

/** Returns the local facts about a noun; the service is not asked. */
export async function knownOf(
	noun: Noun,
	io: Pick<CommandIo, 'env' | 'cwd'>,
	place: Place,
	prefix: string,
): Promise<readonly Entry[]> {
	if (noun === 'connections') return (await connectionNames(io.env)).map((name) => ({ id: name, name }));
	const connectionId = await connectionIdOf(io.env, place);
	if (connectionId === undefined) return [];
	const folder = historyFolder(io, place);
	const query = queries[noun];
	const kept = isListed(noun) ? await knownNames(folder, connectionId, noun) : [];
	const ofHistory =
		query === undefined
			? []
			: (glance(join(folder, 'history.db'), (database) =>
					database.prepare(query).all(connectionId, `${prefix.replaceAll(/[%_]/g, '')}%`),
				) ?? []);
	const entries = new Map<string, Entry>(kept.map((each) => [each.id, each]));
	for (const { id, name, fact } of ofHistory) {
		if (typeof id !== 'string' || id === '' || entries.has(id)) continue;
		entries.set(id, {
			id,
			name: typeof name === 'string' ? name : '',
			...(typeof fact === 'string' ? { fact } : {}),
		});
	}
	return [...entries.values()];
}

function isListed(noun: Noun): noun is KnownKind {
	return noun === 'deployments' || noun === 'models' || noun === 'datasets';
}

async function connectionIdOf(env: CommandIo['env'], place: Place): Promise<string | undefined> {
	if (place.sandbox === true) return 'sandbox';
	const connection = await connectionOf(env, place);
	return typeof connection === 'string' ? undefined : connection.id;
}
