import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Findings, findings, rowsOf } from '../campaign/check.ts';
import type { CampaignRecords } from '../campaign/window.ts';
import { colorOf, jobNameOf, promptOf, sizeOf, type Work, writeMedia } from '../campaign/work.ts';
import { SandboxProcess } from '../sandbox.ts';
import { Commands } from './commands.ts';
import { Person, writeDocument } from './person.ts';
import { OddProxy } from './proxy.ts';

export interface CommandPlan {
	readonly seed: string;
	readonly work: Work;
	/** The speed of the clock of the sandbox in relation to the real one. */
	readonly speed: number;
	/** Keeps the folder. */
	readonly keep?: boolean;
	readonly onProgress?: (done: number, of: number, problems: readonly string[]) => void;
}

export interface CommandOutcome extends Findings {
	readonly seconds: number;
	/** Calls of the service, and commands. */
	readonly calls: number;
	readonly commands: number;
	readonly kills: number;
	/** Oddities by kind. */
	readonly kinds: ReadonlyMap<string, number>;
	/** Commands by their first word and their exit status. */
	readonly statuses: ReadonlyMap<string, number>;
	readonly folder: string;
}

/** Number of things in progress; more than processes, since some wait for the end of killed ones. */
const thingsAtOnce = 24;

/** Lets commands do their work with a sandbox behind an odd gateway, kills some of them, and compares the records at the end. */
export async function runCommands(plan: CommandPlan): Promise<CommandOutcome> {
	const begun = Date.now();
	const { work, seed } = plan;
	const folder = mkdtempSync(join(tmpdir(), 'easel-commands-'));
	const data = join(folder, 'data');
	const history = join(folder, 'history');
	const sandbox = new SandboxProcess(data, plan.speed);
	await sandbox.start();
	const { baseUrl, controlUrl, token } = sandbox.announced;
	await fetch(`${controlUrl}/balance`, {
		method: 'POST',
		body: JSON.stringify({ microdollars: 1_000_000_000 }),
	});
	const [{ value: storagePort } = { value: 0 }] = rowsOf(
		data,
		"SELECT value FROM meta WHERE key = 'storage_port'",
	);
	const names = namesOf(work);
	const proxy = new OddProxy({
		seed,
		token,
		origins: { api: baseUrl, storage: `http://127.0.0.1:${storagePort}` },
		nameOf: (body) => names.find(([, words]) => words.test(body))?.[0],
		onSubmission: (name, moment) => commands.reached(name, moment),
	});
	await proxy.start();
	const commands = new Commands(folder, proxy.baseUrl, token);
	const problems: string[] = [];
	const person = new Person({ commands, seed, folder, data, work, say: (problem) => problems.push(problem) });
	for (let index = 0; index < work.runs; index++) writeDocument(folder, index);
	for (let index = 0; index < work.uploads; index++) writeMedia(folder, index);
	try {
		let done = 0;
		await each(thingsOf(work, person), async (thing) => {
			await thing().catch((error: unknown) => problems.push(`the campaign itself: ${error}`));
			done++;
			plan.onProgress?.(done, sizeOf(work), problems);
		});
		proxy.isPolite = true;
		await lookAgain(commands, recordsIn(history));
		const records = recordsIn(history);
		const found = await findings({
			folder,
			data,
			work,
			journal: proxy.journal,
			sandbox,
			records,
			archive: join(history, 'runs'),
			uploadsAgain: true,
		});
		if (await hasToken(history, token)) problems.push('the token is in a file of the history');
		return {
			problems: [...problems, ...commands.problems, ...proxy.leaks, ...found.problems],
			sums: found.sums,
			seconds: (Date.now() - begun) / 1000,
			calls: proxy.calls,
			commands: commands.count,
			kills: commands.kills,
			kinds: proxy.kinds,
			statuses: commands.statuses,
			folder,
		};
	} finally {
		proxy.close();
		await sandbox.kill();
		if (plan.keep !== true) rmSync(folder, { recursive: true, force: true });
	}
}

/** Returns the words that identify each thing in the body that submits it. */
function namesOf({ runs, models, jobs }: Work): readonly (readonly [string, RegExp])[] {
	const of = (count: number, name: (index: number) => readonly [string, string]) =>
		Array.from({ length: count }, (_, index) => {
			const [thing, words] = name(index);
			return [thing, new RegExp(words)] as const;
		});
	return [
		...of(runs, (index) => [`run-${index}`, `"color":\\s*${colorOf(index)}\\b`]),
		...of(models, (index) => [`model-${index}`, `"${promptOf(index)}"`]),
		...of(jobs, (index) => [jobNameOf(index), `name: ${jobNameOf(index)}\\b`]),
	];
}

/** Returns the work of all kinds, mixed. */
function thingsOf({ runs, models, uploads, jobs }: Work, person: Person): readonly (() => Promise<void>)[] {
	const of = (count: number, act: (index: number) => Promise<void>) =>
		Array.from({ length: count }, (_, index) => ({ at: (index + 0.5) / count, act: () => act(index) }));
	return [
		...of(runs, (index) => person.run(index)),
		...of(models, (index) => person.model(index)),
		...of(uploads, (index) => person.upload(index)),
		...of(jobs, (index) => person.job(index)),
	]
		.toSorted((one, other) => one.at - other.at)
		.map(({ act }) => act);
}

async function each<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
	let next = 0;
	await Promise.all(
		Array.from({ length: thingsAtOnce }, async () => {
			for (let index = next++; index < all.length; index = next++) await act(all[index] as T);
		}),
	);
}

/** Shows unfinished records, and all jobs, whose last files may have been listed after their end. */
async function lookAgain(commands: Commands, { runs, jobs }: CampaignRecords): Promise<void> {
	const moving = runs.filter(({ state }) => /^(?:submitting|queued|running|fetching)$/.test(state));
	await each(moving, async ({ id }) => void (await commands.run(id, ['runs', 'show', id, '--wait'])));
	await each(jobs, async ({ id, jobId }) => {
		if (jobId !== undefined) await commands.run(id, ['jobs', 'result', id]);
	});
}

/** Returns the records of a history, the newest first. */
function recordsIn(history: string): CampaignRecords {
	const of = (table: string, begun: string) =>
		rowsOf(history, `SELECT record FROM ${table} ORDER BY ${begun} DESC`, 'history.db').map(({ record }) =>
			JSON.parse(String(record)),
		);
	return {
		runs: of('runs', 'submitted_at'),
		uploads: of('uploads', 'started_at'),
		jobs: of('jobs', 'submitted_at'),
	};
}

async function hasToken(folder: string, token: string): Promise<boolean> {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(token));
}
