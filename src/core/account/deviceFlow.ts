import { setTimeout as wait } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { canceledFailure } from '../base/canceled.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { pageOf } from '../connection/route.ts';
import { type CallOptions, call } from '../http/call.ts';
import type { Service } from '../http/transport.ts';
import { memberOf, textOf } from '../json/fields.ts';
import { decimalOf } from '../json/scalars.ts';
import { layersOf, unwrapWith } from '../json/unwrap.ts';
import { stateWord } from '../wire/stateWord.ts';
import { isToken } from './token.ts';

/** The codes that the service issued for one sign-in (RFC 8628; wire-facts.md, section 1). */
export interface DeviceCode {
	/** Secret between Easel and the service; never shown. */
	readonly deviceCode: string;
	/** The code that the person types on the web page. */
	readonly userCode: string;
	readonly verifyUrl: string;
	readonly expiresInSeconds: number;
	readonly pollSeconds: number;
}

type DeviceOutcome =
	| { readonly type: 'authorized'; readonly token: string }
	| { readonly type: 'denied' }
	| { readonly type: 'expired' };

/** The clock of the flow; replaced in tests. Milliseconds. */
export interface FlowClock {
	now(): number;
	/** Rejects when the signal fires. */
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const flowClock: FlowClock = {
	now: () => performance.now(),
	wait: (ms, signal) => wait(ms, undefined, { signal }),
};

/** The defaults for values that the service does not send. */
const usual = { expiresInSeconds: 600, pollSeconds: 2 };

/** Begins a sign-in; the service needs no token for that. */
export async function startDeviceFlow(
	service: Service,
	options: CallOptions = {},
): Promise<Result<DeviceCode>> {
	// A repeated start only leaves behind an unused code.
	const reply = await call(service, 'deviceStart', { method: 'POST', safeToRepeat: true, ...options });
	if (!reply.ok) return reply;
	const code = parseDeviceCode(reply.value, pageOf(service.connection, 'devicePage'));
	return code === undefined ? failed(notUnderstood) : success(code);
}

/** Returns the reply to a start; `undefined` if it contains no codes. An address outside the web is replaced by the usual page. */
export function parseDeviceCode(value: unknown, usualPage: string): DeviceCode | undefined {
	const record = unwrapWith(value, 'device_code');
	const deviceCode = textOf(memberOf(record, 'device_code'));
	const userCode = textOf(memberOf(record, 'user_code'));
	if (deviceCode === undefined || userCode === undefined) return undefined;
	const page = textOf(memberOf(record, 'verify_url', 'verification_uri', 'verification_url'));
	const seconds = decimalOf(memberOf(record, 'poll_interval', 'interval')) ?? usual.pollSeconds;
	const lifetime = decimalOf(memberOf(record, 'expires_in')) ?? usual.expiresInSeconds;
	return {
		deviceCode,
		userCode,
		verifyUrl: page !== undefined && /^https?:$/.test(URL.parse(page)?.protocol ?? '') ? page : usualPage,
		expiresInSeconds: Math.min(Math.max(lifetime, 1), 86_400),
		pollSeconds: Math.min(Math.max(seconds, 1), 60),
	};
}

/**
 * Polls until the person has decided or the code has expired. Only an answer of the flow, its expiry, or the signal
 * ends it: any other reply may come from an intermediary, and the code that the person has typed would be lost.
 * `onTrouble` gets the failure of a poll that is repeated, and `undefined` when polling works again.
 */
export async function awaitDeviceToken(
	service: Service,
	code: DeviceCode,
	options: {
		readonly signal?: AbortSignal | undefined;
		readonly onTrouble?: (failure: Failure | undefined) => void;
		readonly clock: FlowClock;
	},
): Promise<Result<DeviceOutcome>> {
	const { signal, clock } = options;
	const deadline = clock.now() + code.expiresInSeconds * 1000;
	let interval = code.pollSeconds * 1000;
	for (;;) {
		const left = deadline - clock.now();
		if (left <= 0) return success({ type: 'expired' });
		try {
			await clock.wait(Math.min(interval, left), signal);
		} catch {
			return failed(canceledFailure());
		}
		const reply = await poll(service, code.deviceCode, signal);
		if (!reply.ok) {
			if (reply.failure.kind === 'canceled') return reply;
			options.onTrouble?.(reply.failure);
			// A gateway limits the rate with a page, which is no answer of the flow.
			if (reply.failure.kind === 'rateLimited' || reply.failure.status === 429) interval += 5000;
			continue;
		}
		options.onTrouble?.(undefined);
		const answer = parsePoll(reply.value);
		if (answer === 'slower') interval += 5000;
		else if (answer !== 'pending') return success(answer);
	}
}

function poll(
	service: Service,
	deviceCode: string,
	signal: AbortSignal | undefined,
): Promise<Result<unknown>> {
	return call(service, 'devicePoll', {
		method: 'POST',
		body: JSON.stringify({ device_code: deviceCode }),
		// "Denied" and "expired" come with status 410, RFC 8628's words with 400, "slower" with 429.
		answers: [400, 410, 428, 429],
		signal,
	});
}

/** Returns the reply to a poll. An unknown word counts as pending: the expiry of the code limits the wait. */
export function parsePoll(value: unknown): DeviceOutcome | 'pending' | 'slower' {
	const token = textOf(memberOf(unwrapWith(value, 'access_token'), 'access_token'));
	if (token !== undefined && isToken(token)) return { type: 'authorized', token };
	const words = layersOf(value).flatMap((record) =>
		['status', 'state', 'error'].map((name) => stateWord(textOf(memberOf(record, name)) ?? '')),
	);
	const says = (...any: readonly string[]) => words.some((word) => any.includes(word));
	if (says('denied', 'accessdenied')) return { type: 'denied' };
	if (says('expired', 'expiredtoken', 'invalidgrant')) return { type: 'expired' };
	return says('slowdown') ? 'slower' : 'pending';
}

const notUnderstood: Failure = {
	kind: 'protocol',
	message: l10n.t('The service answered, but its answer contains no code for the sign-in.'),
	nextStep: l10n.t('Check the web address of the connection, or paste a token instead.'),
	fixer: 'you',
};
