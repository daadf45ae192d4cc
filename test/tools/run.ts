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
	/** Whether the files share as many processes as the computer has cores, or have a process each, as many at once; all in one otherwise. */
	readonly sideBySide?: 'shares' | 'files';
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
		sideBySide: 'shares',
	},
	meta: { folders: ['meta'], timeout: 180_000 },
	conformance: { folders: ['conformance', 'faults'], timeout: 120_000, sideBySide: 'shares' },
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
		sideBySide: 'files',
	},
};
/** A tier that is not done by then hangs as a whole, even on a slow computer. */
const tierLimit = 60 * 60_000;

/** The most processes at once; one with a window takes about a gigabyte. */
const mostProcesses = 3;

/** More than one, since files of one size do not take one time. */
const sharesOfALane = 3;

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
	if (name !== 'host') return tier.sideBySide ? runSideBySide(order, tier.sideBySide) : runInProcess(order);
	return runHostSuites({
		order,
		limit: tierLimit,
		...(values.editor === undefined ? {} : { editor: values.editor as HostEditor }),
		...(values.executable === undefined ? {} : { executable: values.executable }),
	});
}

/** Runs groups of files in processes of their own, some at once; undefined when one of them ended before its tests did. */
async function runSideBySide(order: TierOrder, how: 'shares' | 'files'): Promise<Outcome | undefined> {
	const lanes = Math.min(mostProcesses, availableParallelism());
	const groups = groupsOf(order.files, how === 'files' ? order.files.length : lanes * sharesOfALane);
	const sum: Outcome = { passed: 0, failed: 0, skipped: 0 };
	let isWhole = true;
	await Promise.all(
		Array.from({ length: lanes }, async () => {
			for (let files = groups.shift(); files !== undefined; files = groups.shift()) {
				const outcome = await runInProcess({ ...order, files });
				if (outcome === undefined) {
					const names = files.map((file) => relative(root, file)).join(', ');
					console.log(`  Ended before all tests did: ${names}`);
					isWhole = false;
					continue;
				}
				for (const kind of ['passed', 'failed', 'skipped'] as const) sum[kind] += outcome[kind];
			}
		}),
	);
	return isWhole ? sum : undefined;
}

/** The files in so many groups of about one size, the largest files first, so that none is left alone at the end. */
function groupsOf(files: readonly string[], count: number): string[][] {
	const sizes = new Map(files.map((file) => [file, statSync(file).size]));
	const groups = Array.from({ length: Math.min(count, files.length) }, () => ({
		size: 0,
		files: [] as string[],
	}));
	for (const file of files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))) {
		const smallest = groups.reduce((least, group) => (group.size < least.size ? group : least));
		smallest.files.push(file);
		smallest.size += sizes.get(file) ?? 0;
	}
	return groups.map((group) => group.files);
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
