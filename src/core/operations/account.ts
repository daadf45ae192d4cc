import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { fetchBalance, formatBalance } from '../account/balance.ts';
import { compact } from '../base/compact.ts';
import { mapped, success } from '../base/failure.ts';
import { amountsOf } from '../spending/groups.ts';
import type { Spending } from '../spending/spending.ts';
import { optionalChoice, optionalInteger } from './members.ts';
import { startedIn, startedInput } from './moments.ts';
import { operation } from './operation.ts';
import { withSession } from './withSession.ts';

const state = operation({
	id: 'account.state',
	title: l10n.t('Show which account is signed in'),
	effect: 'read',
	input: z.object({}),
	output: z.object({
		signedIn: z.boolean(),
		connection: z.string(),
		account: z.exactOptional(z.string()),
		/** The reason for being signed out, as a sentence. */
		problem: z.exactOptional(z.string()),
	}),
	async run(services) {
		const session = await services.signedIn();
		const { connection } = services.session.current;
		return session.ok
			? success({ signedIn: true, connection: connection.name, account: session.value.account.label })
			: success({ signedIn: false, connection: connection.name, problem: session.failure.message });
	},
});

export const balanceShow = operation({
	id: 'balance.show',
	title: l10n.t('Show the balance'),
	effect: 'read',
	input: z.object({}),
	output: z.object({ microdollars: z.number(), currency: z.string(), text: z.string() }),
	run: (services, _input, _ask, { signal }) =>
		withSession(services, async ({ service }) => {
			await (await services.ledger()).spending.history.settle();
			const balance = await fetchBalance(service, { signal });
			return mapped(balance, (found) => ({ ...found, text: formatBalance(found) }));
		}),
});

export const spendingList = operation({
	id: 'spending.list',
	title: l10n.t('List the runs and training jobs that were started here, with their cost'),
	effect: 'read',
	input: z.object({
		limit: optionalInteger(1, 500, l10n.t('the maximum number; 50 if omitted')),
		...startedInput,
		by: optionalChoice(
			['deployment', 'model', 'day'],
			l10n.t('totals by deployment, model or day instead of single starts'),
		),
	}),
	output: z.object({
		/** An estimate, in millionths of a US dollar. */
		todayMicrodollars: z.number(),
		/** The number of all matches, including those beyond the limit. */
		total: z.number(),
		/** The known amounts of all matches. */
		totalMicrodollars: z.number(),
		/** The sums, on request. */
		sums: z.exactOptional(
			z.array(z.object({ name: z.string(), count: z.number(), microdollars: z.number() })),
		),
		/** Empty if sums were requested. */
		starts: z.array(
			z.object({
				id: z.string(),
				kind: z.string(),
				name: z.string(),
				/** Milliseconds since 1970. */
				startedAt: z.number(),
				endedAt: z.exactOptional(z.number()),
				microdollars: z.exactOptional(z.number()),
				/** The way in which the amount is known. */
				basis: z.exactOptional(z.string()),
			}),
		),
	}),
	run: (services, { limit = 50, by, ...started }) =>
		withSession(services, async () => {
			const { history } = (await services.ledger()).spending;
			const { since, before = Number.POSITIVE_INFINITY } = startedIn(started);
			const all = history.records(Number.MAX_SAFE_INTEGER, since);
			const amounts = amountsOf(all);
			const isOfKind = ({ kind }: Spending) => by === undefined || by === 'day' || kind === by;
			const found = all.filter((record) => record.startedAt < before && isOfKind(record));
			const microdollarsOf = ({ id }: Spending) => amounts.get(id)?.microdollars ?? 0;
			const totalMicrodollars = found.reduce((sum, record) => sum + microdollarsOf(record), 0);
			const starts = (by === undefined ? found.slice(0, limit) : []).map(
				({ id, kind, name, startedAt, endedAt }) => {
					const amount = amounts.get(id);
					return { id, kind, name, startedAt, ...compact({ endedAt }), ...amount };
				},
			);
			const total = found.length;
			const nameOf = ({ name, startedAt }: Spending) => (by === 'day' ? dayOf(startedAt) : name);
			const sums = Object.entries(Object.groupBy(found, nameOf)).map(([name, records = []]) => ({
				name,
				count: records.length,
				microdollars: records.reduce((sum, record) => sum + microdollarsOf(record), 0),
			}));
			return success({
				todayMicrodollars: history.spentToday(),
				total,
				totalMicrodollars,
				starts,
				...(by === undefined ? {} : { sums: sums.slice(0, limit) }),
			});
		}),
});

/** Returns the local date of a time, in ISO format. */
function dayOf(at: number): string {
	const date = new Date(at);
	const two = (number: number) => String(number).padStart(2, '0');
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const accountOperations = [state, balanceShow, spendingList];
