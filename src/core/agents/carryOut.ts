import type { Clock } from '../base/clock.ts';
import { failed, type Result } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { maskText } from '../http/mask.ts';
import { type FailureFacts, failureFacts } from '../operations/failureFacts.ts';
import { runOperation } from '../operations/operation.ts';
import type { OperationServices } from '../operations/services.ts';
import type { Consent } from './consent.ts';
import { factsText, failureText, withTexts } from './texts.ts';
import type { Answer, Call, Caller, Content, Tool } from './tool.ts';

export interface CarryOutOptions {
	readonly services: OperationServices;
	readonly clock: Clock;
	readonly log: Log;
	/** Secrets that no answer may contain, in addition to those of the connection. */
	readonly secrets?: readonly string[];
}

/** The answer to a call as a model gets it: without secrets and without signed addresses. */
export interface Outcome {
	readonly text: string;
	/** The data of a successful call. */
	readonly value?: unknown;
	readonly more: readonly Content[];
	readonly isError: boolean;
	readonly failure?: FailureFacts;
}

const longestText = 200_000;

/** Carries out one call of a tool; its questions go to the consent of the call. */
export async function carryOut(
	tool: Tool,
	input: unknown,
	caller: Caller,
	consent: Consent,
	options: CarryOutOptions,
): Promise<Outcome> {
	const { services, clock, log } = options;
	const call: Call = {
		services,
		clock,
		caller,
		run: (operation, given, signal = caller.signal) =>
			runOperation(operation, services, given, consent.ask, { signal, progress: caller.progress }),
		consent,
	};
	const outcome = await answerOf(tool, call, input, log);
	const secrets = await secretsOf(options);
	await consent
		.settle(settlement(outcome))
		.catch((cause: unknown) => log.error('The use of the allowance could not be recorded', cause));
	const mask = (text: string) => maskText(text, secrets, longestText);
	if (!outcome.ok) {
		// A call that certainly had no effect may be repeated; otherwise only a tool that reads.
		const hasChanged = !tool.annotations.readOnlyHint && outcome.failure.isUnsent !== true;
		const failure = failureFacts(outcome.failure, hasChanged);
		const lines = [failureText(outcome.failure), consent.refusal, factsText(failure)];
		const text = mask(lines.filter((line) => line !== undefined).join('\n'));
		return { text, more: [], isError: true, failure };
	}
	const { value, text, more = [] } = outcome.value;
	const said = [text, await consent.leftText()].filter((line) => line !== undefined).join('\n');
	return { text: mask(said), value: withTexts(value, mask), more, isError: false };
}

/** Returns a text without the secrets that no answer may contain. */
export async function masked(text: string, options: CarryOutOptions): Promise<string> {
	return maskText(text, await secretsOf(options), longestText);
}

async function secretsOf({
	services,
	secrets = [],
}: CarryOutOptions): Promise<readonly (string | undefined)[]> {
	const { connection } = services.session.current;
	const [service, ...own] = await Promise.all([
		services.service(),
		services.partnerKey(connection),
		services.hubToken(connection),
	]);
	return [...secrets, ...own, ...(service.ok ? service.value.transport.secrets() : [])];
}

async function answerOf(tool: Tool, call: Call, input: unknown, log: Log): Promise<Result<Answer<unknown>>> {
	try {
		return await tool.run(call, input as never);
	} catch (cause) {
		log.error(`The tool ${tool.name} failed`, cause);
		return failed({
			kind: 'protocol',
			message: 'Easel could not finish this call.',
			nextStep: 'Look into the log of Easel, then try again.',
			fixer: 'nobody',
		});
	}
}

/**
 * Returns how the reserved amount of a call is settled: it is spent on the start with the id `begun`, or returned if
 * nothing was sent.
 */
function settlement(outcome: Result<Answer<unknown>>): Parameters<Consent['settle']>[0] {
	if (!outcome.ok) {
		const { mayHaveArrived, isUnsent = mayHaveArrived === false } = outcome.failure;
		return { nothingLeft: isUnsent };
	}
	const { value, begun } = outcome.value;
	const id = begun ?? (typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined);
	return { ...(typeof id === 'string' ? { begun: id } : {}), nothingLeft: false };
}
