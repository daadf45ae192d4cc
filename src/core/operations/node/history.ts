import { join } from 'node:path';
import type { SessionSource } from '../../account/session.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { WindowCoordinator } from '../../following/windowCoordinator.ts';
import { openLedger } from '../../ledger/open.ts';
import { writeHere } from '../../ledger/writer.ts';
import { openSpending } from '../../spending/openSpending.ts';
import { TransferQueue } from '../../transfers/transferQueue.ts';
import { TransferTable } from '../../transfers/transferTable.ts';
import type { Ask } from '../questions.ts';
import type { OpenLedger } from '../services.ts';
import { layouts } from './layouts.ts';

export interface HistoryOptions {
	/** The folder with the history file and the files that belong to its records; made with its first use. */
	readonly folder: string;
	readonly log: Log;
	/** Hears a sentence about each trouble with the history file. */
	readonly onProblem?: (problem: string) => void;
	/** Answers what the limit of the day asks. */
	readonly ask: Pick<Ask, 'confirmDailyLimit'>;
	/** The most for a day in millionths of a US dollar; none when left out. */
	readonly dailyLimit?: number;
	/** Says when what is followed is asked about, and the balance read. */
	readonly clock: Clock;
}

/** Opens the history file of a caller without a window. */
export async function openHistory(
	{ folder, log, onProblem = (problem) => log.warn(problem), ask, dailyLimit, clock }: HistoryOptions,
	session: SessionSource,
): Promise<OpenLedger> {
	const ledger = await openLedger({
		path: join(folder, 'history.db'),
		tables: layouts,
		log,
		clock,
		onProblem,
		// There is no window to keep free.
		writer: writeHere,
	});
	const queue = new TransferQueue({ store: new TransferTable(ledger), clock });
	const coordinator = new WindowCoordinator({
		leases: ledger.leases,
		session,
		log,
		windowId: 'terminal',
		clock,
	});
	const spending = openSpending({
		ledger,
		coordinator,
		session,
		log,
		limit: () => dailyLimit,
		ask: (question) => ask.confirmDailyLimit(question),
	});
	return { ledger, queue, coordinator, spending };
}
