// Looks for secrets in everything persistent: files, the state of the browser, the state of a view.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';

/** A text that was read somewhere, and where. */
export interface Found {
	readonly place: string;
	/** One character for each byte, so that bytes of any kind can be searched. */
	readonly text: string;
}

/**
 * Returns the ways in which a secret may occur in a text: unchanged, URL-encoded, in JSON within JSON, as hexadecimal
 * digits, as UTF-16, and in base64, with three spellings depending on the preceding bytes.
 */
export function spellings(secret: string): readonly string[] {
	const bytes = Buffer.from(secret);
	const base64 = [0, 1, 2].flatMap((before) => {
		const text = Buffer.concat([Buffer.alloc(before), bytes])
			.toString('base64')
			.replaceAll('=', '');
		// The first and the last characters contain bits of the text around the secret.
		const inner = text.slice(before === 0 ? 0 : before + 1, text.length - 2);
		return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
	});
	const quoted = JSON.stringify(secret).slice(1, -1);
	const all = [
		secret,
		encodeURIComponent(secret),
		quoted,
		JSON.stringify(quoted).slice(1, -1),
		bytes.toString('hex'),
		Buffer.from(secret, 'utf16le').toString('latin1'),
		...base64,
	];
	return [...new Set(all)];
}

/** Returns every file below a folder, including databases and their logs. One that is deleted meanwhile is left out. */
export async function filesBelow(folder: string): Promise<readonly Found[]> {
	const files = await readdir(folder, { recursive: true, withFileTypes: true });
	const found = await Promise.all(
		files
			.filter((file) => file.isFile())
			.map(async (file) => {
				const place = join(file.parentPath, file.name);
				const text = await readFile(place, 'latin1').catch((error: NodeJS.ErrnoException) => {
					if (error.code !== 'ENOENT') throw error;
				});
				return text === undefined ? [] : [{ place, text }];
			}),
	);
	return found.flat();
}

/** Returns the storage of the browser for the window: settings, the state of views, logs of the window. */
export async function browserStorage(page: Page): Promise<readonly Found[]> {
	const kept = await page.evaluate(async () => {
		const found: [string, string][] = [];
		for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
			for (const [key, value] of Object.entries(storage)) found.push([`${name} ${key}`, String(value)]);
		}
		const settled = <T>(request: IDBRequest<T>) =>
			new Promise<T>((resolve, reject) => {
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error);
			});
		const argumentText = (value: unknown): string =>
			value instanceof Uint8Array
				? new TextDecoder('latin1').decode(value)
				: typeof value === 'string'
					? value
					: JSON.stringify(value);
		for (const { name } of await indexedDB.databases()) {
			const database = await settled(indexedDB.open(name ?? ''));
			for (const store of database.objectStoreNames) {
				const values = database.transaction(store).objectStore(store);
				const [keys, contents] = await Promise.all([settled(values.getAllKeys()), settled(values.getAll())]);
				keys.forEach((key, index) => {
					found.push([`IndexedDB ${name} ${store} ${String(key)}`, argumentText(contents[index])]);
				});
			}
			database.close();
		}
		return found;
	});
	return kept.map(([place, text]) => ({ place, text }));
}

/** Returns a view in its current state: its elements with everything in their shadows, and the state sent to it. */
export async function viewOf(frame: Frame): Promise<readonly Found[]> {
	const [markup, state] = await frame.evaluate(() => {
		const markupOf = (root: Document | ShadowRoot): string => {
			const inner = [...root.querySelectorAll('*')].flatMap((element) =>
				element.shadowRoot === null ? [] : [markupOf(element.shadowRoot)],
			);
			const own = root instanceof Document ? root.documentElement.outerHTML : root.innerHTML;
			return [own, ...inner].join('\n');
		};
		const view = document.querySelector('easel-results') as unknown as { state?: unknown } | null;
		return [markupOf(document), JSON.stringify(view?.state) ?? ''] as const;
	});
	return [
		{ place: `elements of ${frame.url()}`, text: markup },
		{ place: `state of ${frame.url()}`, text: state },
	];
}

/** Returns the places in which one of the patterns occurs; a pattern is a text or an expression. */
export function placesOf(where: readonly Found[], patterns: readonly (string | RegExp)[]): readonly string[] {
	return where.flatMap(({ place, text }) => {
		for (const pattern of patterns) {
			const at = typeof pattern === 'string' ? text.indexOf(pattern) : text.search(pattern);
			if (at >= 0)
				return [`${place}: …${text.slice(Math.max(0, at - 60), at).replaceAll(/\s+/g, ' ')}(here)`];
		}
		return [];
	});
}
