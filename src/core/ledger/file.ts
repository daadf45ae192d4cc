import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, format, parse } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compact } from '../base/compact.ts';
import { makeFolderNow } from '../base/disk/makeFolder.ts';
import { compareLayout, migrate, versionNumber } from './layout.ts';
import type { TableLayout } from './ledger.ts';

/**
 * The reason why a different file is used now, as data: it may come from a thread that does not know the language.
 * `unreleased`: no released Easel wrote the file. `newer`: a newer one did.
 */
export type FileProblem =
	| { readonly kind: 'unreleased' | 'damaged'; readonly keptAs: string }
	| { readonly kind: 'newer' };

/** The file that the windows write now. */
export interface LedgerFile {
	readonly path: string;
	/** The problem that had to be solved to open it. */
	readonly problem?: FileProblem;
}

interface OpenedFile extends LedgerFile {
	readonly database: DatabaseSync;
}

const code = { readOnly: 8, busy: 5, corrupt: 11, cannotOpen: 14, forbidden: 3, notADatabase: 26 } as const;

function hasCode(error: unknown, ...codes: number[]): boolean {
	const { errcode } = error as { errcode?: unknown };
	return typeof errcode === 'number' && codes.includes(errcode & 0xff);
}

/** Returns whether an error means that the file itself is damaged, as opposed to busy, full or forbidden. */
export function isDamage(error: unknown): boolean {
	return hasCode(error, code.corrupt, code.notADatabase);
}

/** Returns whether an error means that another program has locked the file. */
export function isBusy(error: unknown): boolean {
	return hasCode(error, code.busy);
}

/** Returns whether an error means that nothing can ever be written. */
export function isForbidden(error: unknown): boolean {
	return hasCode(error, code.readOnly, code.cannotOpen, code.forbidden);
}

/**
 * Returns the name of the n-th file: a damaged file keeps its name, since other windows and other programs may have it
 * open, and the next one gets a number.
 */
function generationPath(path: string, generation: number): string {
	if (generation === 1) return path;
	const { dir, name, ext } = parse(path);
	return format({ dir, name: `${name}-${generation}`, ext });
}

function latestGeneration(path: string): number {
	const { dir, name, ext } = parse(path);
	const numbers = readdirSync(dir).flatMap((entry) => {
		if (!entry.startsWith(`${name}-`) || !entry.endsWith(ext)) return [];
		const digits = entry.slice(name.length + 1, entry.length - ext.length);
		return /^[1-9]\d{0,5}$/.test(digits) ? [Number(digits)] : [];
	});
	return Math.max(1, ...numbers);
}

/** Returns the path of the latest file of the ledger at `path`. */
export function latestPath(path: string): string {
	return generationPath(path, latestGeneration(path));
}

/** Returns the path of the n-th file after another, before it for a negative number. */
function neighborOf(path: string, distance: number): string {
	const { dir, name, ext } = parse(path);
	const [, stem = name, digits = '1'] = /^(.*)-([1-9]\d{0,5})$/.exec(name) ?? [];
	return generationPath(format({ dir, name: stem, ext }), Number(digits) + distance);
}

/** Returns whether another window has begun a new file since `path`. */
export function hasSuccessor(path: string): boolean {
	return existsSync(neighborOf(path, 1));
}

/** Returns the name of the file that the one at `path` has replaced, while it exists. */
export function leftBehind(path: string): string | undefined {
	const before = neighborOf(path, -1);
	return existsSync(before) ? basename(before) : undefined;
}

/**
 * Opens the latest file of the ledger at `path` and creates its tables, or migrates them to this program's layout. A
 * damaged file or an unknown layout is left behind and the next file is created; a file of a newer Easel is left alone
 * and another one is used. Throws if another program has locked it, and if it cannot be read or created. `damaged` is a
 * file in which damage was found while it was open.
 */
export function openLatest(path: string, tables: readonly TableLayout[], damaged?: string): OpenedFile {
	makeFolderNow(dirname(path));
	let problem: FileProblem | undefined;
	for (let generation = latestGeneration(path); ; generation++) {
		const file = generationPath(path, generation);
		try {
			if (file !== damaged) {
				const opened = openFile(file, tables, generation);
				if (opened === 'newer') return openBeside(path, tables, damaged);
				if (opened !== 'unknown') return { database: opened, path: file, ...compact({ problem }) };
				problem = { kind: 'unreleased', keptAs: basename(file) };
				continue;
			}
		} catch (error) {
			if (!isDamage(error)) throw error;
		}
		problem = { kind: 'damaged', keptAs: basename(file) };
	}
}

function openBeside(path: string, tables: readonly TableLayout[], damaged: string | undefined): OpenedFile {
	const { dir, name, ext } = parse(path);
	return {
		...openLatest(format({ dir, name: `${name}.v${versionNumber(tables)}`, ext }), tables, damaged),
		problem: { kind: 'newer' },
	};
}

function openFile(
	path: string,
	tables: readonly TableLayout[],
	generation: number,
): DatabaseSync | 'newer' | 'unknown' {
	const database = new DatabaseSync(path);
	try {
		database.exec('PRAGMA busy_timeout = 250');
		database.exec('PRAGMA journal_mode = WAL');
		// A request id lost in a power failure is a paid run that cannot be found again.
		database.exec('PRAGMA synchronous = FULL');
		const layout = compareLayout(database, tables);
		if (layout === 'newer' || layout === 'unknown') {
			database.close();
			return layout;
		}
		if (layout === 'older') migrate(database, tables, generation);
		return database;
	} catch (error) {
		if (database.isOpen) database.close();
		throw error;
	}
}

/** Returns a ledger that lasts until the window closes. Its revisions are below those of any file. */
export function openInMemory(tables: readonly TableLayout[]): DatabaseSync {
	const database = new DatabaseSync(':memory:');
	migrate(database, tables, 1000);
	return database;
}
