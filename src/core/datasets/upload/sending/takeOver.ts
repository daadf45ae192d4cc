import type { Clock } from '../../../base/clock.ts';
import { lateListNotice } from '../notices.ts';
import type { UploadRecord } from '../record.ts';
import { activeEveryMs, type UploadJournal } from './journal.ts';
import { listDelaysMs, type ServiceList } from './list.ts';
import type { UploadPacing } from './pacing.ts';

/** Milliseconds by which the list of the service may be late. */
const listLatenessMs = 60_000;
/**
 * Number of groups that an exited window can have had in transit, or acknowledged without a record: those that came
 * next.
 */
const mostOnTheWay = 64;

interface TakeOverParts {
	readonly record: UploadRecord;
	readonly clock: Clock;
	readonly list: ServiceList;
	readonly pacing: UploadPacing;
	readonly journal: UploadJournal;
	/** Returns the groups with files that are still to be sent. */
	openGroups(): readonly (readonly number[])[];
	sendGroups(groups: readonly (readonly number[])[]): Promise<void>;
	hasEnded(): boolean;
}

/**
 * Continues the work of an earlier window: sends all files except those that may have arrived without confirmation,
 * which come last, and only once the list would show them. Each file may be listed late, so a list with other files
 * proves nothing about it.
 */
export async function takeOver(parts: TakeOverParts): Promise<void> {
	const { clock, list, pacing, journal } = parts;
	const shownAt = lastOnTheWay(parts) + listLatenessMs;
	await list.takeIn();
	const others = parts.openGroups().slice(mostOnTheWay);
	if (others.length > 0) {
		await parts.sendGroups(others);
		await list.takeIn();
	}
	for (const delayMs of listDelaysMs) {
		const leftMs = shownAt - clock.now();
		if (leftMs <= 0 || parts.hasEnded() || !parts.openGroups().some((group) => list.mayShow(group))) return;
		journal.setNotice(lateListNotice);
		await pacing.pause(Math.min(delayMs, leftMs));
		await list.takeIn();
	}
}

/**
 * Returns the time when the window before this one can have sent its last bytes: its notes come a little late, and are no later than now.
 */
function lastOnTheWay({ record, clock }: TakeOverParts): number {
	const now = clock.now();
	return record.activeAt === undefined ? now : Math.min(now, record.activeAt + 2 * activeEveryMs);
}
