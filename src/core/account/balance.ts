import * as l10n from '@vscode/l10n';
import { Emitter } from '../base/emitter.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { decimalMark } from '../base/language.ts';
import { type CallOptions, call } from '../http/call.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import type { Service } from '../http/transport.ts';
import { memberOf, textOf } from '../json/fields.ts';
import { decimalOf } from '../json/scalars.ts';
import { unwrapWith } from '../json/unwrap.ts';

/** The amount that an account can spend; may be zero or negative. */
export interface Balance {
	/** Millionths of a US dollar: the figure for arithmetic and thresholds. */
	readonly microdollars: number;
	readonly currency: string;
}

const answered = new Emitter<{ readonly service: Service; readonly balance: Balance }>();

/** Fires with each balance that a service of this process has returned to any caller. */
export const onDidFetchBalance = answered.event;

/** Asks for the balance of the signed-in account. */
export async function fetchBalance(service: Service, options: CallOptions = {}): Promise<Result<Balance>> {
	const reply = await call(service, 'balance', { method: 'GET', ...options });
	if (!reply.ok) return reply;
	const balance = parseBalance(reply.value);
	if (balance === undefined) return failed(notUnderstood(l10n.t('the balance')));
	answered.fire({ service, balance });
	return success(balance);
}

/** Returns the balance in a reply; the rounded dollars only if the exact figure is missing. */
export function parseBalance(value: unknown): Balance | undefined {
	const record = unwrapWith(value, 'balance_microdollars', 'balance_usd');
	const exact = decimalOf(memberOf(record, 'balance_microdollars'));
	const dollars = decimalOf(memberOf(record, 'balance_usd'));
	if (exact === undefined && dollars === undefined) return undefined;
	// Rounded down, so that it never promises more than the balance has.
	const microdollars = exact === undefined ? Math.round((dollars ?? 0) * 1_000_000) : Math.floor(exact);
	if (!Number.isSafeInteger(microdollars)) return undefined;
	return { microdollars, currency: textOf(memberOf(record, 'currency')) ?? 'USD' };
}

/** Returns an amount for people, for example `25.00 USD`; rounded down, so that it never promises more than the balance has. */
export function formatBalance(balance: Balance): string {
	return `${(Math.floor(balance.microdollars / 10_000) / 100).toFixed(2).replace('.', decimalMark())} ${balance.currency}`;
}
