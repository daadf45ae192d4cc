import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { diceFor } from '../../../src/sandbox/media/paint/random.ts';
import { digestOf, requestsAt, rowsOf } from '../campaign/check.ts';
import {
	configOf,
	datasetNameOf,
	deploymentId,
	fateOf,
	handlingOf,
	jobNameOf,
	mediaFolder,
	modelId,
	nodesOf,
	promptOf,
	type Work,
} from '../campaign/work.ts';
import type { Commands, Done, Kill } from './commands.ts';

/** The most times that a person does the same command again. */
const mostAttempts = 25;
/** Real milliseconds between two checks of the submission of a killed process. */
const lookAgainMs = 5000;

/** A record of the history in the output of a command. */
interface Fact {
	readonly id: string;
	readonly state: string;
	/** For a job. */
	readonly phase?: string;
	readonly name?: string;
	readonly document?: string;
	readonly prompt?: string;
}

export interface PersonParts {
	readonly commands: Commands;
	readonly seed: string;
	readonly folder: string;
	/** The folder of the sandbox: the pages on which a person looks for uncertain records. */
	readonly data: string;
	readonly work: Work;
	readonly say: (problem: string) => void;
}

/** Writes the document of a run, with three pictures. */
export function writeDocument(folder: string, index: number): void {
	writeFileSync(join(folder, `run-${index}.json`), JSON.stringify(nodesOf(index, 3)));
}

/** A person at a terminal who does the work, repeats commands without effect, and looks for uncertain records. */
export class Person {
	readonly #parts: PersonParts;

	constructor(parts: PersonParts) {
		this.#parts = parts;
	}

	async run(index: number): Promise<void> {
		const name = `run-${index}`;
		const isCanceled = fateOf(index) === 'is canceled';
		const save = `saved-${index}`;
		const how = isCanceled ? ['--no-wait'] : ['--save', save];
		const start = ['run', `${name}.json`, '--on', deploymentId, '--mode', 'inline', '--yes', ...how];
		const record = await this.#submitted('run', name, start);
		if (record === undefined) return;
		if (isCanceled) await this.#until(name, ['runs', 'cancel', record.id]);
		const shown = await this.#until(name, ['runs', 'show', record.id, '--wait']);
		if (shown?.state !== 'succeeded' || isCanceled || this.#hasSaved(name, save)) return;
		// The command was killed before it had saved all files.
		rmSync(join(this.#parts.folder, save), { recursive: true, force: true });
		await this.#until(name, ['runs', 'save', record.id, save]);
		if (!this.#hasSaved(name, save)) this.#parts.say(`${name} saved other files than it made`);
	}

	async model(index: number): Promise<void> {
		const inputs = JSON.stringify({ prompt: promptOf(index), width: 256, height: 256, seed: index });
		const start = ['models', 'run', modelId, '--inputs', inputs, '--yes'];
		const record = await this.#submitted('run', `model-${index}`, start);
		if (record !== undefined) await this.#until(`model-${index}`, ['runs', 'show', record.id, '--wait']);
	}

	async upload(index: number): Promise<void> {
		const { commands, folder, say } = this.#parts;
		const name = datasetNameOf(index);
		const upload = ['upload', mediaFolder(folder, index), '--dataset', name];
		for (let attempt = 0; attempt < mostAttempts; attempt++) {
			const again = attempt === 0 ? [] : ['--add'];
			const done = await commands.run(name, [...upload, ...again], this.#killOf(name, attempt, 4000));
			if (done.status === 0) {
				if (done.out.state !== 'ready') say(`${name} ended with 0, but is ${done.out.state}`);
				return;
			}
			this.#judge(name, done, [1, 2, 3, 4, 6]);
			await delay(500);
		}
		say(`${name} was given up after ${mostAttempts} commands`);
	}

	async job(index: number): Promise<void> {
		const { folder } = this.#parts;
		const name = jobNameOf(index);
		const handling = handlingOf(index);
		writeFileSync(join(folder, `${name}.yaml`), configOf(name, false));
		const start = ['train', `${name}.yaml`, '--yes', ...(handling === 'none' ? ['--wait'] : [])];
		const record = await this.#submitted('job', name, start);
		if (record === undefined) return;
		if (handling !== 'none') await this.#until(name, ['jobs', 'cancel', record.id]);
		const ended = await this.#until(name, ['jobs', 'show', record.id, '--wait']);
		if (handling === 'none' || ended?.state !== 'CANCELED') return;
		if (handling === 'edit') {
			writeFileSync(join(folder, `${name}-edited.yaml`), configOf(name, true));
			await this.#until(name, ['jobs', 'edit', record.id, `${name}-edited.yaml`, '--yes']);
		}
		await this.#resume(name, record.id);
		await this.#until(name, ['jobs', 'show', record.id, '--wait']);
	}

	/** Resumes a job that is canceled, until it is that no longer. */
	async #resume(name: string, id: string): Promise<void> {
		for (let attempt = 0; attempt < mostAttempts; attempt++) {
			const done = await this.#parts.commands.run(
				name,
				['jobs', 'resume', id, '--yes'],
				this.#killOf(`${name} resume`, attempt, 3000),
			);
			if (done.status === 0) return;
			this.#judge(name, done, [3, 4, 6]);
			const job = await this.#until(name, ['jobs', 'show', id]);
			if (job?.state !== 'CANCELED') return;
		}
	}

	/** Starts a thing until the history has an accepted one. Returns that; undefined if there is none. */
	async #submitted(what: 'run' | 'job', name: string, start: readonly string[]): Promise<Fact | undefined> {
		const { commands, say } = this.#parts;
		for (let attempt = 0; attempt < mostAttempts; attempt++) {
			const before = this.#found(what, name).length;
			const done = await commands.run(name, start, this.#killOf(name, attempt, 3500));
			const fact: Fact | undefined = what === 'run' ? done.out?.run : done.out;
			if (done.status === 0 || (done.status === 1 && fact?.id !== undefined)) {
				this.#compare(what, name, done);
				return fact;
			}
			this.#judge(name, done, [3, 4, 5, 6]);
			if ((done.status === 3 || done.status === 4) && this.#found(what, name).length > before)
				say(`${name} ended with ${done.status}, but was accepted: ${JSON.stringify(done.out)}`);
			const taken = await this.#taken(what, name, done.status === 5);
			if (taken !== undefined) return taken;
		}
		say(`${name} was given up after ${mostAttempts} commands`);
		return undefined;
	}

	/** Returns the record of an accepted thing, after looking for uncertain ones as a person does. `isHeld`: a command has reported one. */
	async #taken(what: 'run' | 'job', name: string, isHeld: boolean): Promise<Fact | undefined> {
		for (let look = 0; look < mostAttempts; look++) {
			const facts = await this.#known(what, name);
			const stateOf = ({ phase, state }: Fact) => phase ?? state;
			const uncertain = facts.find((fact) => stateOf(fact) === 'uncertain');
			const open = facts.filter((fact) => stateOf(fact) !== 'unsent');
			if (uncertain !== undefined) {
				const [found] = this.#found(what, name);
				const words = found === undefined ? ['give-up', uncertain.id] : ['take', uncertain.id, found];
				await this.#until(name, [`${what}s`, ...words]);
			} else if (open.some((fact) => stateOf(fact) === 'submitting')) await delay(lookAgainMs);
			else {
				const taken = open.find((fact) => stateOf(fact) !== 'lost');
				if (isHeld && look === 0 && taken === undefined)
					this.#parts.say(`${name} was not started because of one that is not in the history`);
				return taken;
			}
		}
		this.#parts.say(`${name} is still being sent, or uncertain`);
		return undefined;
	}

	/** Returns the records of a thing in the history. */
	async #known(what: 'run' | 'job', name: string): Promise<readonly Fact[]> {
		if (what === 'job') {
			const listed = await this.#until<{ jobs: Fact[] }>(name, ['jobs', 'list', '--limit', '500']);
			return (listed?.jobs ?? []).filter((job) => job.name === name);
		}
		const isModel = name.startsWith('model-');
		const text = isModel ? promptOf(Number(name.split('-')[1])) : `${name}.json`;
		const listed = await this.#until<{ runs: Fact[] }>(name, [
			'runs',
			'list',
			'--text',
			text,
			'--limit',
			'50',
		]);
		return (listed?.runs ?? []).filter(({ document, prompt }) => (isModel ? prompt : document) === text);
	}

	/** Returns the ids that the service has for a thing. */
	#found(what: 'run' | 'job', name: string): readonly string[] {
		const { data, work } = this.#parts;
		return what === 'job'
			? rowsOf(data, 'SELECT id, name FROM training_jobs')
					.filter((row) => row.name === name)
					.map(({ id }) => String(id))
			: requestsAt(data, work)
					.filter((request) => request.name === name)
					.map(({ id }) => id);
	}

	/** Repeats a command that changes nothing twice, until it is done. */
	async #until<T = Fact>(name: string, args: readonly string[]): Promise<T | undefined> {
		for (let attempt = 0; attempt < mostAttempts; attempt++) {
			const done = await this.#parts.commands.run(name, args);
			if (done.status === 0 || (done.status === 1 && done.out.id !== undefined)) return done.out;
			// A cancel after the end, and a second take of something taken meanwhile, have nothing left to do.
			if (done.status === 2 && /^(?:take|give-up)$/.test(args[1] ?? '') && attempt > 0) return undefined;
			this.#judge(name, done, [3, 4, 6]);
			await delay(500);
		}
		this.#parts.say(`${name}: easel ${args.join(' ')} did not succeed in ${mostAttempts} attempts`);
		return undefined;
	}

	/** Reports a status that is none of these. */
	#judge(name: string, { status, out, args, err }: Done, usual: readonly number[]): void {
		const kind = out?.error?.kind;
		const text = `${name}: easel ${args.slice(0, 2).join(' ')} ended with ${status}: ${out?.error?.message ?? err.slice(-300)}`;
		if (status !== undefined && !usual.includes(status)) this.#parts.say(text);
		if (kind === 'auth' && !/refused the call|does not allow/.test(out.error.message))
			this.#parts.say(`signed out, ${text}`);
	}

	/** Compares the status of a command that waited with the service, and with the files that it saved. */
	#compare(what: 'run' | 'job', name: string, { args, status, out }: Done): void {
		const { data, work, say } = this.#parts;
		if (args.includes('--no-wait') || (what === 'job' && !args.includes('--wait'))) return;
		const { requestId, jobId } = what === 'run' ? out.run : out;
		const [row] =
			what === 'job'
				? rowsOf(data, `SELECT state FROM training_jobs WHERE id = '${jobId}'`)
				: requestsAt(data, work).filter(({ id }) => id === requestId);
		const isGood = row?.state === (what === 'job' ? 'STOPPED' : 'succeeded');
		if ((status === 0) !== isGood)
			say(`${name} ended with ${status}, but is ${row?.state}: ${JSON.stringify(out)}`);
		if (isGood && args.includes('--save') && !this.#hasSaved(name, args.at(-1) ?? ''))
			say(`${name} saved other files than it made`);
	}

	/** Returns whether a folder contains exactly the files that the run made at the service. */
	#hasSaved(name: string, save: string): boolean {
		const { data, folder } = this.#parts;
		const digests = (place: string) =>
			readdirSync(place)
				.map((file) => digestOf(join(place, file)))
				.toSorted()
				.join();
		const [made = ''] = this.#found('run', name);
		const saved = join(folder, save);
		return existsSync(saved) && digests(saved) === digests(join(data, 'outputs', made));
	}

	/** Decides by the seed whether an attempt is killed, and when: a part of the first ones, and few of the others. */
	#killOf(name: string, attempt: number, longest: number): Kill | undefined {
		const dice = diceFor(`${this.#parts.seed} kill ${name} ${attempt}`);
		if (dice.next() >= (attempt === 0 ? 0.2 : 0.05)) return undefined;
		return dice.pick<Kill>([
			dice.whole(300, longest),
			dice.whole(300, longest),
			'sending',
			'sent',
			'answered',
		]);
	}
}
