import type { VirtualClock } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import type { JournalEntry } from '../base/journal.ts';
import { type ContraryCallback, contraryCallback } from './callbacks.ts';
import { Draw, Drawn } from './draw.ts';
import { FileReplies, renewAddresses } from './files.ts';
import { copied, isMembers, type Members, readReply, writeReply } from './json.ts';
import type { ContraryChoice } from './kinds.ts';
import { paged, rearrange, wrapped } from './members.ts';
import { type Refusal, Refusals } from './refusals.ts';
import { type Route, routeOf, type Turn, Turns } from './route.ts';
import { reshape } from './shapes.ts';
import { spell } from './spelling.ts';
import { Truths } from './truths.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/** A call that is answered oddly, with the function that answers it in truth. */
interface Call {
	readonly route: Route;
	readonly turn: Turn;
	readonly request: Request;
	readonly pass: Fetch;
	readonly entry: JournalEntry;
	readonly drawn: Drawn;
}

/**
 * Answers as the documents allow and not as they suggest: everything that they leave open is drawn for each reply, from the seed. Facts
 * stay facts: a submission is accepted or not by the journal, and an end is never another one.
 */
export class ContraryLayer {
	readonly #draw: Draw;
	readonly #origins: SandboxContext['origins'];
	readonly #clock: Pick<VirtualClock, 'now'>;
	#turns = new Turns();
	#refusals: Refusals;
	#truths: Truths;
	readonly #files: FileReplies;

	constructor(choice: ContraryChoice, { clock, origins }: Pick<SandboxContext, 'clock' | 'origins'>) {
		this.#draw = new Draw(choice);
		this.#origins = origins;
		this.#clock = clock;
		this.#refusals = new Refusals(this.#draw);
		this.#truths = this.#newTruths();
		this.#files = new FileReplies(this.#draw);
	}

	/** Begins again with the first call of everything. */
	forget(): void {
		this.#turns = new Turns();
		this.#refusals = new Refusals(this.#draw);
		this.#truths = this.#newTruths();
	}

	/** Returns the reply to a call. Its drawn oddities, and its subject, go into its entry of the journal. */
	async reply(request: Request, pass: Fetch, entry: JournalEntry): Promise<Response> {
		const url = new URL(request.url);
		const route = routeOf(entry.host, request.method, url.pathname);
		if (route === undefined) return pass(request);
		const turn = this.#turns.next(route);
		const drawn = new Drawn();
		entry.drawn = drawn.notes;
		const call = { route, turn, request, pass, entry, drawn };
		const refusal = this.#refusals.next(route, turn, this.#truths.isYoung(route));
		if (refusal !== undefined) return this.#refuse(refusal, call);
		if (entry.host === 'storage') return this.#file(call);
		const reply = await pass(request);
		const text = await reply.text();
		const truth = readReply(text);
		if (reply.ok) this.#noteEffect(route, truth, entry);
		if (!isMembers(truth)) return withBody(reply, text);
		if (!reply.ok) return this.#bareRefusal(reply, truth, turn, drawn);
		return this.#write(call, reply, truth, url.searchParams.get('cursor'));
	}

	/** Returns how a callback is written and posted; undefined if nothing was drawn for it. */
	callback(payload: unknown): ContraryCallback | undefined {
		return isMembers(payload) ? contraryCallback(this.#draw, this.#turns, payload) : undefined;
	}

	async #refuse(refusal: Refusal, { route, request, pass, entry, drawn }: Call): Promise<Response> {
		const changes = request.method !== 'GET';
		drawn.note(
			refusal.kind,
			`${refusal.what}${changes && refusal.lost ? ', after the call had taken effect' : ''}`,
		);
		if (refusal.lost) {
			const reply = await pass(request);
			const truth = readReply(await reply.text());
			if (reply.ok) this.#noteEffect(route, truth, entry);
		} else {
			for await (const _part of request.body ?? []);
		}
		const { status, headers, body } = refusal;
		return new Response(body, { status, headers });
	}

	#noteEffect({ thing, act, id }: Route, truth: unknown, entry: JournalEntry): void {
		if (thing === 'signed-upload') {
			const [, , dataset = '', name = ''] = (id ?? '').split('/');
			this.#arrived(dataset, decodeURIComponent(name), entry);
		}
		if (!isMembers(truth)) return;
		if (act === 'upload' && id !== undefined) this.#arrived(id, String(truth.filename), entry);
		if (act !== 'submit') return;
		const made = String(truth.request_id ?? truth.id);
		this.#truths.born(thing, made);
		entry.accepted = made;
	}

	#arrived(dataset: string, name: string, entry: JournalEntry): void {
		this.#truths.born('dataset', dataset, name);
		entry.accepted = `${dataset}/${name}`;
	}

	async #file({ route, turn, request, pass, entry, drawn }: Call): Promise<Response> {
		const instead = this.#files.instead(request, turn, drawn);
		if (instead !== undefined) {
			for await (const _part of request.body ?? []);
			return instead;
		}
		const reply = await pass(this.#files.asked(request, turn, drawn));
		if (reply.ok) this.#noteEffect(route, undefined, entry);
		return this.#files.typed(reply, turn, drawn);
	}

	#bareRefusal(reply: Response, truth: Members, { key }: Turn, drawn: Drawn): Response {
		const dice = this.#draw.take('bare-refusals', key);
		if (dice === undefined) return withBody(reply, writeReply(truth));
		const shape = dice.pick(['without the code', 'under other names', 'as a text']);
		drawn.note('bare-refusals', shape);
		if (shape === 'as a text') return withBody(reply, String(truth.message), 'text/plain');
		const { error_code: _code, error_message: _text, ...rest } = truth;
		return withBody(
			reply,
			writeReply(
				shape === 'without the code' ? rest : { error: { reason: truth.message }, detail: truth.detail },
			),
		);
	}

	#write({ route, turn, drawn }: Call, reply: Response, truth: Members, cursor: string | null): Response {
		const record = copied(this.#truths.late(route, turn, truth, drawn)) as Members;
		const writing = { draw: this.#draw, key: turn.key, drawn, route };
		if (this.#draw.allows('expired-addresses'))
			renewAddresses(record, this.#origins.storage, turn.key.split(' ').at(-1) ?? '');
		paged(writing, record, cursor);
		reshape(writing, record);
		spell(writing, record);
		const written = wrapped(writing, rearrange(writing, record));
		return withBody(reply, writeReply(written), undefined, this.#status(route, turn, reply.status, drawn));
	}

	#status({ thing, act }: Route, { key }: Turn, status: number, drawn: Drawn): number {
		const open = act === 'submit' || act === 'upload' || act === 'resume' || act === 'edit';
		const dice = open && thing !== 'request' ? this.#draw.take('success-codes', key) : undefined;
		if (dice === undefined) return status;
		const other = dice.pick([201, 202]);
		drawn.note('success-codes', String(other));
		return other;
	}

	#newTruths(): Truths {
		return new Truths(this.#draw, this.#turns, () => this.#clock.now());
	}
}

function withBody(reply: Response, body: string, type?: string, status = reply.status): Response {
	const headers = new Headers(reply.headers);
	headers.delete('content-length');
	if (type !== undefined) headers.set('content-type', type);
	return new Response(body, { status, headers });
}
