import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type JournalEntry, SandboxProcess } from '../sandbox.ts';
import { type Findings, findings, uncertainOnes } from './check.ts';
import type { CampaignNews, CampaignOrders, CampaignRecords } from './window.ts';
import { sizeOf, type Work, writeMedia } from './work.ts';

export interface CampaignPlan {
	/** `SEED` or `SEED:KIND,KIND` of `--contrary`. */
	readonly contrary: string;
	readonly work: Work;
	/** The number of times that the window and the sandbox are killed each, spread over the work. */
	readonly kills: number;
	/** The speed of the clocks of windows and sandbox in relation to the real one. */
	readonly speed: number;
	/** Real milliseconds after which unfinished work counts as lost. */
	readonly patienceMs: number;
	/** Keeps the folder of the campaign. */
	readonly keep?: boolean;
}

export interface CampaignOutcome extends Findings {
	readonly seconds: number;
	readonly calls: number;
	/** Oddities by kind. */
	readonly kinds: ReadonlyMap<string, number>;
	readonly windowKills: number;
	readonly sandboxKills: number;
	readonly folder: string;
}

const program = join(import.meta.dirname, 'window.ts');

/** Lets one window do its work with a contrary sandbox, kills both meanwhile, and compares their records at the end. */
export async function runCampaign(plan: CampaignPlan): Promise<CampaignOutcome> {
	const begun = Date.now();
	const folder = mkdtempSync(join(tmpdir(), 'easel-campaign-'));
	const data = join(folder, 'data');
	const sandbox = new SandboxProcess(data, plan.speed);
	sandbox.contrary = plan.contrary;
	await sandbox.start();
	await control(sandbox, 'balance', { microdollars: 1_000_000_000 });
	for (let index = 0; index < plan.work.uploads; index++) writeMedia(folder, index);
	const orders: CampaignOrders = {
		folder,
		announced: sandbox.announced,
		factor: plan.speed,
		origin: begun,
		port: await freePort(),
		work: plan.work,
	};
	const journal = new CollectedJournal(sandbox);
	let window = new Window(orders);
	const said = { refusals: 0, callbacks: 0 };
	const listen = ({ news }: Window) => {
		said.refusals += news.refusals;
		said.callbacks += news.callbacks;
	};
	const counts = { window: 0, sandbox: 0 };
	const size = sizeOf(plan.work);
	const deadline = begun + plan.patienceMs;
	const done = async () => {
		while (!window.news.isDone && window.problem === undefined && Date.now() < deadline) {
			await delay(50);
			await journal.collect();
			const { ended } = window.news;
			const due = (2 * plan.kills + 1) * (ended / size) >= counts.window + counts.sandbox + 1;
			if (!due || counts.window + counts.sandbox >= 2 * plan.kills || window.news.isDone) continue;
			if (counts.window <= counts.sandbox) {
				counts.window++;
				listen(window);
				await window.kill();
				window = new Window(orders);
			} else {
				counts.sandbox++;
				await journal.collect();
				await sandbox.kill();
				await delay(300);
				await sandbox.start();
				journal.beginAgain();
			}
		}
	};
	try {
		await done();
		if (window.news.isDone) {
			const settling = uncertainOnes(data, records(folder));
			window.say(settling);
			await done();
		}
		listen(window);
		await journal.collect();
		const problems: string[] = [];
		if (window.problem !== undefined) problems.push(`the window ended: ${window.problem}`);
		if (!window.news.isDone) problems.push(`only ${window.news.ended} of ${size} things had ended in time`);
		if (said.refusals > 0 || !window.news.signedIn) problems.push(`signed out ${said.refusals} times`);
		await window.kill();
		await sandbox.kill();
		// The same service without its oddities shows how everything has ended.
		sandbox.contrary = undefined;
		await sandbox.start();
		const found = window.news.isDone
			? await findings({
					folder,
					data,
					work: plan.work,
					journal: journal.entries,
					sandbox,
					records: records(folder),
					archive: join(folder, 'runs'),
					uploadsAgain: false,
				})
			: { problems: [], sums: {} };
		return {
			problems: [...problems, ...found.problems],
			sums: { ...found.sums, callbacks: said.callbacks },
			seconds: (Date.now() - begun) / 1000,
			calls: journal.entries.length,
			kinds: journal.kinds(),
			windowKills: counts.window,
			sandboxKills: counts.sandbox,
			folder,
		};
	} finally {
		await window.kill();
		await sandbox.kill();
		if (plan.keep !== true) rmSync(folder, { recursive: true, force: true });
	}
}

function records(folder: string): CampaignRecords {
	return JSON.parse(readFileSync(join(folder, 'records.json'), 'utf8')) as CampaignRecords;
}

async function control(sandbox: SandboxProcess, path: string, body: unknown): Promise<void> {
	const reply = await fetch(`${sandbox.announced.controlUrl}/${path}`, {
		method: 'POST',
		body: JSON.stringify(body),
	});
	if (!reply.ok) throw new Error(await reply.text());
}

/** The journal across the kills of its sandbox, as far as it was read before each. */
class CollectedJournal {
	readonly entries: JournalEntry[] = [];
	readonly #sandbox: SandboxProcess;
	#last = 0;
	/** Entries without a status are still being answered; they are read again. */
	#open = 0;

	constructor(sandbox: SandboxProcess) {
		this.#sandbox = sandbox;
	}

	async collect(): Promise<void> {
		const read = await this.#sandbox.journal(this.#last).catch(() => []);
		this.entries.length -= this.#open;
		this.entries.push(...read);
		const firstOpen = read.findIndex(({ status, host }) => status === 0 && host !== 'webhook');
		const settled = firstOpen < 0 ? read : read.slice(0, firstOpen);
		this.#open = read.length - settled.length;
		this.#last = settled.at(-1)?.number ?? this.#last;
	}

	/** Makes the sandbox count from 1 again. */
	beginAgain(): void {
		this.#last = 0;
		this.#open = 0;
	}

	kinds(): ReadonlyMap<string, number> {
		const counts = new Map<string, number>();
		for (const note of this.entries.flatMap(({ drawn = [] }) => drawn)) {
			const kind = note.split(':')[0] ?? note;
			counts.set(kind, (counts.get(kind) ?? 0) + 1);
		}
		return counts;
	}
}

/** A window's process and its last report. */
class Window {
	readonly #child: ChildProcess;
	news: CampaignNews = { ended: 0, refusals: 0, callbacks: 0, signedIn: true, isDone: false };
	/** The reason why the process exited. */
	problem: string | undefined;
	#killed = false;

	constructor(orders: CampaignOrders) {
		this.#child = spawn(process.execPath, [program, JSON.stringify(orders)], {
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		let stderr = '';
		this.#child.stderr?.on('data', (text) => {
			stderr = (stderr + text).slice(-2000);
		});
		createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
			this.news = JSON.parse(line) as CampaignNews;
		});
		this.#child.once('exit', (code) => {
			if (!this.#killed) this.problem = `status ${code}; ${stderr}`;
		});
	}

	say(order: unknown): void {
		this.news = { ...this.news, isDone: false };
		this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
	}

	/** Ends the process as a crash would. */
	async kill(): Promise<void> {
		if (this.#killed || this.#child.exitCode !== null) return;
		this.#killed = true;
		const gone = once(this.#child, 'exit');
		this.#child.kill('SIGKILL');
		await gone;
	}
}
