import { createHash } from 'node:crypto';
import {
	acceptedContent,
	type CallToolResult,
	createRequestStateCodec,
	type InputRequiredResult,
	inputRequired,
	type ServerContext,
} from '@modelcontextprotocol/server';
import * as l10n from '@vscode/l10n';
import { type CarryOutOptions, carryOut, masked, type Outcome } from '../../core/agents/carryOut.ts';
import { Consent, type Permissions } from '../../core/agents/consent.ts';
import type { Tool } from '../../core/agents/tool.ts';
import { Conversation, questionMs } from './conversation.ts';
import { within } from './currentConsent.ts';
import { ProgressReports } from './progressReports.ts';

export type CallsOptions = CarryOutOptions & Permissions;

/** The content of a request state: the question of a call that is answered. */
interface AskedState {
	readonly id: string;
	/** The tool with its arguments, as a digest. */
	readonly call: string;
}

/** A call that waits for a person. */
interface WaitingCall {
	readonly call: string;
	readonly under: UnderWay;
}

interface UnderWay {
	readonly conversation: Conversation<CallToolResult>;
	readonly reports: ProgressReports;
}

/**
 * Carries out calls of tools and asks the person on the way: as a required input of the client, which the library makes an elicitation for
 * clients of the earlier protocol. A call that asks waits here; the state that the client returns only identifies it, is signed with a key
 * of this process, and is valid once.
 */
export class Calls {
	readonly #options: CallsOptions;
	readonly #open = new Set<Conversation<CallToolResult>>();
	readonly #waiting = new Map<string, WaitingCall>();
	readonly #codec = createRequestStateCodec<AskedState>({
		key: crypto.getRandomValues(new Uint8Array(32)),
		ttlSeconds: questionMs / 1000,
		bind: ({ mcpReq }) => mcpReq.method,
	});

	constructor(options: CallsOptions) {
		this.#options = options;
	}

	/** Refuses a request state that is not from here, was changed, or is too old. */
	readonly verify = this.#codec.verify;

	/** Begins a call, or continues one with the person's answer. */
	async call(
		tool: Tool,
		input: unknown,
		context: ServerContext,
		canAsk: boolean,
	): Promise<CallToolResult | InputRequiredResult> {
		const call = digestOf(tool.name, input);
		const { mcpReq } = context;
		const state = mcpReq.requestState<AskedState>();
		if (state === undefined) {
			const begun = this.#begin(tool, input, canAsk);
			begun.conversation.endWith(mcpReq.signal);
			return this.#next(call, begun, context);
		}
		const waiting = this.#waiting.get(state.id);
		this.#waiting.delete(state.id);
		if (waiting === undefined)
			return refused(l10n.t('This question was already answered, or was not answered within five minutes.'));
		const { conversation } = waiting.under;
		if (waiting.call !== call) {
			conversation.abandon();
			return refused(l10n.t('The answer belongs to another call.'));
		}
		// Before it is answered, since a request that was canceled answers nothing.
		conversation.endWith(mcpReq.signal);
		conversation.answer(acceptedContent(mcpReq.inputResponses, answerKey)?.allow === true);
		return this.#next(call, waiting.under, context);
	}

	/** Ends every call in progress; pending questions are answered with no. */
	close(): void {
		for (const conversation of this.#open) conversation.abandon();
	}

	#begin(tool: Tool, input: unknown, canAsk: boolean): UnderWay {
		const { clock } = this.#options;
		const conversation = new Conversation<CallToolResult>(clock);
		const reports = new ProgressReports(clock);
		const { progress, patience } = reports;
		const caller = { signal: conversation.signal, progress, patience };
		const consent = new Consent({
			...this.#options,
			...(canAsk ? { askPerson: (text: string) => conversation.ask(text) } : {}),
		});
		this.#open.add(conversation);
		void conversation
			.begin(() =>
				within(consent, async () => resultOf(await carryOut(tool, input, caller, consent, this.#options))),
			)
			.finally(() => this.#open.delete(conversation));
		return { conversation, reports };
	}

	async #next(
		call: string,
		under: UnderWay,
		context: ServerContext,
	): Promise<CallToolResult | InputRequiredResult> {
		const { conversation, reports } = under;
		const telling = reports.toward(context);
		const step = await conversation.next().finally(() => telling.dispose());
		if (step.kind === 'ended') return step.value;
		const id = crypto.randomUUID();
		this.#waiting.set(id, { call, under });
		void step.answered.then(() => this.#waiting.delete(id));
		return inputRequired({
			requestState: await this.#codec.mint({ id, call }, context),
			inputRequests: {
				[answerKey]: inputRequired.elicit({
					message: await masked(step.text, this.#options),
					requestedSchema: {
						type: 'object',
						properties: { allow: { type: 'boolean', title: l10n.t('Allow this') } },
						required: ['allow'],
					},
				}),
			},
		});
	}
}

/** The name of the answer in a client's reply. */
const answerKey = 'consent';

function resultOf({ text, value, more, isError, failure }: Outcome): CallToolResult {
	const content = [{ type: 'text' as const, text }, ...more];
	// Clients check structured content by the schema of a success.
	if (isError) return { content, isError, _meta: { [failureMeta]: failure } };
	return { content, structuredContent: value as Record<string, unknown> };
}

/** The name under which an answer has the facts of a failure. */
const failureMeta = 'easel/failure';

/** Returns the answer to a call that was not confirmed, for a reason. */
export function refused(why: string): CallToolResult {
	const text = `${l10n.t('Nothing was sent.')} ${why} ${l10n.t('Call the tool again to ask again.')}`;
	return { content: [{ type: 'text', text }], isError: true };
}

/** Returns the digest of a call: the same for the same tool and arguments, in any order. */
function digestOf(tool: string, input: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify([tool, sorted(input)]))
		.digest('base64url');
}

function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return entries.map(([name, each]) => [name, sorted(each)]);
}
