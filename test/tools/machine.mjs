// Installs what a computer with nothing but Node and npm lacks: the project's libraries, Node 24, an editor and a
// browser. Runs on Node 20 with nothing installed, so it imports nothing but Node's own modules.
//
// Everything lands in `.vscode-test/`, one folder per tool. A folder is filled under a temporary name and
// renamed when it is complete: it either is not there or works, however often the command was interrupted.
import { spawn, spawnSync } from 'node:child_process';
import { access, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const cache = join(root, '.vscode-test');

/** The versions of everything that is installed. */
export const pinned = JSON.parse(await readFile(new URL('pinned.json', import.meta.url), 'utf8'));

/** A problem the person can fix: printed as a sentence, without a stack. */
export class Trouble extends Error {}

/** @param {string} path */
export const exists = (path) =>
	access(path).then(
		() => true,
		() => false,
	);

/**
 * Prints what is being done, and when it is done how long it took; several may be under way at once.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function step(what, work) {
	const start = Date.now();
	process.stderr.write(`${what} ...\n`);
	const value = await work();
	process.stderr.write(`${what}: done in ${((Date.now() - start) / 1000).toFixed(1)} s\n`);
	return value;
}

/**
 * Runs a program to its end and keeps what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runQuietly(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
		child.once('error', reject);
		child.once('close', (code) => resolve({ code, output }));
	});
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
async function npm(args, cwd) {
	const all = [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	// Under `npm start` npm passes on where its own program is; that works on every platform without a shell.
	const script = process.env.npm_execpath;
	const { code, output } = script?.endsWith('.js')
		? await runQuietly(process.execPath, [script, ...all], { cwd })
		: await runQuietly('npm', all, { cwd, shell: process.platform === 'win32' });
	if (code === 0) return;
	const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT/.test(
		output,
	);
	const advice = offline
		? 'The package registry cannot be reached. Check that this computer is online, and the proxy settings of npm, then run the same command again: what is complete already is kept.'
		: 'Run the same command again: what is complete already is kept.';
	throw new Trouble(`npm ${args[0]} did not finish. ${advice}\n\nnpm said:\n${output.trim().slice(0, 1500)}`);
}

/**
 * Fills `.vscode-test/<name>` once per version.
 * @param {string} name
 * @param {string} version
 * @param {string} what
 * @param {(folder: string) => Promise<void>} fill
 */
async function provide(name, version, what, fill) {
	const folder = join(cache, name);
	const isComplete = async () =>
		(await readFile(join(folder, 'version'), 'utf8').catch(() => undefined)) === version;
	if (await isComplete()) return folder;
	await mkdir(cache, { recursive: true });
	const partial = `${folder}.partial-${process.pid}`;
	try {
		await step(what, async () => {
			await mkdir(partial, { recursive: true });
			await writeFile(join(partial, 'package.json'), '{ "private": true }\n');
			await fill(partial);
			await writeFile(join(partial, 'version'), version);
		});
		if (!(await isComplete())) {
			await rm(folder, { recursive: true, force: true });
			await rename(partial, folder).catch(async (cause) => {
				// Another run of the same command was faster.
				if (!(await isComplete())) throw cause;
			});
		}
	} finally {
		await rm(partial, { recursive: true, force: true });
	}
	return folder;
}

/** Whether `node_modules` holds what the lock file asks for, no matter who installed it. */
async function dependenciesAreCurrent() {
	const [wanted, present] = await Promise.all(
		['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
			readFile(join(root, file), 'utf8').then(
				(text) => JSON.parse(text).packages,
				() => undefined,
			),
		),
	);
	if (present === undefined) return false;
	return Object.entries(wanted).every(
		([path, entry]) =>
			path === '' || present[path]?.version === entry.version || (entry.optional && !present[path]),
	);
}

/**
 * Installs what a command needs, all at once, since fetching mostly waits for the network.
 * @param {boolean} [withEditor] whether it needs the editor
 * @returns {Promise<string>} a program of Node 24
 */
export async function ensureTools(withEditor = false) {
	const ends = await Promise.allSettled([
		ensureNode(),
		ensureDependencies(),
		...(withEditor ? [ensureEditor()] : []),
	]);
	// What else is under way comes to its end first, so that it is kept for the next time.
	for (const end of ends) if (end.status === 'rejected') throw end.reason;
	return ensureNode();
}

/** Installs the project's libraries when they differ from the lock file. */
async function ensureDependencies() {
	if (await dependenciesAreCurrent()) return;
	await step("Installing the project's libraries", () => npm(['ci'], root));
}

/** A program of Node 24: this one if it is, otherwise one from the registry. */
async function ensureNode() {
	if (process.versions.node.split('.')[0] === pinned.node.split('.')[0]) return process.execPath;
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const name = `node-${platform}-${process.arch}`;
	const folder = await provide('node', pinned.node, `Fetching Node ${pinned.node}`, (partial) =>
		npm(['install', '--prefix', partial, `${name}@${pinned.node}`], partial),
	);
	return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The folder of VS Code's server and web workbench. */
export async function ensureEditor() {
	const version = pinned['code-server'];
	const folder = await provide(
		'editor',
		version,
		`Fetching VS Code ${version} for the browser`,
		async (partial) => {
			await npm(['install', '--prefix', partial, `code-server@${version}`], partial);
			const editor = join(partial, 'node_modules', 'code-server', 'lib', 'vscode');
			for (const inner of [editor, join(editor, 'extensions')]) await npm(['install', '--omit=dev'], inner);
		},
	);
	const editor = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
	await copyFile(
		new URL('logWriter.cjs', import.meta.url),
		join(editor, 'node_modules', '@vscode', 'spdlog', 'index.js'),
	);
	return editor;
}

/**
 * The program of a headless Chromium. It comes from the registry for Linux on x64; elsewhere an installed one serves.
 * @param {string} node a program of Node 24, which the unpacking needs
 */
export async function ensureBrowser(node) {
	if (process.env.EASEL_BROWSER) return process.env.EASEL_BROWSER;
	if (process.platform !== 'linux' || process.arch !== 'x64') return installedBrowser();
	const name = '@sparticuz/chromium';
	const folder = await provide(
		'browser',
		pinned[name],
		`Fetching Chromium ${pinned[name]}`,
		async (partial) => {
			await npm(['install', '--prefix', partial, `${name}@${pinned[name]}`], partial);
			const unpack = `const { default: it } = await import('${name}'); await it.executablePath();`;
			// The two further variables make it unpack the few system libraries it needs, for machines without them.
			const env = {
				...process.env,
				TMPDIR: partial,
				AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
				AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x',
			};
			const { code, output } = await runQuietly(node, ['--input-type=module', '-e', unpack], {
				cwd: partial,
				env,
			});
			if (code !== 0)
				throw new Trouble(`Chromium could not be unpacked. Run the same command again.\n\n${output}`);
			await rm(join(partial, 'node_modules'), { recursive: true });
		},
	);
	return join(folder, 'chromium');
}

async function installedBrowser() {
	/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
	const places = {
		darwin: [
			'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
			'/Applications/Chromium.app/Contents/MacOS/Chromium',
			'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
		],
		win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
			.filter((folder) => folder !== undefined)
			.flatMap((folder) => [
				join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
				join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
			]),
		linux: ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge'],
	};
	for (const place of places[process.platform] ?? []) if (await exists(place)) return place;
	throw new Trouble(
		'No browser was found for the interface tests. Install Chrome, Chromium or Edge, or name one in the environment variable EASEL_BROWSER.',
	);
}

/** Builds `dist/`. @param {string} node */
export async function build(node) {
	await step('Building', async () => {
		const { code, output } = await runQuietly(node, ['esbuild.mjs'], { cwd: root });
		if (code !== 0) throw new Trouble(`The build failed:\n${output}`);
	});
}

/** Whether a command is on the search path and answers. @param {string} command */
export function answers(command) {
	return (
		spawnSync(command, ['--version'], {
			shell: process.platform === 'win32',
			stdio: 'ignore',
			timeout: 20_000,
		}).status === 0
	);
}

/**
 * Continues in a program under Node 24, whose end is the end of this one; a signal is passed on.
 * @param {string} node
 * @param {string} program relative to the project
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function goOn(node, program, args, env) {
	const child = spawn(node, [join(root, program), ...args], {
		cwd: root,
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
		env: { ...process.env, ...env },
	});
	// On Ctrl-C the terminal signals the child too; this process only has to outlive it.
	for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
		process.on(signal, () => child.kill(signal));
	// Ending npm itself ends only the shell between npm and this process, which then has another parent.
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref();
	child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/**
 * Runs a command's main function; trouble ends it with its sentence.
 * @param {() => Promise<void>} main
 */
export async function command(main) {
	if (Number(process.versions.node.split('.')[0]) < 20) {
		console.error(`Easel needs Node 20 or newer to start; this is Node ${process.versions.node}.`);
		process.exit(1);
	}
	try {
		await main();
	} catch (cause) {
		console.error(cause instanceof Trouble ? `\n${cause.message}` : cause);
		process.exit(1);
	}
}
