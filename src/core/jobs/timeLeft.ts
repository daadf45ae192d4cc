import * as l10n from '@vscode/l10n';
import { describeDuration } from '../base/ages.ts';
import type { JobRecord } from './jobRecord.ts';
import { millisecondsLeft } from './pace.ts';

/** Returns the estimated remaining time of a running job. */
export function timeLeftText(record: JobRecord, now: number): string | undefined {
	const left = millisecondsLeft(record, now);
	if (left === undefined || record.cancelRequested) return undefined;
	return left < 1000 ? l10n.t('about to end') : l10n.t('about {0} left', coarse(left));
}

/** Returns a duration without seconds if it has minutes. */
function coarse(ms: number): string {
	if (ms < 60_000) return describeDuration(Math.ceil(ms / 10_000) * 10_000);
	if (ms < 3_600_000) return l10n.t('{0} min', Math.round(ms / 60_000));
	return describeDuration(Math.round(ms / 60_000) * 60_000);
}
