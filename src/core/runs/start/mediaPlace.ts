import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MediaFolders, MediaPlace } from '../plan/media.ts';

/** The target of a link; `undefined` if it is not a link. Reads the link only and never its target. */
type ReadLink = (path: string) => Promise<string | undefined>;

const mostLinks = 40;

/**
 * Returns the place of the file that `text` names (absolute, a `file:` address, or relative to the document);
 * `undefined` if it names none. Opens nothing.
 */
export async function mediaPlace(
	text: string,
	folders: MediaFolders,
	readLink: ReadLink,
): Promise<MediaPlace | undefined> {
	const path = pathOf(text, folders.document);
	if (path === undefined) return undefined;
	const root = folders.workspace ?? folders.document;
	const inRoot = root !== undefined && isInside(root, path);
	if (path === 'network' || (isNetworkPath(path) && !inRoot)) return { kind: 'network' };
	const end = await withoutLinks(path, readLink);
	const place = end === path ? { path } : { path, real: end };
	if (root === undefined)
		return isNetworkPath(end) ? { kind: 'network' } : { kind: 'outside', ...place, byLink: false };
	const rootEnd = await withoutLinks(root, readLink);
	if (inRoot && isInside(rootEnd, end)) return { kind: 'inside', ...place };
	return isNetworkPath(end) ? { kind: 'network' } : { kind: 'outside', ...place, byLink: inRoot };
}

/**
 * Returns the name of a file for a document: relative to its folder, with slashes, which every system reads. Undefined
 * if no such path exists, as between two drives, and for a name with a line break or more than 1024 characters, which a
 * run would not recognize as a file.
 */
export function nameFrom(folder: string, path: string): string | undefined {
	const way = relative(folder, path);
	if (way === '' || isAbsolute(way) || way.length > 1024 || /[\r\n\0]/.test(way)) return undefined;
	return way.split(sep).join('/');
}

function pathOf(text: string, folder: string | undefined): string | undefined {
	if (/^file:/i.test(text)) {
		if (URL.parse(text)?.hostname) return 'network';
		try {
			return fileURLToPath(text);
		} catch {
			return undefined;
		}
	}
	if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return undefined;
	// Also on systems that treat two slashes as one: the same document may run on others.
	if (isNetworkPath(text)) return text;
	if (isAbsolute(text)) return text;
	return folder === undefined ? undefined : resolve(folder, text);
}

/** Returns whether a path has the form `\\host\share`, with any slashes. */
function isNetworkPath(path: string): boolean {
	return /^[\\/]{2}/.test(path);
}

function isInside(root: string, path: string): boolean {
	const way = relative(root, path);
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Returns the path with every link replaced by its target; stops at a target on another computer without opening it. */
async function withoutLinks(path: string, readLink: ReadLink): Promise<string> {
	let { root: done } = parse(path);
	let rest = partsOf(path, done);
	for (let links = 0; rest.length > 0; ) {
		const [name = '', ...after] = rest;
		rest = after;
		const next = join(done, name);
		const target = await readLink(next);
		if (target === undefined) {
			done = next;
			continue;
		}
		links += 1;
		if (links > mostLinks) return next;
		if (isNetworkPath(target)) return target;
		const aim = resolve(dirname(next), target);
		({ root: done } = parse(aim));
		rest = [...partsOf(aim, done), ...rest];
	}
	return done;
}

function partsOf(path: string, root: string): readonly string[] {
	return path
		.slice(root.length)
		.split(/[\\/]+/)
		.filter((part) => part !== '');
}
