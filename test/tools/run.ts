// Runs the tiers one after the other and adds up what they came to. The last line is the sum.
import { fork } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type HostEditor, runHostSuites } from './host.ts';
import { root } from './machine.mjs';
import { describeOutcome, type Outcome } from './outcome.ts';
import type { TierOrder } from './tierProcess.ts';

interface Tier {
	readonly folders: readonly string[];
	/** Milliseconds that one test may take before it counts as hanging. */
	readonly timeout: number;
	readonly hooks?: string;
	/** Whether each file has a process of its own, as many at once as the computer has cores for; windows wait more than they compute. */
	readonly sideBySide?: boolean;
	/** Whether a file with a failure is run again by itself. */
	readonly again?: boolean;
	/** Data outside the project that the tier needs; without it the tier is skipped. */
	readonly needs?: string;
	/** A variable of the environment that the tier needs; without it the tier is skipped. */
	readonly needsVariable?: string;
}

const tiers: Readonly<Record<string, Tier>> = {
	unit: { folders: ['unit'], timeout: 20_000, hooks: 'test/unit/support/vscodeHook.ts' },
	meta: { folders: ['meta'], timeout: 180_000 },
	conformance: { folders: ['conformance', 'faults'], timeout: 60_000 },
	corpus: { folders: ['corpus'], timeout: 120_000, needs: '../shared/data' },
	engine: {
		folders: ['engine'],
		timeout: 300_000,
		hooks: 'test/engine/support/hooks.ts',
		needsVariable: 'EASEL_COMFYUI',
	},
	host: { folders: ['host'], timeout: 180_000 },
	interface: {
		folders: ['interface'],
		timeout: 600_000,
		hooks: 'test/interface/support/hooks.ts',
		sideBySide: true,
		// A run can end before a slow window has reached the button that the test wants to press while it is under way.
		again: true,
	},
};
/** A tier that is not done by then hangs as a whole, even on a slow computer. */
const tierLimit = 60 * 60_000;

/** The most processes with a window; each takes about a gigabyte. */
const mostWindows = 3;

const usage = `npm test -- [--tier ${Object.keys(tiers).join(',')}] [--grep WORDS] [--editor desktop|browser] [--executable PATH] [--themes] [FILE...]

  --tier        only these tiers (all, unless given)
  --grep        only tests whose title holds these words
  --editor      where the host suites run: VS Code desktop or VS Code in the browser
  --executable  a VS Code desktop program to run them in
  --themes      take the pictures of the interface tier in every theme
  FILE          only these test files`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		tier: { type: 'string' },
		grep: { type: 'string' },
		editor: { type: 'string' },
		executable: { type: 'string' },
		themes: { type: 'boolean' },
		help: { type: 'boolean', short: 'h' },
	},
});
const wanted = values.tier?.split(',') ?? Object.keys(tiers);
const unknown = wanted.filter((name) => !(name in tiers));
if (values.help || unknown.length > 0 || !['desktop', 'browser', undefined].includes(values.editor)) {
	if (unknown.length > 0) console.error(`There is no tier named ${unknown.join(', ')}.\n`);
	console.log(usage);
	process.exit(values.help ? 0 : 2);
}
const onlyFiles = new Set(positionals.map((file) => resolve(file)));
const isPartial = onlyFiles.size > 0 || values.grep !== undefined;

const sum: Outcome = { passed: 0, failed: 0, skipped: 0 };
for (const [name, tier] of Object.entries(tiers)) {
	if (!wanted.includes(name)) continue;
	const files = (await filesOf(tier)).filter((file) => onlyFiles.size === 0 || onlyFiles.has(file));
	if (isPartial && files.length === 0) continue;
	console.log(`\n${name}`);
	if (tier.needs !== undefined && !existsSync(join(root, tier.needs))) {
		console.log(`  skipped: there is no ${tier.needs}`);
		sum.skipped++;
		continue;
	}
	if (tier.needsVariable !== undefined && !process.env[tier.needsVariable]) {
		console.log(`  skipped: ${tier.needsVariable} is not set`);
		sum.skipped++;
		continue;
	}
	const start = Date.now();
	const outcome = files.length === 0 ? undefined : await runTier(name, tier, files);
	if (outcome === undefined) {
		console.log(`  The ${name} tier ${files.length === 0 ? 'has no test' : 'ended before its tests did'}.`);
		sum.failed++;
		continue;
	}
	if (outcome.passed + outcome.failed === 0 && !isPartial) {
		console.log(`  The ${name} tier ran no test.`);
		outcome.failed++;
	}
	for (const kind of ['passed', 'failed', 'skipped'] as const) sum[kind] += outcome[kind];
	console.log(`  ${name}: ${describeOutcome(outcome)} in ${((Date.now() - start) / 1000).toFixed(0)} s`);
}
console.log(`\n${describeOutcome(sum)}`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

async function filesOf(tier: Tier): Promise<string[]> {
	const files: string[] = [];
	for (const folder of tier.folders) {
		for await (const file of glob(`test/${folder}/**/*.test.ts`, { cwd: root })) files.push(join(root, file));
	}
	return files.sort();
}

async function runTier(name: string, tier: Tier, files: readonly string[]): Promise<Outcome | undefined> {
	const order: TierOrder = {
		files,
		timeout: tier.timeout,
		...(tier.hooks === undefined ? {} : { hooks: join(root, tier.hooks) }),
		...(values.grep === undefined ? {} : { grep: values.grep }),
	};
	const run = tier.sideBySide ? runSideBySide : runInProcess;
	if (name !== 'host') return tier.again ? runAgain(order, run) : run(order);
	return runHostSuites({
		order,
		limit: tierLimit,
		...(values.editor === undefined ? {} : { editor: values.editor as HostEditor }),
		...(values.executable === undefined ? {} : { executable: values.executable }),
	});
}

/** Runs the files, then again those with a failure, in windows of their own; the second run of a file counts. */
async function runAgain(
	order: TierOrder,
	run: (order: TierOrder) => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
	const first = await run(order);
	const failing = Object.keys(first?.failedFiles ?? {});
	if (first === undefined || failing.length === 0) return first;
	console.log(`\n  Again: ${failing.map((file) => relative(root, file)).join(', ')}`);
	const second = await runInProcess({ ...order, files: failing });
	if (second === undefined) return undefined;
	const sum = { ...first };
	for (const kind of ['passed', 'failed', 'skipped'] as const) {
		for (const outcome of Object.values(first.failedFiles ?? {})) sum[kind] -= outcome[kind];
		sum[kind] += second[kind];
	}
	return sum;
}

/** Runs each file in a process of its own, some at once; undefined when one of them ended before its tests did. */
async function runSideBySide(order: TierOrder): Promise<Outcome | undefined> {
	const sizes = new Map(order.files.map((file) => [file, statSync(file).size]));
	// The largest first, so that none is left alone at the end.
	const waiting = order.files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
	const sum: Outcome = { passed: 0, failed: 0, skipped: 0, failedFiles: {} };
	let isWhole = true;
	const lanes = Array.from({ length: Math.min(mostWindows, availableParallelism()) }, async () => {
		for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
			const outcome = await runInProcess({ ...order, files: [file] });
			if (outcome === undefined) {
				console.log(`  ${relative(root, file)} ended before its tests did.`);
				isWhole = false;
				continue;
			}
			for (const kind of ['passed', 'failed', 'skipped'] as const) sum[kind] += outcome[kind];
			Object.assign(sum.failedFiles ?? {}, outcome.failedFiles);
		}
	});
	await Promise.all(lanes);
	return isWhole ? sum : undefined;
}

function runInProcess(order: TierOrder): Promise<Outcome | undefined> {
	return new Promise((resolve) => {
		const child = fork(join(root, 'test', 'tools', 'tierProcess.ts'), [JSON.stringify(order)], {
			cwd: root,
			env: { ...process.env, ...(values.themes && { EASEL_TEST_THEMES: 'all' }) },
		});
		let outcome: Outcome | undefined;
		const limit = setTimeout(() => {
			console.log(
				`  These files did not end in time: ${order.files.map((file) => relative(root, file)).join(', ')}`,
			);
			child.kill('SIGKILL');
		}, tierLimit);
		child.once('message', (message) => {
			outcome = message as Outcome;
		});
		child.once('exit', () => {
			clearTimeout(limit);
			resolve(outcome);
		});
	});
}
