import * as l10n from '@vscode/l10n';
import { describeDuration } from '../base/ages.ts';
import { compact } from '../base/compact.ts';
import type { Failure } from '../base/failure.ts';
import { parseReply } from '../json/exact.ts';
import { entriesOf, type JsonRecord, memberOf, recordOf, textOf } from '../json/fields.ts';
import { integerOf } from '../json/scalars.ts';
import type { Codes, ServicePart } from '../wire/codes.ts';
import { maskText } from './mask.ts';

/** The head of a reply and the parts that may be reported. */
export interface ReplyContext {
	readonly status: number;
	readonly host: string;
	readonly contentType?: string | undefined;
	readonly part: ServicePart;
	readonly codes: Codes;
	/** The call was sent without the sign-in, as for a file with a signed address. */
	readonly withoutSignIn?: boolean;
	readonly retryAfterMs?: number | undefined;
	/** Texts that must not come back in the service's own words. */
	readonly secrets: readonly (string | undefined)[];
}

/** Returns the service's code in a reply, if any: any `error_code` except the values that mean "no error". */
export function errorCodeOf(body: unknown): unknown {
	const record = recordOf(body);
	const code = record && memberOf(record, 'error_code');
	return integerOf(code) === 0 || code === '' || code === false ? undefined : code;
}

/**
 * Returns the failure for an error reply: by the service's code if it is known, else by HTTP status. The service's own words become
 * details.
 */
export function failureOfReply(context: ReplyContext, text: string): Failure {
	const parsed = parseReply(text);
	const record = parsed.ok ? recordOf(parsed.value) : undefined;
	const code = integerOf(record && (errorCodeOf(record) ?? codeInside(record)));
	const meaning = code === undefined ? undefined : context.codes.meaningOf(code, context.part);
	const isPage = !parsed.ok && isWebPage(context, text);
	const said =
		record === undefined ? [textOf(parsed.ok ? parsed.value : text)?.trim() ?? ''] : errorMessagesOf(record);
	const details = isPage
		? []
		: said.filter((word) => word !== '').map((word) => maskText(word, context.secrets, 500));
	const general = generalMeaning(effectiveStatus(context.status, code), context, details.length > 0);
	return compact({
		kind: meaning?.kind ?? general.kind,
		message: withWait(meaning?.message ?? general.message, context.retryAfterMs),
		nextStep: meaning?.nextStep ?? general.nextStep,
		fixer: meaning?.fixer ?? general.fixer,
		status: context.status,
		code,
		codeName: meaning?.name,
		details: details.length > 0 ? details : undefined,
		isFromBetween: isPage || undefined,
		retryAfterMs: context.retryAfterMs,
		mayHaveArrived: true,
	});
}

/** The transport waits short times itself; a longer one is shown to the person, whether the call is repeated or not. */
const shortWaitMs = 30_000;

function withWait(message: string, retryAfterMs: number | undefined): string {
	if (retryAfterMs === undefined || retryAfterMs <= shortWaitMs) return message;
	return l10n.t('{0} It asks to wait {1}.', message, describeDuration(retryAfterMs));
}

/** Returns the failure of a reply of the success class that is not the data it should be. */
export function unreadableReply(context: ReplyContext, text: string): Failure {
	const isPage = isWebPage(context, text);
	return compact({
		kind: 'protocol' as const,
		message: isPage
			? l10n.t(
					'{0} returned a web page instead of data. A sign-in page of the network or a proxy may be in between.',
					context.host,
				)
			: l10n.t('The response from {0} is damaged or incomplete.', context.host),
		nextStep: isPage
			? l10n.t(
					'Open a web page in the browser to see whether the network requires a sign-in, and check the addresses of the connection.',
				)
			: l10n.t('Try again. If this continues, the problem is with the service.'),
		fixer: isPage ? ('you' as const) : ('service' as const),
		status: context.status,
		mayHaveArrived: true,
		cause: `content type ${maskText(context.contentType ?? 'not given', [], 100)}, ${text.length} characters`,
	});
}

function isWebPage({ contentType = '' }: ReplyContext, text: string): boolean {
	return /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text);
}

/** Returns the HTTP status that a code of six or five digits begins with, even if the reply itself was a 200. */
function effectiveStatus(status: number, code: number | undefined): number {
	if (status >= 400 || code === undefined) return status;
	const leading = Number(String(code).slice(0, 3));
	return String(code).length >= 5 && leading >= 400 && leading < 600 ? leading : 400;
}

/** Returns the code of an error that is a nested record: `{"error": {"code": 42267, "message": "..."}}`. */
function codeInside(record: JsonRecord): unknown {
	const error = recordOf(memberOf(record, 'error', 'detail'));
	return error && memberOf(error, 'error_code', 'code');
}

/** Returns the service's words: its message under any name, then each validation detail with its place. */
function errorMessagesOf(record: JsonRecord): readonly string[] {
	const words = ['error_message', 'message', 'error', 'detail']
		.map((name) => memberOf(record, name))
		.map((word) => textOf(word) ?? (recordOf(word) && detailText(word)))
		.filter((word) => word !== undefined);
	const detail = memberOf(record, 'detail', 'details', 'errors');
	const entries = Array.isArray(detail) ? detail.slice(0, 20) : [];
	return [...new Set([...words, ...entries.map(detailText).filter((word) => word !== undefined)])];
}

/** Returns one validation detail. Only its place and its text are used: the refused value itself may be a secret. */
function detailText(detail: unknown): string | undefined {
	const record = recordOf(detail);
	if (record === undefined) return textOf(detail);
	const place = memberOf(record, 'loc');
	const words = textOf(memberOf(record, 'msg', 'message', 'error_message', 'error'));
	const where = Array.isArray(place) ? place.filter((part) => part !== 'body').join('.') : textOf(place);
	if (words === undefined) return entriesOf(record).length === 0 ? undefined : textOf(where);
	return where ? `${where}: ${words}` : words;
}

type Meaning = Pick<Failure, 'kind' | 'message' | 'nextStep' | 'fixer'>;

function generalMeaning(status: number, { host, withoutSignIn }: ReplyContext, hasDetails: boolean): Meaning {
	if (withoutSignIn !== true || ![400, 401, 403].includes(status)) return byStatus(status, host, hasDetails);
	return {
		kind: 'protocol',
		message: l10n.t(
			'{0} refused the address of the file; it may have expired, or this network is not allowed.',
			host,
		),
		nextStep: l10n.t('Try again to get a new address.'),
		fixer: 'nobody',
	};
}

function byStatus(status: number, host: string, hasDetails: boolean): Meaning {
	switch (status) {
		case 400:
		case 413:
		case 415:
		case 422:
			return {
				kind: 'input',
				message:
					status === 413
						? l10n.t('{0} refused the request, because it is too large.', host)
						: l10n.t('{0} refused the request, because something in it is not valid.', host),
				nextStep:
					status === 413
						? l10n.t('Pass large images and videos as public addresses instead of embedding them.')
						: hasDetails
							? l10n.t('Check the details, fix the request and try again.')
							: l10n.t('Correct it, then try again.'),
				fixer: 'you',
			};
		case 401:
			return {
				kind: 'auth',
				message: l10n.t('{0} does not accept the sign-in.', host),
				nextStep: l10n.t('Sign in again.'),
				fixer: 'you',
			};
		case 402:
			return {
				kind: 'balance',
				message: l10n.t('The balance of this account does not allow this.'),
				nextStep: l10n.t('Top up the balance on the profile page, then try again.'),
				fixer: 'you',
			};
		case 403:
			return {
				kind: 'auth',
				message: l10n.t('{0} does not allow this with the current sign-in or from this network.', host),
				nextStep: l10n.t('Check which account and connection are in use, or sign in again.'),
				fixer: 'you',
			};
		case 404:
		case 410:
			return {
				kind: 'notFound',
				message: l10n.t('{0} does not have the requested item, or no longer has it.', host),
				nextStep: l10n.t('Refresh the list. If this continues, check the addresses of the connection.'),
				fixer: 'you',
			};
		case 408:
			return {
				kind: 'timeout',
				message: l10n.t('{0} stopped waiting for the request.', host),
				nextStep: l10n.t('Try again.'),
				fixer: 'nobody',
			};
		case 409:
			return {
				kind: 'conflict',
				message: l10n.t('{0} does not allow this in the current state.', host),
				nextStep: l10n.t('Refresh, check the state, then try again.'),
				fixer: 'you',
			};
		case 429:
			return {
				kind: 'rateLimited',
				message: l10n.t('{0} received too many requests.', host),
				nextStep: l10n.t('Wait a moment, then try again.'),
				fixer: 'nobody',
			};
		default:
			return status >= 500
				? {
						kind: 'upstream',
						message: l10n.t('{0} had an internal error (status {1}).', host, status),
						nextStep: l10n.t('Try again in a minute. If this continues, the problem is with the service.'),
						fixer: 'service',
					}
				: {
						kind: 'protocol',
						message: l10n.t('{0} sent an unexpected response (status {1}).', host, status),
						nextStep: l10n.t('Check the addresses of the connection.'),
						fixer: 'you',
					};
	}
}
