import type { SessionSource, SignedIn } from '../account/session.ts';
import type { Disposable } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { microdollarsOf } from '../base/money.ts';
import { getModel } from '../catalog/client.ts';
import type { WindowCoordinator } from '../following/windowCoordinator.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { BalanceReader } from './balanceReader.ts';
import type { CeilingAnswer, CeilingQuestion } from './ceiling.ts';
import { SpendingHistory } from './spendingHistory.ts';

export interface SpendingParts {
	readonly ledger: Ledger;
	readonly coordinator: WindowCoordinator;
	readonly session: SessionSource;
	readonly log: Log;
	/** Returns the limit for a day in millionths of a US dollar; undefined for none. */
	readonly limit: () => number | undefined;
	/** Asks whether starts may leave that could pass the limit; no answer is a no. */
	readonly ask: (question: CeilingQuestion) => Promise<CeilingAnswer | undefined>;
}

/** The parts of spending: the balance, the starts from here, and the question before more. */
export interface OpenSpending extends Disposable {
	readonly reader: BalanceReader;
	readonly history: SpendingHistory;
}

/** Opens the known facts about money. Reads no balance before it is requested. */
export function openSpending({ coordinator, ask, ...parts }: SpendingParts): OpenSpending {
	const { session, log } = parts;
	const { clock } = coordinator;
	const reader = new BalanceReader({ session, clock, log });
	const history = new SpendingHistory({
		...parts,
		clock,
		reader,
		ask: async (question) => (await ask(question)) ?? 'no',
		priceOf,
	});
	return {
		reader,
		history,
		dispose() {
			history.dispose();
			reader.dispose();
		},
	};
}

/** Returns the price of one run of a model, which usually makes one file; undefined for a price by the second, which is only known afterwards. */
async function priceOf({ service }: SignedIn, modelId: string): Promise<number | undefined> {
	const model = await getModel(service, modelId);
	const { usd, unit = 'output' } = (model.ok ? model.value.price : undefined) ?? {};
	return usd !== undefined && ['image', 'output'].includes(unit) ? microdollarsOf(usd) : undefined;
}
