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
import type { Clock } from '../../core/base/clock.ts';
import { failed, type Result } from '../../core/base/failure.ts';
import type { Log } from '../../core/base/log.ts';
import { maskText } from '../../core/http/mask.ts';
import { runOperation } from '../../core/operations/operation.ts';
import type { OperationServices } from '../../core/operations/services.ts';
import { Consent, type Permissions, within } from './consent.ts';
import { Conversation, questionMs } from './conversation.ts';
import { failureText, withTexts } from './texts.ts';
import type { Answer, Call, Tool } from './tool.ts';

export interface CallsOptions extends Permissions {
	readonly services: OperationServices;
	readonly clock: Clock;
	readonly log: Log;
	/** What no answer may hold, beside what the connection knows. */
	readonly secrets: readonly string[];
}

/** What a request state says: which question of which call is answered. */
interface AskedState {
	readonly id: string;
	/** The tool with its arguments, as a digest. */
	readonly call: string;
}

/** A call that waits for a person. */
interface WaitingCall {
	readonly call: string;
	readonly conversation: Conversation<CallToolResult>;
	/** Ends the time that it waits: a timer would keep the process after its client has gone. */
	readonly cancelTimer: () => void;
}

/** The longest text of an answer. */
const longestText = 200_000;

/**
 * Carries out calls of tools and asks the person on the way: as an input that the client is asked for, which the library makes an
 * elicitation for clients of the earlier protocol. A call that asks waits here; the state that the client brings back only says which one it
 * is, is signed with a key of this process, and counts once.
 */
export class Calls {
	readonly #options: CallsOptions;
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

	/** Begins a call, or continues one with what the person answered. */
	async call(
		tool: Tool,
		input: unknown,
		context: ServerContext,
		canAsk: boolean,
	): Promise<CallToolResult | InputRequiredResult> {
		const call = digestOf(tool.name, input);
		const { mcpReq } = context;
		const state = mcpReq.requestState<AskedState>();
		if (state === undefined)
			return this.#next(call, this.#begin(tool, input, mcpReq.signal, canAsk), context);
		const waiting = this.#waiting.get(state.id);
		this.#waiting.delete(state.id);
		if (waiting === undefined)
			return refused(l10n.t('This question was answered already, or nobody answered it in five minutes.'));
		const { conversation, cancelTimer } = waiting;
		cancelTimer();
		if (waiting.call !== call) {
			conversation.abandon();
			return refused(l10n.t('The answer belongs to another call.'));
		}
		conversation.answer(acceptedContent(mcpReq.inputResponses, answerKey)?.allow === true);
		return this.#next(call, conversation, context);
	}

	/** Answers everything that is still asked with no. */
	close(): void {
		for (const { conversation, cancelTimer } of this.#waiting.values()) {
			cancelTimer();
			conversation.abandon();
		}
		this.#waiting.clear();
	}

	#begin(tool: Tool, input: unknown, signal: AbortSignal, canAsk: boolean): Conversation<CallToolResult> {
		const conversation = new Conversation<CallToolResult>(this.#options.clock);
		signal.addEventListener('abort', () => conversation.abandon(), { once: true });
		const consent = new Consent({
			...this.#options,
			...(canAsk ? { askPerson: (text: string) => conversation.ask(text) } : {}),
		});
		conversation.begin(() => within(consent, () => this.#carryOut(tool, input, signal, consent)));
		return conversation;
	}

	async #next(
		call: string,
		conversation: Conversation<CallToolResult>,
		context: ServerContext,
	): Promise<CallToolResult | InputRequiredResult> {
		const step = await conversation.next();
		if (step.kind === 'ended') return step.value;
		const id = crypto.randomUUID();
		// It has been answered with no by then.
		const cancelTimer = this.#options.clock.after(questionMs, () => this.#waiting.delete(id));
		this.#waiting.set(id, { call, conversation, cancelTimer });
		return inputRequired({
			requestState: await this.#codec.mint({ id, call }, context),
			inputRequests: {
				[answerKey]: inputRequired.elicit({
					message: await this.#masked(step.text),
					requestedSchema: {
						type: 'object',
						properties: { allow: { type: 'boolean', title: l10n.t('Allow this') } },
						required: ['allow'],
					},
				}),
			},
		});
	}

	async #carryOut(
		tool: Tool,
		input: unknown,
		signal: AbortSignal,
		consent: Consent,
	): Promise<CallToolResult> {
		const { services, clock, log } = this.#options;
		const call: Call = {
			services,
			clock,
			signal,
			run: (operation, given) => runOperation(operation, services, given, consent.ask),
			confirm: (lines) => consent.confirm(lines),
			note(line, microdollars) {
				consent.note(line);
				if (microdollars !== undefined) consent.expect(microdollars);
			},
		};
		const outcome = await answerOf(tool, call, input, log);
		const secrets = await this.#secrets();
		await consent
			.settle(settlement(outcome))
			.catch((cause: unknown) =>
				log.error('What was used of the allowance could not be written down', cause),
			);
		const masked = (text: string) => maskText(text, secrets, longestText);
		if (!outcome.ok) {
			const lines = [failureText(outcome.failure), consent.refusal].filter((line) => line !== undefined);
			return { content: [{ type: 'text', text: masked(lines.join('\n')) }], isError: true };
		}
		const { value, text, more = [] } = outcome.value;
		const said = [text, await consent.leftText()].filter((line) => line !== undefined).join('\n');
		return {
			content: [{ type: 'text', text: masked(said) }, ...more],
			structuredContent: withTexts(value, masked) as Record<string, unknown>,
		};
	}

	async #masked(text: string): Promise<string> {
		return maskText(text, await this.#secrets(), longestText);
	}

	async #secrets(): Promise<readonly (string | undefined)[]> {
		const service = await this.#options.services.service();
		return [...this.#options.secrets, ...(service.ok ? service.value.transport.secrets() : [])];
	}
}

/** Under which name the client brings the answer. */
const answerKey = 'consent';

async function answerOf(tool: Tool, call: Call, input: unknown, log: Log): Promise<Result<Answer<unknown>>> {
	try {
		return await tool.run(call, input as never);
	} catch (cause) {
		log.error(`The tool ${tool.name} failed`, cause);
		return failed({
			kind: 'protocol',
			message: 'Easel could not finish this call.',
			nextStep: 'Look into the log of the server, then try again.',
			fixer: 'nobody',
		});
	}
}

/** What a call did with what was set aside for it. */
function settlement(outcome: Result<Answer<unknown>>): {
	readonly begun?: string;
	readonly nothingLeft: boolean;
} {
	if (!outcome.ok) return { nothingLeft: outcome.failure.mayHaveArrived === false };
	const { value } = outcome.value;
	const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
	return { ...(typeof id === 'string' ? { begun: id } : {}), nothingLeft: false };
}

function refused(why: string): CallToolResult {
	const text = `${l10n.t('Nothing was sent.')} ${why} ${l10n.t('Call the tool again to ask again.')}`;
	return { content: [{ type: 'text', text }], isError: true };
}

/** The same for the same tool with the same arguments, in whichever order they come. */
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
