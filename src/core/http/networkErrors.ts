import { canceledFailure } from '../base/canceled.ts';
import type { Failure, Fixer } from '../base/failure.ts';

/** A failure traveling as an exception, where a stream leaves no other way. */
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
 * What an exception of the network means to a person. `host` is the host that was called, `sent` whether the
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

/** A call that took too long; `connecting` is whether it never got a connection. */
export function timeoutFailure(host: string, connecting: boolean): Failure {
	return {
		kind: 'timeout',
		message: connecting ? `${host} did not accept a connection in time.` : `${host} took too long to answer.`,
		nextStep: 'Try again; if this continues, check the network, the VPN and the proxy settings.',
		fixer: 'nobody',
		mayHaveArrived: !connecting,
	};
}

/** A call to `target` that did not get through the proxy; `failure` is what happened between this computer and the proxy. */
export function proxyFailure(failure: Failure, target: string): Failure {
	return {
		...failure,
		message: `The proxy did not connect to ${target}. ${failure.message}`,
		nextStep:
			'Check that the proxy is running and the setting "http.proxy" is right, or add this host to "http.noProxy".',
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** The error that says most: undici and Node wrap the first cause in others. */
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

/** Name lookup and connecting come before the first byte; so does a setting that cannot be used at all. */
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
			return `The name ${host} could not be found; the network may be down.`;
		case 'ECONNREFUSED':
			return `Nothing answers at ${host}.`;
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
		case 'ENETDOWN':
			return `${host} cannot be reached from this computer at the moment.`;
		case 'UND_ERR_INVALID_ARG':
		case 'ERR_INVALID_URL':
			return `${host} could not be called because an address or proxy setting is not valid.`;
		default:
			return `The connection to ${host} was cut before the answer was complete.`;
	}
}

function networkAdvice(code: string): string {
	if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL') return 'Check the setting "http.proxy".';
	if (code === 'ECONNREFUSED')
		return 'Check that the service is running and that the address of the connection is right.';
	return 'Check the network, the VPN and the proxy settings, then try again.';
}

function proxyProblem(status: number, host: string): Failure {
	const wantsLogin = status === 407;
	return {
		kind: 'network',
		message: wantsLogin
			? `The proxy requires a name and a password before it connects to ${host}.`
			: `The proxy refused to connect to ${host} (it answered ${status}).`,
		nextStep: wantsLogin
			? 'Add them to the setting "http.proxy" (http://name:password@host:port), or ask your administrator.'
			: 'Ask your administrator to allow this host, or add it to the setting "http.noProxy".',
		fixer: wantsLogin ? 'you' : 'administrator',
		mayHaveArrived: false,
	};
}

type CertificateProblem = Pick<Failure, 'message' | 'nextStep' | 'fixer'>;

/** Which certificates Node refuses, and who can fix that. */
function certificateProblem(code: string, host: string, text: string): CertificateProblem | undefined {
	const at = (reason: string, nextStep: string, fixer: Fixer): CertificateProblem => ({
		message: `The connection to ${host} is not trusted: ${reason}.`,
		nextStep,
		fixer,
	});
	switch (code) {
		case 'CERT_HAS_EXPIRED':
			return at(
				'its certificate has expired',
				'The owner of that host has to renew it; also check the clock of this computer.',
				'service',
			);
		case 'CERT_NOT_YET_VALID':
			return at('its certificate is not valid yet', 'Check the clock of this computer.', 'you');
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
		case 'HOSTNAME_MISMATCH':
			return at(
				'its certificate was issued for another name',
				'Check the address of the connection; if it is right, the owner of that host has to fix it.',
				'service',
			);
		case 'CERT_REVOKED':
			return at('its certificate was revoked', 'The owner of that host has to replace it.', 'service');
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
				'its certificate was signed by an authority that this computer does not know, which company proxies do',
				'Ask your administrator to install that authority in the operating system (setting "http.systemCertificates").',
				'administrator',
			);
		default:
			if (code.startsWith('ERR_SSL_') || code === 'EPROTO' || /SSL routines/.test(text)) {
				return at(
					'no secure connection could be established',
					'Check that the address begins with the right https:// or http:// and that no proxy intercepts it.',
					'administrator',
				);
			}
			return undefined;
	}
}
