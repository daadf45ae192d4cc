import * as l10n from '@vscode/l10n';
import { canceledFailure } from '../base/canceled.ts';
import type { Failure, Fixer } from '../base/failure.ts';

/** A failure as an exception, for streams that cannot return it. */
export class FailureError extends Error {
	override readonly name = 'FailureError';
	readonly failure: Failure;

	constructor(failure: Failure) {
		super(failure.message);
		this.failure = failure;
	}
}

interface Fault {
	readonly code?: string;
	readonly message?: string;
	readonly name?: string;
	readonly syscall?: string;
	readonly errors?: readonly unknown[];
	readonly cause?: unknown;
}

/**
 * Turns an exception of the network into a failure for a person. `host` is the host that was called, `sent` whether the
 * connection had been made before; `canceled` whether the caller's own signal had fired.
 */
export function failureOfError(thrown: unknown, host: string, canceled = false): Failure {
	if (thrown instanceof FailureError) return thrown.failure;
	if (canceled) return canceledFailure();
	const fault = innermost(thrown);
	const code = fault.code ?? '';
	const cause = `${code || (fault.name ?? 'Error')}: ${fault.message ?? ''}`.slice(0, 300);
	const certificate = certificateProblem(code, host, fault.message ?? '');
	if (certificate !== undefined) return { ...certificate, kind: 'certificate', mayHaveArrived: false, cause };
	const proxy = /Proxy response \((\d+)\)/.exec(fault.message ?? '');
	if (proxy !== null) return { ...proxyProblem(Number(proxy[1]), host), cause };
	if (timeouts.has(code)) {
		const connecting = code === 'UND_ERR_CONNECT_TIMEOUT' || isBeforeSending(fault);
		return { ...timeoutFailure(host, connecting), cause };
	}
	return {
		kind: 'network',
		message: networkProblem(code, host),
		nextStep: networkAdvice(code),
		fixer: 'you',
		mayHaveArrived: !isBeforeSending(fault),
		cause,
	};
}

/** Returns the failure of a call that took too long; `connecting` is true if it never got a connection. */
export function timeoutFailure(host: string, connecting: boolean): Failure {
	return {
		kind: 'timeout',
		message: connecting
			? l10n.t('{0} did not accept a connection in time.', host)
			: l10n.t('{0} took too long to respond.', host),
		nextStep: l10n.t('Try again; if this continues, check the network, the VPN and the proxy settings.'),
		fixer: 'nobody',
		mayHaveArrived: !connecting,
	};
}

/**
 * Returns the failure of a call to `target` that did not get through the proxy; `failure` is the error between this
 * computer and the proxy.
 */
export function proxyFailure(failure: Failure, target: string): Failure {
	return {
		...failure,
		message: l10n.t('The proxy did not connect to {0}. {1}', target, failure.message),
		nextStep: l10n.t(
			'Check that the proxy is running and the setting "http.proxy" is right, or add this host to "http.noProxy".',
		),
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** Returns the most specific error: undici and Node wrap the first cause in others. */
function innermost(thrown: unknown): Fault {
	let fault = asFault(thrown);
	for (let depth = 0; depth < 5; depth += 1) {
		const inner = fault.errors?.[0] ?? (fault.code === 'UND_ERR_SOCKET' ? undefined : fault.cause);
		if (inner === undefined || inner === null || asFault(inner).message === undefined) break;
		fault = asFault(inner);
	}
	return fault;
}

function asFault(value: unknown): Fault {
	return typeof value === 'object' && value !== null ? (value as Fault) : { message: String(value) };
}

/** Returns whether a fault happened before the first byte: in the name lookup, the connection, or an unusable setting. */
function isBeforeSending(fault: Fault): boolean {
	return (
		fault.syscall === 'connect' ||
		fault.syscall === 'getaddrinfo' ||
		fault.code === 'ECONNREFUSED' ||
		fault.code === 'UND_ERR_CONNECT_TIMEOUT' ||
		fault.code === 'UND_ERR_INVALID_ARG' ||
		fault.code === 'ERR_INVALID_URL'
	);
}

const timeouts = new Set([
	'UND_ERR_CONNECT_TIMEOUT',
	'UND_ERR_HEADERS_TIMEOUT',
	'UND_ERR_BODY_TIMEOUT',
	'ETIMEDOUT',
]);

function networkProblem(code: string, host: string): string {
	switch (code) {
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return l10n.t('The name {0} could not be found; the network may be down.', host);
		case 'ECONNREFUSED':
			return l10n.t('Nothing answers at {0}.', host);
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
		case 'ENETDOWN':
			return l10n.t('{0} cannot be reached from this computer at the moment.', host);
		case 'UND_ERR_INVALID_ARG':
		case 'ERR_INVALID_URL':
			return l10n.t('{0} could not be called because an address or proxy setting is not valid.', host);
		default:
			return l10n.t('The connection to {0} was interrupted before the response was complete.', host);
	}
}

function networkAdvice(code: string): string {
	if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL')
		return l10n.t('Check the setting "http.proxy".');
	if (code === 'ECONNREFUSED')
		return l10n.t('Check that the service is running and that the address of the connection is right.');
	return l10n.t('Check the network, the VPN and the proxy settings, then try again.');
}

function proxyProblem(status: number, host: string): Failure {
	const wantsLogin = status === 407;
	return {
		kind: 'network',
		message: wantsLogin
			? l10n.t('The proxy requires a name and a password before it connects to {0}.', host)
			: l10n.t('The proxy refused to connect to {0} (status {1}).', host, status),
		nextStep: wantsLogin
			? l10n.t(
					'Add them to the setting "http.proxy" (http://name:password@host:port), or ask your administrator.',
				)
			: l10n.t('Ask your administrator to allow this host, or add it to the setting "http.noProxy".'),
		fixer: wantsLogin ? 'you' : 'administrator',
		mayHaveArrived: false,
	};
}

type CertificateProblem = Pick<Failure, 'message' | 'nextStep' | 'fixer'>;

/** Describes a certificate that Node refuses, and who can fix that; undefined for other codes. */
function certificateProblem(code: string, host: string, text: string): CertificateProblem | undefined {
	const at = (reason: string, nextStep: string, fixer: Fixer): CertificateProblem => ({
		message: l10n.t('The connection to {0} is not trusted: {1}.', host, reason),
		nextStep,
		fixer,
	});
	switch (code) {
		case 'CERT_HAS_EXPIRED':
			return at(
				l10n.t('its certificate has expired'),
				l10n.t('The owner of that host has to renew it; also check the clock of this computer.'),
				'service',
			);
		case 'CERT_NOT_YET_VALID':
			return at(
				l10n.t('its certificate is not valid yet'),
				l10n.t('Check the clock of this computer.'),
				'you',
			);
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
		case 'HOSTNAME_MISMATCH':
			return at(
				l10n.t('its certificate was issued for another name'),
				l10n.t('Check the address of the connection; if it is right, the owner of that host has to fix it.'),
				'service',
			);
		case 'CERT_REVOKED':
			return at(
				l10n.t('its certificate was revoked'),
				l10n.t('The owner of that host has to replace it.'),
				'service',
			);
		case 'DEPTH_ZERO_SELF_SIGNED_CERT':
		case 'SELF_SIGNED_CERT_IN_CHAIN':
		case 'UNABLE_TO_GET_ISSUER_CERT':
		case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
		case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
		case 'CERT_UNTRUSTED':
		case 'CERT_REJECTED':
		case 'CERT_SIGNATURE_FAILURE':
		case 'INVALID_CA':
			return at(
				l10n.t(
					'its certificate was signed by an authority that this computer does not trust, as is common with company proxies',
				),
				l10n.t(
					'Ask your administrator to install that authority in the operating system (setting "http.systemCertificates").',
				),
				'administrator',
			);
		default:
			if (code.startsWith('ERR_SSL_') || code === 'EPROTO' || /SSL routines/.test(text)) {
				return at(
					l10n.t('no secure connection could be established'),
					l10n.t(
						'Check that the address begins with the right https:// or http:// and that no proxy intercepts it.',
					),
					'administrator',
				);
			}
			return undefined;
	}
}
