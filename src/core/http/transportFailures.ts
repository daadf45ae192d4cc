import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { Connection } from '../connection/connection.ts';
import type { ReplyHead } from './sendRequest.ts';

/** Returns the address of a call; a failure if it is not valid for a call. */
export function targetOf(address: string, connection: Connection): Result<URL> {
	const url = URL.parse(address);
	if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
		return success(url);
	const stopped = connection.baseUrl === '';
	return failed({
		kind: stopped ? 'network' : 'input',
		message: stopped
			? l10n.t('The connection {0} has no address, because its service is not running.', connection.name)
			: l10n.t('The address of this call is not a web address that Easel can use.'),
		nextStep: stopped
			? l10n.t('Start it, then try again.')
			: l10n.t('Check the addresses of the connection in the settings.'),
		fixer: 'you',
		mayHaveArrived: false,
	});
}

/**
 * Returns the failure of a call that was refused although the token is valid: a temporary problem, without a status,
 * which would be about the token.
 */
export function strayRefusal(host: string): Failure {
	return {
		kind: 'upstream',
		message: l10n.t('{0} refused the call, although the service accepts the sign-in.', host),
		nextStep: l10n.t('Try again in a minute. If this continues, the problem is with the service.'),
		fixer: 'service',
		mayHaveArrived: false,
	};
}

/**
 * Returns the failure of a reply that is too large. It has no status, so that it does not count as a truncated reply: a
 * repetition would be as large.
 */
export function tooMuchJson(host: string): Failure {
	return {
		kind: 'protocol',
		message: l10n.t(
			'The response from {0} has more values than Easel reads at once, or nests them too deeply.',
			host,
		),
		nextStep: l10n.t('Request less at once, or check the addresses of the connection.'),
		fixer: 'service',
		mayHaveArrived: true,
	};
}

/**
 * Returns the failure of a redirected JSON call: such a call must not go elsewhere, so the address is wrong, or an
 * intermediary answered.
 */
export function redirectFailure(reply: ReplyHead, url: URL): Failure {
	const elsewhere = URL.parse(reply.headers.location ?? '', url.href)?.host ?? l10n.t('another address');
	return {
		kind: 'protocol',
		message: l10n.t(
			'{0} redirected the call to {1}. Easel does not send the sign-in there.',
			url.host,
			elsewhere,
		),
		nextStep: l10n.t(
			'Check the addresses of the connection, and whether the network requires its own sign-in.',
		),
		fixer: 'you',
		status: reply.status,
		isFromBetween: true,
		// Only 303 reports that the call was accepted, and the place of the answer.
		mayHaveArrived: reply.status === 303,
	};
}

/**
 * Returns the failure of a call to an address that is not allowed: bytes that the service may know must not travel readable, and it must
 * not make Easel call programs that only this computer reaches.
 */
export function forbiddenAddress(url: URL): Failure {
	return {
		kind: 'protocol',
		message: l10n.t(
			'The service returned an address at {0}. Easel calls only protected addresses on the web.',
			url.host,
		),
		nextStep: l10n.t(
			'Check the addresses of the connection. If they are correct, the problem is with the service.',
		),
		fixer: 'service',
		mayHaveArrived: false,
	};
}

/** Returns the failure of a call over a connection that is no longer in use. */
export function closedFailure(connection: Connection): Failure {
	return {
		kind: 'canceled',
		message: l10n.t('The connection {0} was closed before the call was made.', connection.name),
		nextStep: l10n.t('Try again.'),
		fixer: 'nobody',
		mayHaveArrived: false,
	};
}
