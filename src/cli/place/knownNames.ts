import { join } from 'node:path';
import * as z from 'zod/mini';
import { makeFolderNow } from '../../core/base/disk/makeFolder.ts';
import { readText } from '../../core/base/disk/readWhole.ts';
import { createWhole, replaceWhole } from '../../core/transfers/wholeFile.ts';

/** Something of the service that a command has listed. */
const known = z.object({ id: z.string(), name: z.string() });
type Known = z.output<typeof known>;

/** The kinds of names kept for completion; each is also the member of an output that lists them. */
const kinds = ['deployments', 'models', 'datasets'] as const;
export type KnownKind = (typeof kinds)[number];

const file = z.record(z.string(), z.partialRecord(z.enum(kinds), z.array(known)));

/** Far more bytes than the names have. */
const longest = 4_000_000;
/** Most names kept of one kind, the latest first. */
const most = 1000;

function pathIn(folder: string): string {
	return join(folder, 'names.json');
}

async function readAll(folder: string): Promise<z.output<typeof file>> {
	const read = await readText(pathIn(folder), longest);
	if ('why' in read) return {};
	try {
		return z.parse(file, JSON.parse(read.text));
	} catch {
		return {};
	}
}

/** Returns the names that commands have listed on a connection, the latest first. */
export async function knownNames(
	folder: string,
	connectionId: string,
	kind: KnownKind,
): Promise<readonly Known[]> {
	return (await readAll(folder))[connectionId]?.[kind] ?? [];
}

/**
 * Keeps the names that an output lists. If that fails, completion has fewer names.
 * @param isWhole true if the output lists all existing names
 */
export async function keepNames(
	folder: string,
	connectionId: string,
	output: unknown,
	isWhole: boolean,
): Promise<void> {
	const listed = kinds.flatMap((kind) => {
		const { data } = z.safeParse(z.looseObject({ [kind]: z.array(known) }), output);
		const names = data?.[kind];
		return names === undefined ? [] : [[kind, z.parse(z.array(known), names)] as const];
	});
	if (listed.length === 0) return;
	try {
		const all = await readAll(folder);
		const before = all[connectionId] ?? {};
		const now = Object.fromEntries(
			listed.map(([kind, names]) => {
				const ids = new Set(names.map(({ id }) => id));
				const others = isWhole ? [] : (before[kind] ?? []).filter(({ id }) => !ids.has(id));
				return [kind, [...names, ...others].slice(0, most)];
			}),
		);
		makeFolderNow(folder);
		const bytes = Buffer.from(JSON.stringify({ ...all, [connectionId]: { ...before, ...now } }));
		const path = pathIn(folder);
		if ((await createWhole(path, bytes)) === undefined) await replaceWhole(path, bytes);
	} catch {
		// A disk that is full or may not be written.
	}
}
