import * as l10n from '@vscode/l10n';
import { describeDuration } from '../../core/base/ages.ts';
import type { Failure, FailureRecord } from '../../core/base/failure.ts';
import { type Given, textFlag, valueFlag, WrongUse } from './command.ts';

export const timeoutFlag = valueFlag(
	'timeout',
	'DURATION',
	l10n.t('the maximum time to wait, such as 90s, 10m or 1h30m; nothing is canceled afterwards'),
);

/** The longest time that a timer takes, rounded down. */
const longestMs = 500 * 3_600_000;

export interface Deadline {
	/** Aborted after the deadline; never without `--timeout`. */
	readonly signal: AbortSignal;
	/** Returns the failure of a wait that the deadline has ended. */
	failure(nextStep: string, record?: FailureRecord): Failure;
	dispose(): void;
}

/** Returns the deadline counted from now. Throws `WrongUse` for an invalid duration. */
export function deadlineIn(given: Given): Deadline {
	const ms = durationOf(textFlag(given, timeoutFlag.name));
	const passed = new AbortController();
	const timer = ms === undefined ? undefined : setTimeout(() => passed.abort(), ms);
	return {
		signal: passed.signal,
		failure: (nextStep, record) => ({
			kind: 'timeout',
			reason: 'timed-out',
			message: l10n.t('It has not ended within {0}.', describeDuration(ms ?? 0)),
			nextStep,
			fixer: 'nobody',
			...(record && { record }),
		}),
		dispose: () => clearTimeout(timer),
	};
}

/** Milliseconds of a text such as `90s`, `10m`, `1h30m` or `90`, which are seconds. */
function durationOf(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? [];
	const ms = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000;
	if (ms > 0 && ms <= longestMs) return ms;
	throw new WrongUse(
		l10n.t('The value of --timeout must be a duration such as 90s, 10m or 1h30m, at most {0}.', '500h'),
	);
}
