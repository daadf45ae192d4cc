/**
 * A scripted double of a node-graph engine: its HTTP routes (each also under `/api`) and its event stream, on loopback.
 *
 * ```ts
 * const engine = await EngineDouble.start({ version: '0.27.1' });
 * engine.url                                   // http://127.0.0.1:PORT, the same after restart()
 * engine.hold('2');                            // a run stops when it reaches node 2 ...
 * await engine.held('2');                      // ... has got there (the id of the run) ...
 * engine.release('2');                         // ... and continues
 * engine.failNode('2', { type: 'ValueError', message: 'bad' });
 * engine.nodes.Slow = { steps: 3, preview: { bytes, mediaType: 'image/png' }, output: { text: ['done'] } };
 * engine.answerPrompt({ status: 400, body: { error, node_errors } });   // the next POST /prompt; `until` delays it
 * engine.answerPrompt({ status: 200, nodeErrors });    // partial: queued without the outputs that depend on these nodes
 * const id = engine.foreignRun(document);      // a run of someone else
 * engine.playNext(frames);                     // the next run sends a recorded stream, history follows from it
 * engine.replay(frames, { clientId, promptId });       // sends a recorded stream without any run
 * engine.clearQueue(); engine.killWorker(); engine.freeze(); engine.thaw(); engine.forgetRuns();
 * await engine.restart(); await engine.stop(); await engine.listen();
 * engine.calls; engine.callsTo('POST', '/prompt'); engine.runs; engine.interrupted; engine.files; engine.freed
 * await engine.close();
 * ```
 *
 * A document is run node by node from its outputs, with the events in the order of a real engine. The report of a node is in
 * `nodes` by class: `SaveImage` and `PreviewImage` write a painted PNG that depends on the document, `PreviewAny` reports a text,
 * others report nothing. A node that has run before with equal inputs is cached until `/free` or a restart. `nodeInfo` decides which
 * classes there are, which are outputs, and which inputs must name an uploaded file; `answerPrompt` overrides all checks.
 * Versions count as numbers: before 0.3.57 `/interrupt` stops whatever runs, from 0.4 on ids must be UUIDs and there are jobs.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Gates } from './engineDoubleGates.ts';
import { answer } from './engineDoubleHttp.ts';
import {
	defaultBehavior,
	defaultNodeInfo,
	type NodeBehavior,
	type NodeFailure,
} from './engineDoubleNodes.ts';
import { type Prompt, play, type Run, work } from './engineDoubleRun.ts';
import { DoubleServer } from './engineDoubleServer.ts';
import { EventClients, type Frame, withPromptId } from './engineDoubleSocket.ts';

export type { NodeBehavior, NodeFailure } from './engineDoubleNodes.ts';
export type { Prompt, Run } from './engineDoubleRun.ts';
export type { Frame } from './engineDoubleSocket.ts';

export interface EngineDoubleOptions {
	/** Default 0.27.1. */
	readonly version?: string;
	/** Replaces the few classes that it knows otherwise; in the form of `/object_info`. */
	readonly nodeInfo?: Readonly<Record<string, object>>;
	/** Files by folder. */
	readonly models?: Readonly<Record<string, readonly string[]>>;
}

/** One call that arrived. `path` has no `/api`. `body` is the JSON, or for an upload its fields with `bytes`. */
export interface EngineCallRecord {
	readonly method: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage['headers'];
	readonly text: string;
	// biome-ignore lint/suspicious/noExplicitAny: a body is whatever the caller sent
	readonly body: any;
}

/** The answer to one `POST /prompt`. */
export interface PromptAnswer {
	readonly status: number;
	readonly body?: unknown;
	/** With status 200 and no body: the faults that the reply names. */
	readonly nodeErrors?: Readonly<Record<string, { readonly dependent_outputs?: readonly string[] }>>;
	/** The reply waits for it; the run is queued before. */
	readonly until?: Promise<unknown>;
}

export class EngineDouble {
	version: string;
	nodeInfo: Readonly<Record<string, object>>;
	models: Readonly<Record<string, readonly string[]>>;
	/** The behavior of nodes, by class. */
	readonly nodes: Record<string, NodeBehavior> = { ...defaultBehavior };
	/** Every call, in the order of arrival. */
	readonly calls: EngineCallRecord[] = [];
	/** Every run it ever accepted, those before a restart included. */
	readonly runs: Run[] = [];
	/** Ids of runs that ended by an interruption. */
	readonly interrupted: string[] = [];
	/** Files by `type/subfolder/name`. */
	readonly files = new Map<string, Buffer>();
	/** Bodies of `/free`. */
	readonly freed: unknown[] = [];

	readonly pending: Run[] = [];
	running: Run | undefined;
	readonly history = new Map<string, object>();
	readonly cached = new Map<string, Record<string, unknown>>();
	readonly failures = new Map<string, NodeFailure>();
	readonly answers: PromptAnswer[] = [];
	readonly recordings: (readonly Frame[])[] = [];
	/** A server in front of the engine accepts only calls with this token, and answers all others with the status. */
	door: { readonly status: 401 | 403; readonly token: string } | undefined;
	submitted = 0;
	saved = 0;
	workerDead = false;

	readonly #clients = new EventClients();
	readonly #server = new DoubleServer({
		call: (request, body, response) => answer(this, request, body, response),
		socket: (request, connection) => this.#connect(request, connection),
	});
	readonly #gates = new Gates();
	#life = 0;

	private constructor(options: EngineDoubleOptions) {
		this.version = options.version ?? '0.27.1';
		this.nodeInfo = options.nodeInfo ?? defaultNodeInfo;
		this.models = options.models ?? { checkpoints: ['harbour.safetensors'], loras: [], vae: [] };
	}

	static async start(options: EngineDoubleOptions = {}): Promise<EngineDouble> {
		const engine = new EngineDouble(options);
		await engine.listen();
		return engine;
	}

	get url(): string {
		return this.#server.url;
	}

	callsTo(method: string, path: string): readonly EngineCallRecord[] {
		return this.calls.filter((call) => call.method === method && call.path === path);
	}

	/** Lets runs stop at a node, by its id in the document, until `release`. */
	hold(nodeId: string): void {
		this.#gates.hold(nodeId);
	}

	/** Resolves with the id of the run that is held at the node. */
	held(nodeId: string): Promise<string> {
		return this.#gates.held(nodeId);
	}

	release(nodeId: string): void {
		this.#gates.release(nodeId);
	}

	/** Makes a run of these nodes fail when it reaches the node. */
	failNode(nodeId: string, failure: NodeFailure): void {
		this.failures.set(nodeId, failure);
	}

	/** Sets the answer to the next `POST /prompt`; several calls are used in turn. */
	answerPrompt(reply: PromptAnswer): void {
		this.answers.push(reply);
	}

	/** Queues a run of another user, and returns its id. */
	foreignRun(prompt: Prompt, id: string = crypto.randomUUID()): string {
		this.enqueue({ id, prompt, outputs: this.outputsOf(prompt), clientId: undefined, extraData: {} }, true);
		return id;
	}

	/** Makes the next run send these frames instead of working; the ids in them become its own. */
	playNext(frames: readonly Frame[]): void {
		this.recordings.push(frames);
	}

	/** Sends a recorded stream to one client or to all, with the given id of a run inserted. */
	replay(frames: readonly Frame[], to: { clientId?: string; promptId?: string } = {}): void {
		for (const frame of frames)
			this.send(to.promptId === undefined ? frame : withPromptId(frame, to.promptId), to.clientId);
	}

	send(frame: Frame, clientId?: string): void {
		this.#clients.send(frame, clientId);
	}

	/** Client ids of the event sockets that are open. */
	get clients(): readonly string[] {
		return this.#clients.ids;
	}

	/** Clears the queue like the button of its own page: waiting runs are removed and not added to the history. */
	clearQueue(): void {
		for (const run of this.pending.splice(0)) run.state = 'dropped';
		this.status();
	}

	/** Forgets the running and all ended runs, like an engine that was replaced at its address. */
	forgetRuns(): void {
		this.#life++;
		if (this.running !== undefined) this.running.state = 'dropped';
		this.running = undefined;
		this.clearQueue();
		this.history.clear();
		this.cached.clear();
		this.#gates.look();
	}

	/** Ends the worker silently: running and waiting runs stay in the queue and never end. */
	killWorker(): void {
		this.workerDead = true;
		this.#gates.look();
	}

	/** Accepts connections and answers nothing until `thaw`. */
	freeze(): void {
		this.#server.freeze();
	}

	thaw(): void {
		this.#server.thaw();
	}

	/** Ends and starts again on the same port: queue, history and cache are lost, files stay. */
	async restart(): Promise<void> {
		await this.stop();
		await this.listen();
	}

	/** Ends like a process that was killed. `listen` brings it back. */
	async stop(): Promise<void> {
		this.forgetRuns();
		this.workerDead = false;
		this.submitted = 0;
		await this.#server.stop();
	}

	listen(): Promise<void> {
		return this.#server.listen();
	}

	async close(): Promise<void> {
		await this.stop();
		this.thaw();
	}

	enqueue(
		run: Pick<Run, 'id' | 'prompt' | 'outputs' | 'clientId' | 'extraData'>,
		foreign: boolean,
		number = this.submitted++,
	): Run {
		const queued: Run = { ...run, number, foreign, state: 'pending', interrupt: false };
		this.runs.push(queued);
		const at = this.pending.findIndex((other) => other.number > number);
		this.pending.splice(at < 0 ? this.pending.length : at, 0, queued);
		this.status();
		setImmediate(() => void this.#next());
		return queued;
	}

	outputsOf(prompt: Prompt): string[] {
		const isOutput = (name: string) =>
			(this.nodeInfo[name] as { output_node?: boolean } | undefined)?.output_node === true;
		return Object.entries(prompt).flatMap(([id, node]) => (isOutput(node.class_type) ? [id] : []));
	}

	/** Stops the running prompt, as `/interrupt` does. */
	interrupt(id?: string): void {
		const run = this.running;
		if (run === undefined || (id !== undefined && run.id !== id)) return;
		run.interrupt = true;
		this.#gates.look();
	}

	/** Returns the number of runs that work or wait. */
	get remaining(): number {
		return this.pending.length + (this.running === undefined ? 0 : 1);
	}

	/** Sends the number of runs to every client. */
	status(): void {
		this.send({ type: 'status', data: { status: { exec_info: { queue_remaining: this.remaining } } } });
	}

	/** Waits at a held node; returns early when the run is to end. */
	pass(run: Run, nodeId: string): Promise<void> {
		return this.#gates.pass(run, nodeId, () => run.state === 'running' && !run.interrupt && !this.workerDead);
	}

	async #next(): Promise<void> {
		if (this.running !== undefined || this.workerDead) return;
		const run = this.pending.shift();
		if (run === undefined) return;
		const life = this.#life;
		this.running = run;
		run.state = 'running';
		this.status();
		const recording = this.recordings.shift();
		const entry = await (recording === undefined ? work(this, run) : play(this, run, recording));
		if (life !== this.#life || entry === undefined) return;
		this.running = undefined;
		this.history.set(run.id, entry);
		this.status();
		if (run.clientId !== undefined)
			this.send({ type: 'executing', data: { node: null, prompt_id: run.id } }, run.clientId);
		setImmediate(() => void this.#next());
	}

	#connect(request: IncomingMessage, connection: Socket): void {
		const address = new URL(request.url ?? '/', this.url);
		const { searchParams: query } = address;
		const id = query.get('clientId') ?? crypto.randomUUID();
		const path = address.pathname.replace(/^\/api/, '');
		this.calls.push({ method: 'WS', path, query, headers: request.headers, text: '', body: undefined });
		this.#clients.accept(id, request, connection);
		const status = { status: { exec_info: { queue_remaining: this.remaining } }, sid: id };
		this.send({ type: 'status', data: status }, id);
		const run = this.running;
		if (run?.clientId === id && run.at !== undefined)
			this.send({ type: 'executing', data: { node: run.at } }, id);
	}
}
