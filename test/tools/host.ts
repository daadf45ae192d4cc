/**
 * Runs the suites of `test/host` inside a real extension host: VS Code desktop if it is available, otherwise VS Code's
 * server with a browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { launchBrowser } from './browser.ts';
import { calmSettings, startEditor } from './editor.ts';
import { cache, root } from './machine.mjs';
import type { Outcome } from './outcome.ts';
import type { TierOrder } from './tierProcess.ts';

export type HostEditor = 'desktop' | 'browser';

export interface HostRun {
	readonly files: readonly string[];
	readonly order: TierOrder;
	/** Milliseconds for everything. */
	readonly limit: number;
	readonly editor?: HostEditor;
	readonly executable?: string;
}

/** The files in which the suites, in their own process, leave their report. */
export interface ReportFiles {
	readonly outcomeFile: string;
	readonly reportFile: string;
}

/** Runs the suites; `undefined` when the host ended before they did. */
export async function runHostSuites(run: HostRun): Promise<Outcome | undefined> {
	const work = await mkdtemp(join(tmpdir(), 'easel-host-'));
	try {
		const outcomeFile = join(work, 'outcome.json');
		const reportFile = join(work, 'report.txt');
		const testsPath = await bundleSuites(run, { outcomeFile, reportFile });
		const workspace = join(work, 'workspace');
		await mkdir(workspace);
		const executable = run.editor === 'browser' ? undefined : await desktopProgram(run);
		const stopPrinting = printReport(reportFile);
		if (executable === undefined) await runInBrowser(workspace, testsPath, outcomeFile, run.limit);
		else await runOnDesktop(executable, workspace, testsPath, work);
		stopPrinting();
		return await readOutcome(outcomeFile);
	} finally {
		await rm(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}

const readOutcome = (file: string): Promise<Outcome | undefined> =>
	readFile(file, 'utf8')
		.then(JSON.parse)
		.catch(() => undefined);

/** Bundles the suites into one CommonJS file next to a small runner, since the host may not read TypeScript. */
async function bundleSuites({ order, files }: HostRun, reports: ReportFiles): Promise<string> {
	const folder = join(cache, 'suites');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
	const shared = {
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node22',
		external: ['vscode', 'mocha'] as string[],
		sourcemap: 'inline',
		logLevel: 'warning',
	} satisfies esbuild.BuildOptions;
	const imports = files.map((file) => `import './${relative(root, file).replaceAll('\\', '/')}';`);
	await esbuild.build({
		...shared,
		stdin: { contents: imports.join('\n'), resolveDir: root },
		outfile: join(folder, 'suites.js'),
	});
	await esbuild.build({
		...shared,
		entryPoints: [join(root, 'test', 'tools', 'insideHost.ts')],
		define: { hostOrder: JSON.stringify({ ...order, ...reports, suites: join(folder, 'suites.js') }) },
		outfile: join(folder, 'runner.js'),
	});
	return join(folder, 'runner.js');
}

/** Returns the desktop program to run in; undefined if none exists and none can be downloaded. */
async function desktopProgram({ editor, executable }: HostRun): Promise<string | undefined> {
	if (executable !== undefined) return executable;
	const hasDisplay =
		process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
	if (editor === undefined && !hasDisplay) return undefined;
	try {
		return await downloadAndUnzipVSCode({ version: 'stable', cachePath: join(cache, 'desktop') });
	} catch (cause) {
		if (editor === 'desktop') throw cause;
		console.log(`  VS Code desktop cannot be fetched (${String(cause)}), so VS Code in the browser is used.`);
		return undefined;
	}
}

async function runOnDesktop(
	executable: string,
	workspace: string,
	testsPath: string,
	work: string,
): Promise<void> {
	const userData = join(work, 'user');
	const settings = join(userData, 'User', 'settings.json');
	await mkdir(dirname(settings), { recursive: true });
	await writeFile(settings, JSON.stringify(calmSettings));
	// The counts show what failed; a run that was refused has none.
	await runTests({
		vscodeExecutablePath: executable,
		extensionDevelopmentPath: root,
		extensionTestsPath: testsPath,
		launchArgs: [
			workspace,
			'--disable-extensions',
			'--disable-workspace-trust',
			`--user-data-dir=${userData}`,
		],
	}).catch((cause) => console.log(`  VS Code ended with: ${String(cause)}`));
}

async function runInBrowser(
	workspace: string,
	testsPath: string,
	outcomeFile: string,
	limit: number,
): Promise<void> {
	const editor = await startEditor();
	await editor.writeSettings({});
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage();
		await page.goto(editor.windowAddress(workspace, { testsPath }));
		const end = Date.now() + limit;
		while (Date.now() < end) {
			if ((await readOutcome(outcomeFile)) !== undefined) return;
			await new Promise((resolve) => setTimeout(resolve, 200));
		}
		console.log(`  The host did not finish. It logged:\n${await editor.readLogs()}`);
	} finally {
		await browser.close();
		await editor.stop();
	}
}

/** Prints the report of the suites while they run; returns a function that stops it. */
function printReport(file: string): () => void {
	let printed = 0;
	const print = () => {
		const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
		process.stdout.write(text.slice(printed));
		printed = text.length;
	};
	const timer = setInterval(print, 300);
	return () => {
		clearInterval(timer);
		print();
	};
}
