import { spawn } from 'node:child_process';

/** Programs that open a page or a file, by the system. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
	darwin: ['open'],
	win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a web page with the browser of the system, and returns whether that began. */
export async function openPage(address: string): Promise<boolean> {
	const url = URL.parse(address);
	if (url === null || !/^https?:$/.test(url.protocol)) return false;
	return started(url.href);
}

/** Opens a file or folder with the system's default program, and returns whether that began. */
export async function openFile(path: string): Promise<boolean> {
	return started(path);
}

/** Passes something to the opener of the system, and returns whether that exists. */
function started(what: string): Promise<boolean> {
	const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
	const opening = spawn(program, [...args, what], { stdio: 'ignore', detached: true });
	opening.unref();
	const { promise, resolve } = Promise.withResolvers<boolean>();
	opening.once('error', () => resolve(false));
	opening.once('spawn', () => resolve(true));
	return promise;
}
