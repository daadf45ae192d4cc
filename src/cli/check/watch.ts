import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Milliseconds after a change until a file is considered complete. */
const restMs = 100;

/** The files and folders to watch, as absolute paths. */
export interface Watched {
	readonly files: readonly string[];
	/** The folders in which files and folders may appear. */
	readonly folders: readonly string[];
}

/**
 * Runs `round` whenever one of the files changes, until the signal aborts. `round` returns the paths to watch from then
 * on; two rounds never run at the same time, and changes during one are handled by the next.
 */
export async function runOnChange(
	first: Watched,
	round: () => Promise<Watched>,
	signal: AbortSignal | undefined,
): Promise<void> {
	const watchers = new Map<string, FSWatcher>();
	let files = new Set<string>();
	let timer: NodeJS.Timeout | undefined;
	let running = false;
	let again = false;

	const run = async () => {
		running = true;
		again = false;
		try {
			followNext(await round());
		} finally {
			running = false;
			if (again) soon();
		}
	};
	const soon = () => {
		again = true;
		clearTimeout(timer);
		if (!running && signal?.aborted !== true) timer = setTimeout(() => void run(), restMs);
	};
	const follow = (watched: Watched) => {
		files = new Set(watched.files);
		// Editors save by renaming, which only the folder sees.
		const folders = new Set([...watched.folders, ...watched.files.map((path) => dirname(path))]);
		for (const folder of folders) watchFolder(folder);
	};
	const followNext = (watched: Watched) => {
		const isNew = watched.folders.some((folder) => !watchers.has(folder));
		follow(watched);
		// Something may have come into it between the round and the watcher.
		if (isNew) again = true;
	};
	const concerns = (folder: string, name: string) =>
		files.has(resolve(folder, name)) ||
		/\.(?:json|ya?ml)$/i.test(name) ||
		statSync(resolve(folder, name), { throwIfNoEntry: false })?.isDirectory() === true;
	const watchFolder = (folder: string) => {
		if (watchers.has(folder)) return;
		const forget = () => {
			watchers.get(folder)?.close();
			watchers.delete(folder);
			soon();
		};
		try {
			const watcher = watch(folder, (_event, name) => {
				if (name === null || concerns(folder, name)) soon();
			});
			watcher.on('error', forget);
			watchers.set(folder, watcher);
		} catch {
			// The folder no longer exists; a later round finds it again through its files.
		}
	};

	follow(first);
	await new Promise<void>((done) => {
		if (signal?.aborted === true) done();
		signal?.addEventListener('abort', () => done(), { once: true });
	});
	clearTimeout(timer);
	for (const watcher of watchers.values()) watcher.close();
}
