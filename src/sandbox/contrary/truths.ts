import { compact } from '../../core/base/compact.ts';
import type { Draw, Drawn } from './draw.ts';
import { copied, isMembers, type Members } from './json.ts';
import type { Route, Thing, Turn, Turns } from './route.ts';

/** A reply, and the last time at which it was true. */
interface Seen {
	readonly at: number;
	readonly reply: unknown;
}

/** Virtual milliseconds. */
const replicaLagMs = 2000;
const longestLateResultMs = 30_000;
const longestLateListMs = 60_000;

const ended: readonly string[] = ['succeeded', 'failed', 'canceled', 'cancelled'];

/** Decides how old the truth of a reply is. An earlier truth is answered again for a while; a later one never is. */
export class Truths {
	readonly #draw: Draw;
	readonly #turns: Turns;
	readonly #now: () => number;
	readonly #seen = new Map<string, Seen>();
	/** The facts that were true in the state before the current one, by series. */
	readonly #before = new Map<string, Seen>();
	/** Jobs with listed files. Files that an earlier process has listed stay listed. */
	readonly #listed = new Set<string>();
	readonly #begunAt: number;
	/** The time when something was first there: a file of a dataset or of a job, a dataset in the list. */
	readonly #first = new Map<string, number>();

	constructor(draw: Draw, turns: Turns, now: () => number) {
		this.#draw = draw;
		this.#turns = turns;
		this.#now = now;
		this.#begunAt = now();
	}

	/** Returns whether a thing is so new that a replica may not know it. */
	isYoung({ thing, id }: Route): boolean {
		const at = id === undefined ? undefined : this.#first.get(`${thing} ${id} `);
		return at !== undefined && this.#now() - at < replicaLagMs;
	}

	born(thing: Thing, id: string, part = '', at = this.#now()): void {
		const key = `${thing} ${id} ${part}`;
		if (!this.#first.has(key)) this.#first.set(key, at);
	}

	/** Returns the reply that a lagging part of the service would send. */
	late(route: Route, turn: Turn, truth: unknown, drawn: Drawn): unknown {
		const stale = this.#stale(route, turn, truth, drawn);
		if (!isMembers(stale)) return stale;
		const { thing, act, id } = route;
		if (act === 'result' && id !== undefined && thing !== 'job') return this.#lateResult(turn, stale, drawn);
		if (act === 'result' && id !== undefined) return this.#lateArtifacts(id, turn, stale, drawn);
		if (thing === 'dataset' && act === 'status' && id !== undefined)
			return this.#lateFiles(id, turn, stale, drawn);
		if (thing === 'dataset' && act === 'list') return this.#lateDatasets(stale, drawn);
		return stale;
	}

	#stale({ act }: Route, { series, key }: Turn, truth: unknown, drawn: Drawn): unknown {
		if (act !== 'status' && act !== 'result') return truth;
		const now = this.#now();
		const last = this.#seen.get(series);
		if (last !== undefined && stateOf(last.reply) !== stateOf(truth)) this.#before.set(series, last);
		this.#seen.set(series, { at: now, reply: copied(truth) });
		const before = this.#before.get(series);
		if (before === undefined || now - before.at > replicaLagMs) return truth;
		if (this.#draw.take('stale', key) === undefined) return truth;
		drawn.note('stale', `${stateOf(before.reply)} from a replica, now ${stateOf(truth)}`);
		return copied(before.reply);
	}

	/** Delays the result of a request after its status. */
	#lateResult({ about }: Turn, truth: Members, drawn: Drawn): Members {
		const finished = Date.parse(String(truth.finished_at));
		if (!ended.includes(String(truth.status)) || Number.isNaN(finished)) return truth;
		const dice = this.#draw.take('late-results', about);
		if (dice === undefined || this.#now() >= finished + dice.between(0, longestLateResultMs)) return truth;
		drawn.note('late-results', `in_progress, now ${truth.status}`);
		const { request_id, model_id, created_at } = truth;
		return { request_id, ...compact({ model_id }), status: 'in_progress', created_at };
	}

	/** Delays the listing of the files of a job, also after its end. */
	#lateArtifacts(id: string, { about }: Turn, truth: Members, drawn: Drawn): Members {
		if (!isMembers(truth.artifacts)) return truth;
		const artifacts = { ...truth.artifacts };
		const earlier = !this.#listed.has(id) && Date.parse(String(truth.created_at)) < this.#begunAt;
		this.#listed.add(id);
		for (const list of ['checkpoints', 'samples']) {
			const all = artifacts[list];
			if (!Array.isArray(all)) continue;
			const listed = all.filter((entry: unknown) => {
				const name = nameIn(isMembers(entry) ? entry.path : undefined);
				this.born('job', id, name, earlier ? 0 : this.#now());
				return !this.#isLate('job', id, name, about);
			});
			if (listed.length < all.length) drawn.note('late-lists', `${listed.length} of ${all.length} ${list}`);
			artifacts[list] = listed;
		}
		return { ...truth, artifacts };
	}

	#lateFiles(id: string, { about }: Turn, truth: Members, drawn: Drawn): Members {
		if (!Array.isArray(truth.files)) return truth;
		const files = truth.files.filter(
			(file: unknown) => !this.#isLate('dataset', id, isMembers(file) ? String(file.filename) : '', about),
		);
		if (files.length === truth.files.length) return truth;
		drawn.note('late-lists', `${files.length} of ${truth.files.length} files`);
		return { ...truth, files, ...(truth.status === 'READY' ? { status: 'UPLOADING' } : {}) };
	}

	#lateDatasets(truth: Members, drawn: Drawn): Members {
		if (!Array.isArray(truth.datasets)) return truth;
		const datasets = truth.datasets.filter((record: unknown) => {
			const id = isMembers(record) ? String(record.id) : '';
			return !this.#isLate('dataset', id, '', `in the list ${this.#turns.ordinalOf('dataset', id)}`);
		});
		if (datasets.length === truth.datasets.length) return truth;
		drawn.note('late-lists', `${datasets.length} of ${truth.datasets.length} datasets`);
		return { ...truth, datasets };
	}

	#isLate(thing: Thing, id: string, part: string, about: string): boolean {
		const at = this.#first.get(`${thing} ${id} ${part}`);
		const dice = at === undefined ? undefined : this.#draw.take('late-lists', `${about} ${part}`);
		return at !== undefined && dice !== undefined && this.#now() < at + dice.between(0, longestLateListMs);
	}
}

function stateOf(reply: unknown): string {
	return isMembers(reply) ? String(reply.status) : '';
}

function nameIn(address: unknown): string {
	return typeof address === 'string' ? (URL.parse(address)?.pathname.split('/').at(-1) ?? '') : '';
}
