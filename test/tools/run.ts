// Runs the files of all tiers, with as many processes as the computer can take, and sums up their outcomes. The last
// line is the sum.

import { existsSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { compact } from '../../src/core/base/compact.ts';
import { type HostEditor, runHostSuites } from './host.ts';
import { ensureBrowser, ensureEditor, root } from './machine.mjs';
import { makeMemoryFolder } from './memoryFolder.ts';
import { addOutcome, describeOutcome, noOutcome, type Outcome } from './outcome.ts';
import type { TierOrder } from './tierProcess.ts';
import { TierWorker } from './tierWorker.ts';

interface Tier {
	readonly folders: readonly string[];
	/** Milliseconds that one test may take before it counts as hanging. */
	readonly timeout: number;
	readonly hooks?: string;
	/** True if one process runs all of its files. */
	readonly together?: boolean;
	/** True if its files open windows, which need most of a computer. */
	readonly opensWindows?: boolean;
	/** Data outside the project that the tier needs; without it the tier is skipped. */
	readonly needs?: string;
	/** A variable of the environment that the tier needs; without it the tier is skipped. */
	readonly needsVariable?: string;
}

const tiers: Readonly<Record<string, Tier>> = {
	unit: {
		folders: ['unit'],
		timeout: 60_000,
		hooks: 'test/unit/support/vscodeHook.ts',
	},
	meta: { folders: ['meta'], timeout: 180_000 },
	conformance: { folders: ['conformance', 'faults'], timeout: 120_000 },
	corpus: { folders: ['corpus'], timeout: 120_000, needs: '../shared/data' },
	engine: {
		folders: ['engine'],
		timeout: 300_000,
		hooks: 'test/engine/support/hooks.ts',
		together: true,
		needsVariable: 'EASEL_COMFYUI',
	},
	host: { folders: ['host'], timeout: 180_000, together: true, opensWindows: true },
	interface: {
		folders: ['interface'],
		timeout: 600_000,
		hooks: 'test/interface/support/hooks.ts',
		opensWindows: true,
	},
};
/** Time limit of a tier: a longer one hangs, even on a slow computer. */
const tierLimit = 60 * 60_000;

/** Cores that are made use of; a process with a window takes about a gigabyte. */
const cores = Math.min(3, availableParallelism());

/** Number of processes: two more than the cores, since most of them wait now and then. */
const atOnce = cores + 2;
/**
 * Number of processes with windows while others exist, which fill the time in which windows wait; one more when none is
 * left.
 */
const windowsAtOnce = Math.min(2, cores);

const usage = `npm test -- [--tier ${Object.keys(tiers).join(',')}] [--grep WORDS] [--editor desktop|browser] [--executable PATH] [--themes] [PATH...]

  --tier        only these tiers (all, unless given)
  --grep        only tests whose title holds these words
  --editor      where the host suites run: VS Code desktop or VS Code in the browser
  --executable  a VS Code desktop program to run them in
  --themes      take the pictures of the interface tier in every theme
  PATH          only these test files, and those in these folders`;

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
const onlyPaths = positionals.map((path) => resolve(path));
const missingPath = onlyPaths.find((path) => !existsSync(path));
if (missingPath !== undefined) {
	console.error(`There is no file or folder ${missingPath}.`);
	process.exit(2);
}
const isWanted = (file: string) =>
	onlyPaths.length === 0 || onlyPaths.some((path) => file === path || file.startsWith(path + sep));
const isPartial = onlyPaths.length > 0 || values.grep !== undefined;

/** A unit of work: a file, or all those of a tier. */
interface Job {
	readonly tier: TierRun;
	readonly files: readonly string[];
}

/** A tier in progress: its remaining files, and its outcome. */
interface TierRun {
	readonly name: string;
	readonly tier: Tier;
	readonly outcome: Outcome;
	readonly broken: string[];
	/** Jobs that have not ended. */
	left: number;
	/** Processes that wait for a file. */
	readonly idle: TierWorker[];
	startedAt: number | undefined;
}

const sum = noOutcome();
const jobs: Job[] = [];
for (const [name, tier] of Object.entries(tiers)) {
	if (!wanted.includes(name)) continue;
	const files = (await filesOf(tier)).filter(isWanted);
	if (isPartial && files.length === 0) continue;
	const missing =
		tier.needs !== undefined && !existsSync(join(root, tier.needs))
			? `there is no ${tier.needs}`
			: tier.needsVariable !== undefined && !process.env[tier.needsVariable]
				? `${tier.needsVariable} is not set`
				: undefined;
	if (missing !== undefined) {
		console.log(`  ${name} skipped: ${missing}`);
		sum.skipped++;
		continue;
	}
	if (files.length === 0) {
		console.log(`  The ${name} tier has no test.`);
		sum.failed++;
		continue;
	}
	const groups = tier.together ? [files] : files.map((file) => [file]);
	const run: TierRun = {
		name,
		tier,
		outcome: noOutcome(),
		broken: [],
		left: groups.length,
		idle: [],
		startedAt: undefined,
	};
	jobs.push(...groups.map((group) => ({ tier: run, files: group })));
}
const memory = await makeMemoryFolder();
if (memory !== undefined) process.env.TMPDIR = memory;
await runAll(jobs);
if (sum.failures.length > 0) console.log(`\nFailed:\n  ${sum.failures.join('\n  ')}`);
console.log(`\n${describeOutcome(sum)}`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);

/** Starts the next ones while there is capacity, those with windows first: they take longest, and their number is limited. */
async function runAll(jobs: readonly Job[]): Promise<void> {
	const withWindows = jobs.filter(({ tier: { tier } }) => tier.opensWindows);
	const others = jobs.filter(({ tier: { tier } }) => !tier.opensWindows);
	const running = new Set<Promise<void>>();
	let windows = 0;
	// The editor and the browser are downloaded once for all, while others run. If that fails, each window reports it.
	let canOpen = withWindows.length === 0;
	const fetched = Promise.allSettled(canOpen ? [] : [ensureEditor(), ensureBrowser(process.execPath)]).then(
		() => {
			canOpen = true;
		},
	);
	const start = (job: Job, windowsOfIt: number) => {
		windows += windowsOfIt;
		const run = runJob(job).finally(() => {
			windows -= windowsOfIt;
			running.delete(run);
		});
		running.add(run);
	};
	while (running.size > 0 || withWindows.length > 0 || others.length > 0) {
		while (running.size < atOnce) {
			const mostWindows = windowsAtOnce + (others.length > 0 ? 0 : 1);
			const window = canOpen && windows < mostWindows ? withWindows.shift() : undefined;
			const next = window ?? others.shift();
			if (next === undefined) break;
			start(next, window === undefined ? 0 : 1);
		}
		await Promise.race(canOpen ? running : [...running, fetched]);
	}
}

async function runJob({ tier: run, files }: Job): Promise<void> {
	run.startedAt ??= Date.now();
	const outcome = await (run.name === 'host' ? runInHost(run, files) : runInWorker(run, files));
	if (outcome === undefined) run.broken.push(...files.map((file) => relative(root, file)));
	else addOutcome(run.outcome, outcome);
	run.left--;
	if (run.left === 0) await endTier(run);
}

async function endTier({ name, outcome, broken, idle, startedAt = 0 }: TierRun): Promise<void> {
	await Promise.all(idle.map((worker) => worker.end()));
	if (broken.length > 0) {
		console.log(`  The ${name} tier ended before its tests did: ${broken.join(', ')}`);
		outcome.failed++;
		outcome.failures.push(`${broken.join(', ')}: ended before the tests did`);
	} else if (outcome.passed + outcome.failed === 0 && !isPartial) {
		console.log(`  The ${name} tier ran no test.`);
		outcome.failed++;
	}
	addOutcome(sum, outcome);
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
	console.log(`${name}: ${describeOutcome(outcome)} in ${seconds} s`);
}

/** Returns the test files of a tier, the largest first, so that no long one is left alone at the end. */
async function filesOf(tier: Tier): Promise<string[]> {
	const sizes = new Map<string, number>();
	for (const folder of tier.folders)
		for await (const file of glob(`test/${folder}/**/*.test.ts`, { cwd: root }))
			sizes.set(join(root, file), statSync(join(root, file)).size);
	return [...sizes].sort(([, one], [, other]) => other - one).map(([file]) => file);
}

function orderOf({ hooks, timeout }: Tier): TierOrder {
	return {
		timeout,
		...(hooks === undefined ? {} : { hooks: join(root, hooks) }),
		...compact({ grep: values.grep }),
	};
}

function runInHost({ tier }: TierRun, files: readonly string[]): Promise<Outcome | undefined> {
	return runHostSuites({
		files,
		order: orderOf(tier),
		limit: tierLimit,
		...(values.editor === undefined ? {} : { editor: values.editor as HostEditor }),
		...compact({ executable: values.executable }),
	});
}

/** Runs files in a process of their tier: in an idle one that has run others, if there is one. */
async function runInWorker({ tier, idle }: TierRun, files: readonly string[]): Promise<Outcome | undefined> {
	const worker =
		idle.pop() ?? new TierWorker(orderOf(tier), values.themes ? { EASEL_TEST_THEMES: 'all' } : {});
	const outcome = await worker.run(files, tierLimit);
	if (outcome !== undefined) idle.push(worker);
	return outcome;
}
