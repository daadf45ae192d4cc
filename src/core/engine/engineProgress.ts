import { compact } from '../base/compact.ts';
import { Emitter } from '../base/emitter.ts';
import type { NodeProgress } from '../base/nodeProgress.ts';
import type { EngineEvent } from './engineFrames.ts';

/** The progress of a run on an engine, from its event stream. Immutable; no node is both done and cached. */
export interface EngineProgress extends NodeProgress {
	readonly preview?: { readonly bytes: Uint8Array; readonly mediaType: string };
}

export interface ProgressDocument {
	/** Title of each node by its id. */
	readonly titles: Readonly<Record<string, string>>;
	readonly totalNodes: number;
}

/**
 * The progress of the runs that this window has sent to engines. The id of a run is its `prompt_id` too. Only for showing:
 * how a run ends is known from the engine's history alone.
 */
export class EngineProgressBoard {
	readonly #runs = new Map<string, EngineProgress>();
	readonly #documents = new Map<string, ProgressDocument>();
	readonly #changed = new Emitter<EngineProgress>();
	readonly onDidChange = this.#changed.event;
	readonly #ended = new Emitter<string>();
	/** Fires with the id of a run when its progress is forgotten. */
	readonly onDidEnd = this.#ended.event;
	/** The run that works now: some messages do not name it. */
	#current: string | undefined;

	/** Returns the progress of a run in progress; undefined for every other. */
	of(runId: string): EngineProgress | undefined {
		return this.#runs.get(runId);
	}

	/** Shows a run that has been sent: from now on its events count. */
	begin(runId: string, document: ProgressDocument): void {
		this.#documents.set(runId, document);
		this.#set({ runId, done: [], cached: [], total: document.totalNodes });
	}

	end(runId: string): void {
		this.#documents.delete(runId);
		if (this.#current === runId) this.#current = undefined;
		if (this.#runs.delete(runId)) this.#ended.fire(runId);
	}

	/** Takes an event of the stream; events of runs that are not shown do nothing. */
	accept(event: EngineEvent): void {
		const runId = event.promptId ?? this.#current;
		const before = runId === undefined ? undefined : this.#runs.get(runId);
		if (before === undefined) return;
		this.#current = before.runId;
		const after = this.#after(before, event);
		if (after !== before) this.#set(after);
		if (event.type === 'end' || event.type === 'error') this.#current = undefined;
	}

	#set(progress: EngineProgress): void {
		this.#runs.set(progress.runId, progress);
		this.#changed.fire(progress);
	}

	#after(before: EngineProgress, event: EngineEvent): EngineProgress {
		switch (event.type) {
			case 'cached':
				return { ...before, cached: event.nodeIds };
			case 'executing':
				return this.#at(before, event.nodeId);
			case 'executed':
				return withDone(before, [event.nodeId]);
			case 'progress': {
				const at = event.nodeId === undefined ? before : this.#at(before, event.nodeId);
				return { ...at, step: { value: event.value, max: event.max } };
			}
			case 'progressState': {
				const done = event.nodes.filter((node) => node.state === 'finished').map((node) => node.nodeId);
				const running = event.nodes.find((node) => node.state === 'running');
				const after = withDone(before, done);
				if (running === undefined) return after;
				const at = this.#at(after, running.nodeId);
				return running.max > 1 ? { ...at, step: { value: running.value, max: running.max } } : at;
			}
			case 'preview': {
				const { bytes, mediaType } = event;
				return { ...before, preview: { bytes, mediaType } };
			}
			case 'end':
			case 'error':
				return resting(before);
			default:
				return before;
		}
	}

	/** Returns the progress with another node in progress; the one before is done. */
	#at(before: EngineProgress, nodeId: string): EngineProgress {
		if (before.nodeId === nodeId) return before;
		const after = resting(before.nodeId === undefined ? before : withDone(before, [before.nodeId]));
		const title = this.#documents.get(before.runId)?.titles[nodeId];
		return { ...after, nodeId, ...compact({ nodeTitle: title }) };
	}
}

function resting({ nodeId: _, nodeTitle: __, step: ___, ...rest }: EngineProgress): EngineProgress {
	return rest;
}

function withDone(before: EngineProgress, nodeIds: readonly string[]): EngineProgress {
	const known = new Set([...before.done, ...before.cached]);
	const more = nodeIds.filter((id) => !known.has(id));
	return more.length === 0 ? before : { ...before, done: [...before.done, ...more] };
}
