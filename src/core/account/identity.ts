import * as l10n from '@vscode/l10n';
import { type Clock, pause } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { route } from '../connection/route.ts';
import { call } from '../http/call.ts';
import type { Service } from '../http/transport.ts';
import { memberOf, textOf } from '../json/fields.ts';
import { idOf } from '../json/scalars.ts';
import { unwrapThing } from '../json/unwrap.ts';
import type { Account } from './session.ts';

/** Asks who the token belongs to (`GET /api/auth/me` on the web host). A refused token is a failure of kind `auth`. */
export async function whoAmI(service: Service): Promise<Result<Account>> {
	const reply = await call(service, 'identity', { method: 'GET' });
	if (!reply.ok) return reply;
	const account = parseAccount(reply.value);
	return account === undefined ? failed(notUnderstood) : success(account);
}

/** Milliseconds before each further question about a new token, at most. */
const againMs = [500, 1500] as const;

/**
 * Asks for the owner of a new token. One refusal may be stray and would lose the code that a person has typed, so only the third refusal is
 * final.
 */
export async function whoseIs(service: Service, clock: Clock): Promise<Result<Account>> {
	let answer = await whoAmI(service);
	for (const ms of againMs) {
		if (answer.ok || answer.failure.kind !== 'auth') break;
		await pause(clock, ms * (0.5 + Math.random() / 2));
		answer = await whoAmI(service);
	}
	return answer;
}

/**
 * The service's answer about the token of a refused call. `unknown`: it cannot be reached now. `mute`: it has no route
 * for that. `obsolete`: the token is no longer in use.
 */
export type TokenAnswer = 'accepted' | 'refused' | 'unknown' | 'mute' | 'obsolete';

/** Asks whether the service accepts the token; for an engine, whether the server in front of it does. */
export async function askAboutToken(
	{ connection, transport }: Service,
	signal: AbortSignal,
): Promise<TokenAnswer> {
	const url = route(connection, 'identity');
	if (!url.ok) return 'mute';
	const reply = await transport.json({ method: 'GET', url: url.value, signal });
	if (reply.ok) return 'accepted';
	const { kind, status } = reply.failure;
	if (kind === 'auth') return 'refused';
	return kind === 'notFound' || status === 405 || status === 501 ? 'mute' : 'unknown';
}

/** Returns the account in a reply; `undefined` if it names none. */
export function parseAccount(value: unknown): Account | undefined {
	const record = unwrapThing(value, 'user', ['email', 'token_type', 'token_created_at']);
	const id = idOf(memberOf(record, 'user_id', 'id'));
	if (id === undefined) return undefined;
	return compact({
		id,
		label: textOf(memberOf(record, 'email')) ?? id,
		tokenType: textOf(memberOf(record, 'token_type')),
	});
}

const notUnderstood: Failure = {
	kind: 'protocol',
	message: l10n.t('The service answered, but its answer does not name the account.'),
	nextStep: l10n.t('Check the web address of the connection.'),
	fixer: 'you',
};
