import { type FSWatcher, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Time for a file to be written to its end, in milliseconds. */
const restMs = 100;

/**
 * Runs `round` whenever one of the files changes, until the signal. `round` answers the files to watch from then on;
 * two rounds never run at once, and what changes during one is seen by the next.
 */
export async function runOnChange(
	first: readonly string[],
	round: () => Promise<readonly string[]>,
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
			follow(await round());
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
	const follow = (paths: readonly string[]) => {
		files = new Set(paths);
		// Editors save by renaming, which only the folder sees.
		for (const folder of new Set(paths.map((path) => dirname(path)))) watchFolder(folder);
	};
	const watchFolder = (folder: string) => {
		if (watchers.has(folder)) return;
		const forget = () => {
			watchers.get(folder)?.close();
			watchers.delete(folder);
			soon();
		};
		try {
			const watcher = watch(folder, (_event, name) => {
				if (name === null || files.has(resolve(folder, name)) || /\.(?:json|ya?ml)$/i.test(name)) soon();
			});
			watcher.on('error', forget);
			watchers.set(folder, watcher);
		} catch {
			// The folder is gone; a later round finds it again through its files.
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
