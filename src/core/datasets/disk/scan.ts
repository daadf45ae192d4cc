import { basename, dirname, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { sha256OfFile } from '../../base/disk/digest.ts';
import { inParallel } from '../../base/parallel.ts';
import { FileBytes } from '../headers/fileBytes.ts';
import { leftBehindKind, type SelectedKind, selectedKind } from '../report/fileKinds.ts';
import { isAsChosen } from '../upload/upload.ts';
import { type FilePlace, lookInto } from './contents.ts';
import { listFolder, lookAt, realPathOf } from './fileSystem.ts';
import type { ScannedFile } from './scannedFile.ts';

export interface Scan {
	/** Sorted by folder, then by name, files at the top first. */
	readonly files: readonly ScannedFile[];
	/** True if the selection has more files than are read. */
	readonly tooMany: boolean;
}

export interface ScanProgress {
	/** Files found, and those of them that were read. */
	readonly found: number;
	readonly done: number;
	readonly bytes: number;
}

interface ScanOptions {
	readonly signal?: AbortSignal | undefined;
	onProgress?(progress: ScanProgress): void;
	/** Number of files after which the scan ends: a selection of a whole disk is a mistake. */
	readonly most?: number;
	/** An earlier scan: a file with the size and the time that it had then is not read again. */
	readonly known?: Scan;
}

/** Files that are opened together, and the number of such groups in progress: one is read while the other is parsed. */
const together = 64;
const lanes = 2;
const usualMost = 100_000;
const progressMs = 100;

/**
 * Looks at files and folders: names, sizes, headers of media, encoding of captions. Changes nothing. Links are followed only
 * within the folders of the selection. Rejects with the signal's reason when it is aborted; trouble with a file is a sentence.
 * @param paths absolute paths of files and folders.
 */
export async function scanSelection(paths: readonly string[], options: ScanOptions = {}): Promise<Scan> {
	return new Scanner(options).run(paths);
}

class Scanner {
	readonly #options: ScanOptions;
	readonly #known: ReadonlyMap<string, ScannedFile>;
	readonly #files = new Map<string, ScannedFile>();
	readonly #waiting: FilePlace[] = [];
	readonly #links: { readonly path: string; readonly folder: string }[] = [];
	/** Real paths of the selected folders. */
	readonly #roots: string[] = [];
	readonly #progress = { found: 0, done: 0, bytes: 0 };
	#reportedAt = 0;
	#tooMany = false;

	constructor(options: ScanOptions) {
		this.#options = options;
		this.#known = new Map(options.known?.files.map((file) => [file.id, file]));
	}

	async run(paths: readonly string[]): Promise<Scan> {
		const folders: { path: string; folder: string }[] = [];
		const chosen: { path: string; folder: string }[] = [];
		const label = labels();
		for (const path of new Set(paths)) {
			if ((await lookAt(path, true))?.isDirectory()) {
				this.#roots.push((await realPathOf(path)) ?? path);
				folders.push({ path, folder: paths.length === 1 ? '' : label(path) });
			} else chosen.push({ path, folder: dirname(path) });
		}
		// Files of one folder are at the top level; those of several are separated by folder names.
		const several = folders.length > 0 || new Set(chosen.map(({ folder }) => folder)).size > 1;
		for (const each of chosen) each.folder = several ? label(each.folder) : '';
		for (const each of chosen) {
			const found = await lookAt(each.path, false);
			if (found?.isSymbolicLink()) this.#links.push(each);
			else this.#take(namedEntry(each.path, each.folder), found === undefined || found.isFile());
		}
		await this.#walk(folders);
		await this.#lookIntoAll();
		for (const file of await withDigests(this.#files.values(), this.#options.signal))
			this.#files.set(file.id, file);
		const files = [...this.#files.values()].sort(byFolderAndName);
		this.#options.onProgress?.({ ...this.#progress });
		return { files, tooMany: this.#tooMany };
	}

	/** Lists the folders, several at a time; files are looked into afterwards, links after everything else. */
	async #walk(roots: readonly { readonly path: string; readonly folder: string }[]): Promise<void> {
		let level = [...roots];
		while (level.length > 0 && !this.#tooMany) {
			const next: { path: string; folder: string }[] = [];
			await inParallel(level, 8, async ({ path, folder }) => {
				this.#options.signal?.throwIfAborted();
				const entries = await listFolder(path);
				if (typeof entries === 'string') return this.#set(folderEntry(path, folder, 'other', entries));
				// By hand: to normalize each of thousands of paths takes longer than to read a folder.
				const inside = path.endsWith(sep) ? path : `${path}${sep}`;
				for (const entry of entries) {
					const at = inside + entry.name;
					const leftBehind = leftBehindKind(entry.name);
					if (entry.isSymbolicLink()) this.#links.push({ path: at, folder });
					else if (!entry.isDirectory()) this.#take(namedEntry(at, folder, entry.name), entry.isFile());
					else if (leftBehind !== undefined) this.#set(folderEntry(at, folder, leftBehind));
					else next.push({ path: at, folder: folder === '' ? entry.name : `${folder}/${entry.name}` });
				}
			});
			level = next;
		}
	}

	#take(entry: ScannedFile, isFile: boolean): void {
		if (this.#files.size + this.#waiting.length >= (this.#options.most ?? usualMost)) {
			this.#tooMany = true;
			return;
		}
		this.#progress.found++;
		if (isFile) this.#waiting.push({ entry, path: entry.id });
		else {
			const sentence = l10n.t('It is a device, a pipe or a socket.');
			this.#set({ ...entry, trouble: { kind: 'unreadable', sentence } });
		}
	}

	async #lookIntoAll(): Promise<void> {
		let next = 0;
		const lane = async () => {
			const readers = Array.from({ length: together }, () => new FileBytes());
			while (next < this.#waiting.length) {
				this.#options.signal?.throwIfAborted();
				const places = this.#waiting.slice(next, next + together);
				next += together;
				for (const file of await this.#lookInto(places, readers)) this.#set(file);
				this.#report();
			}
		};
		await Promise.all(Array.from({ length: lanes }, lane));
		for (const { path, folder } of this.#links) {
			this.#options.signal?.throwIfAborted();
			this.#set(await this.#followLink(path, folder));
		}
	}

	/**
	 * Resolves a link: one to a file within the selection is that file under another name; every other link returns a
	 * sentence.
	 */
	async #followLink(path: string, folder: string): Promise<ScannedFile> {
		const entry = namedEntry(path, folder);
		const refuse = (sentence: string): ScannedFile => ({ ...entry, trouble: { kind: 'link', sentence } });
		const found = await lookAt(path, true);
		const target = await realPathOf(path);
		if (found === undefined || target === undefined)
			return refuse(l10n.t('The link is broken or refers to itself.'));
		if (!this.#roots.some((root) => target === root || isWithin(root, target)))
			return refuse(l10n.t('The link points outside the selection, so it is not followed.'));
		if (found.isDirectory())
			return refuse(l10n.t('The link points to a folder in the selection, whose files are read there.'));
		if (!found.isFile()) return refuse(l10n.t('The link points to a device, a pipe or a socket.'));
		const [file = entry] = await this.#lookInto([{ entry, path: target }], []);
		return file;
	}

	async #lookInto(
		places: readonly FilePlace[],
		readers: readonly FileBytes[],
	): Promise<readonly ScannedFile[]> {
		const known = await Promise.all(places.map((place) => this.#unchanged(place)));
		const read = await lookInto(
			places.filter((_, at) => known[at] === undefined),
			readers,
		);
		return [...known.filter((file) => file !== undefined), ...read];
	}

	/** Returns a file as it was in the earlier scan, if it is still that. */
	#unchanged({ entry, path }: FilePlace): Promise<ScannedFile | undefined> | undefined {
		const known = this.#known.get(entry.id);
		if (known === undefined || known.folder !== entry.folder || known.trouble?.kind === 'unreadable') return;
		return lookAt(path, false).then((now) =>
			now?.isFile() && isAsChosen(known, { bytes: now.size, modifiedAt: now.mtimeMs }) ? known : undefined,
		);
	}

	#set(file: ScannedFile): void {
		this.#files.set(file.id, file);
		if (file.isFolder) return;
		this.#progress.done++;
		this.#progress.bytes += file.bytes;
	}

	#report(): void {
		const now = Date.now();
		if (this.#options.onProgress === undefined || now - this.#reportedAt < progressMs) return;
		this.#reportedAt = now;
		this.#options.onProgress({ ...this.#progress });
	}
}

/** Files that are read at the same time. */
const readAtOnce = 8;

/**
 * Returns the media that have the size and the last bytes of another one, with a digest of all their bytes. The last bytes of a picture
 * depend on all before them, so hardly a file is read that is not equal to another. Rejects with the signal's reason when it is aborted.
 */
async function withDigests(
	files: Iterable<ScannedFile>,
	signal?: AbortSignal,
): Promise<readonly ScannedFile[]> {
	// One without last bytes is not compared.
	const compared = [...files].filter(({ end }) => end !== undefined);
	const alike = Map.groupBy(compared, ({ bytes, end }) => `${bytes} ${end}`);
	const digested: ScannedFile[] = [];
	const unread = [...alike.values()]
		.filter((each) => each.length > 1)
		.flat()
		.filter(({ digest }) => digest === undefined);
	await inParallel(unread, readAtOnce, async (file) => {
		signal?.throwIfAborted();
		const digest = await sha256OfFile(file.id).catch(() => undefined);
		if (digest !== undefined) digested.push({ ...file, digest });
	});
	return digested;
}

/** Returns a function that gives each folder a unique short name. */
function labels(): (path: string) => string {
	const known = new Map<string, string>();
	return (path) => {
		let label = known.get(path) ?? basename(path);
		for (let number = 2; !known.has(path) && [...known.values()].includes(label); number++)
			label = `${basename(path)}-${number}`;
		known.set(path, label);
		return label;
	};
}

function namedEntry(path: string, folder: string, name = basename(path)): ScannedFile {
	return { id: path, folder, name, kind: selectedKind(name), isFolder: false, bytes: 0, modifiedAt: 0 };
}

function folderEntry(path: string, folder: string, kind: SelectedKind, unreadable?: string): ScannedFile {
	const entry = { ...namedEntry(path, folder), kind, isFolder: true };
	if (unreadable === undefined) return entry;
	const outer = folder.split('/').slice(0, -1).join('/');
	return { ...entry, folder: outer, trouble: { kind: 'unreadable', sentence: unreadable } };
}

function isWithin(root: string, path: string): boolean {
	let at = dirname(path);
	while (at !== root) {
		const outer = dirname(at);
		if (outer === at) return false;
		at = outer;
	}
	return true;
}

function byFolderAndName(one: ScannedFile, other: ScannedFile): number {
	if (one.folder !== other.folder) return one.folder < other.folder ? -1 : 1;
	if (one.name !== other.name) return one.name < other.name ? -1 : 1;
	return one.id < other.id ? -1 : 1;
}
