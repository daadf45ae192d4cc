import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { extensionParts } from './extensionCopy.ts';
import { openLocalEntry } from './localEntry.ts';
import { ensureEditor, root, step } from './machine.mjs';
import { packQuickly } from './packExtension.ts';

/** Settings that reduce the window to the subject of a test or a picture; each can be overridden. */
export const calmSettings: Readonly<Record<string, unknown>> = {
	'chat.disableAIFeatures': true,
	'editor.minimap.enabled': false,
	'extensions.ignoreRecommendations': true,
	'git.enabled': false,
	'git.openRepositoryInParentFolders': 'never',
	// It would look through the sockets of every process again and again.
	'remote.autoForwardPorts': false,
	'remote.autoForwardPortsSource': 'output',
	'remote.restoreForwardedPorts': false,
	'telemetry.telemetryLevel': 'off',
	'update.mode': 'none',
	'window.commandCenter': false,
	'workbench.enableExperiments': false,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.startupEditor': 'none',
	'workbench.tips.enabled': false,
};

/**
 * The editor's own extensions that tests may use: languages of the texts that Easel shows, and themes. Loading all of
 * them takes a third of the cost of a window.
 */
const metExtensions = [
	...['configuration-editing', 'diff', 'javascript', 'json', 'json-language-features', 'log'],
	...['markdown-basics', 'markdown-language-features', 'media-preview', 'python', 'search-result'],
	// The window starts these automatically and reports missing ones.
	...['emmet', 'extension-editing', 'git-base', 'github-authentication', 'markdown-math', 'merge-conflict'],
	...['microsoft-authentication', 'npm', 'references-view', 'simple-browser'],
	...['shellscript', 'theme-defaults', 'theme-modern-icons', 'theme-seti', 'typescript-basics', 'yaml'],
	// The folder that they share.
	'node_modules',
];

export interface EditorOptions {
	/**
	 * True to install the packed extension in addition to all of the editor's own, as a person has it: messages appear,
	 * and the title does not mention development. Otherwise each window loads the project's folder and can be driven by
	 * tests, and the editor drops every message it would show.
	 */
	readonly installed?: boolean;
	/** The folder of the editor's settings, storage and logs. A temporary one, removed at the end, unless given. */
	readonly dataFolder?: string;
	/** A secret that windows must send; without it, everyone who reaches the port has access. */
	readonly connectionToken?: string;
	/** True to trust folders only after a question; by default all are trusted. */
	readonly asksForTrust?: boolean;
	/** The folder of another extension that is installed. */
	readonly beside?: string;
	/** Further variables of its environment. */
	readonly env?: Readonly<Record<string, string>>;
}

export interface WindowOptions {
	/** A module with a function `run` that the extension host calls; the host ends with it. */
	readonly testsPath?: string;
	/** The folder of the extension; the project itself unless given. */
	readonly extension?: string;
	/** A file that the window opens. */
	readonly file?: string;
}

/** VS Code's server and web workbench in a separate process. */
export interface Editor {
	readonly address: string;
	readonly dataFolder: string;
	/** Returns the address of a window on a folder with the extension loaded. */
	windowAddress(folder: string, options?: WindowOptions): string;
	/** Replaces the person's settings; a window reads them when it opens. */
	writeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
	/**
	 * Replaces the settings of this computer, which windows apply immediately: only this file is watched. Settings with
	 * `application` scope have no effect there.
	 */
	writeMachineSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
	/** Returns everything the extension wrote to its log channels, and the extension host to its own. */
	readLogs(): Promise<string>;
	stop(): Promise<void>;
	/** Settles when the server has ended, for whatever reason. */
	readonly ended: Promise<unknown>;
}

/** Starts the editor; resolves when it answers. Throws with its output if it ends before that. */
export async function startEditor(options: EditorOptions = {}): Promise<Editor> {
	const { connectionToken: token, installed = false, asksForTrust = false } = options;
	const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'easel-editor-')));
	const product = await ensureEditor();
	const server = join(product, 'out', 'server-main.js');
	const extensions = join(dataFolder, 'extensions');
	if (installed) await installExtension(server, dataFolder, extensions);
	if (options.beside !== undefined)
		await cp(options.beside, join(extensions, basename(options.beside)), { recursive: true });
	const child = spawn(
		process.execPath,
		[
			server,
			...['--host', '127.0.0.1', '--port', '0'],
			...['--server-data-dir', dataFolder, '--extensions-dir', extensions],
			...(installed ? [] : ['--builtin-extensions-dir', await fewExtensions(product)]),
			...['--telemetry-level', 'off', '--accept-server-license-terms'],
			...(token === undefined ? ['--without-connection-token'] : ['--connection-token', token]),
			...(asksForTrust ? [] : ['--disable-workspace-trust']),
			...(installed ? [] : ['--enable-smoke-test-driver']),
		],
		{
			stdio: ['ignore', 'pipe', 'pipe'],
			// The environment is complete: the editor need not start the person's shell to extend it.
			env: { ...process.env, VSCODE_CLI: '1', ...options.env },
		},
	);
	// However this process ends, the editor must end too.
	const killChild = () => child.kill();
	process.once('exit', killChild);
	const ended = new Promise((resolve) => child.once('exit', resolve));
	const port = await announcedPort(child);
	const door = await openLocalEntry(port, dataFolder, token);
	const { address } = door;
	void ended.then(() => door.close());
	const write = async (place: string, settings: Readonly<Record<string, unknown>>) => {
		const file = join(dataFolder, 'data', place, 'settings.json');
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify(settings, undefined, 2));
	};
	return {
		address,
		dataFolder,
		ended,
		windowAddress(folder, { testsPath, extension = root, file } = {}) {
			// Not the authority of the window: the editor would mistake its own themes, which are in this folder, for
			// those of the extension, and choose the first one.
			const remote = (path: string) => `vscode-remote://remote${path}`;
			// The authority that the window gives to its folder: under another one the document would have two identities.
			const document = (path: string) => `vscode-remote://${new URL(address).host}${path}`;
			const payload = [
				...(installed ? [] : [['extensionDevelopmentPath', remote(extension.replace(/\/$/, ''))]]),
				['skipWelcome', 'true'],
				...(testsPath === undefined ? [] : [['extensionTestsPath', remote(testsPath)]]),
				...(file === undefined ? [] : [['openFile', document(file)]]),
			];
			const query = new URLSearchParams({
				folder,
				payload: JSON.stringify(payload),
				...(token && { tkn: token }),
			});
			return `${address}/?${query}`;
		},
		writeSettings: (settings) => write('User', { ...calmSettings, ...settings }),
		writeMachineSettings: (settings) => write('Machine', settings),
		readLogs: () => readLogs(join(dataFolder, 'data', 'logs')),
		async stop() {
			if (child.exitCode === null && child.signalCode === null) {
				const hosts = await childrenOf(child.pid);
				child.kill('SIGTERM');
				await ended;
				await endAll(hosts);
			}
			process.off('exit', killChild);
			if (options.dataFolder === undefined) {
				await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
			}
		},
	};
}

/** Creates a folder with the editor's own extensions that tests use. Several processes may call it at the same time. */
async function fewExtensions(product: string): Promise<string> {
	const folder = join(product, 'extensions-of-tests');
	await mkdir(folder, { recursive: true });
	for (const name of metExtensions) {
		await symlink(join(product, 'extensions', name), join(folder, name), 'junction').catch((error) => {
			if (error.code !== 'EEXIST') throw error;
		});
	}
	return folder;
}

/** Returns the child processes of a process, if the system can list them. */
async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
	const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	return list.split(' ').filter(Boolean).map(Number);
}

/**
 * Waits briefly for the extension hosts among the children of an editor to end, then kills all that are left: a host that
 * outlives its editor can loop for hours over a log in a deleted folder, and file watchers end only if they are killed.
 */
async function endAll(pids: readonly number[]): Promise<void> {
	// Empty for a process that has ended, even if its parent has not noticed yet.
	const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
	const areHostsLeft = async () =>
		(await Promise.all(pids.map(commandOf))).some((command) => command.includes('type=extensionHost'));
	for (let waited = 0; waited < 2000 && (await areHostsLeft()); waited += 50) await pause(50);
	for (const pid of pids) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It has ended.
		}
	}
}

/** Packs the project and installs it, unless the same files were installed there before. */
async function installExtension(server: string, dataFolder: string, extensions: string): Promise<void> {
	const wanted = await fingerprint();
	const record = join(dataFolder, 'installed-extension');
	if ((await readFile(record, 'utf8').catch(() => undefined)) === wanted) return;
	await step('Packing and installing Easel', () => packAndInstall(server, dataFolder, extensions));
	await writeFile(record, wanted);
}

async function packAndInstall(server: string, dataFolder: string, extensions: string): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'easel-package-'));
	try {
		const vsix = join(folder, 'easel.vsix');
		await packQuickly(vsix);
		const { status, stdout, stderr } = spawnSync(
			process.execPath,
			[
				...[server, '--install-extension', vsix, '--force'],
				...['--server-data-dir', dataFolder, '--extensions-dir', extensions],
				...['--telemetry-level', 'off', '--accept-server-license-terms'],
			],
			{ encoding: 'utf8' },
		);
		if (status !== 0) throw new Error(`The extension could not be installed:\n${stdout}${stderr}`);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Returns a hash of everything that could be packed. */
async function fingerprint(): Promise<string> {
	const hash = createHash('sha256');
	for (const part of extensionParts) {
		const path = join(root, part);
		const files = (await stat(path)).isFile()
			? [path]
			: (await readdir(path, { recursive: true, withFileTypes: true }))
					.filter((entry) => entry.isFile())
					.map((entry) => join(entry.parentPath, entry.name));
		for (const file of files.sort())
			hash
				.update(file)
				.update('\0')
				.update(await readFile(file))
				.update('\0');
	}
	return hash.digest('hex');
}

function announcedPort(child: ChildProcess): Promise<number> {
	return new Promise((resolve, reject) => {
		let output = '';
		const read = (chunk: Buffer) => {
			output += chunk;
			const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
			if (port !== undefined) resolve(Number(port));
		};
		child.stdout?.on('data', read);
		child.stderr?.on('data', read);
		child.once('error', reject);
		child.once('exit', (code) => reject(new Error(`The editor's server ended with ${code}:\n${output}`)));
	});
}

async function readLogs(folder: string): Promise<string> {
	const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	const texts = files
		.filter((file) => file.isFile() && /exthost|easel/i.test(join(file.parentPath, file.name)))
		.map(async (file) => {
			const path = join(file.parentPath, file.name);
			// The editor may remove the logs of older windows meanwhile.
			const text = await readFile(path, 'utf8').catch(() => '');
			return `--- ${path.slice(folder.length + 1)}\n${text}`;
		});
	return (await Promise.all(texts)).join('\n');
}
