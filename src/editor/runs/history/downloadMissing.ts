import { l10n } from 'vscode';
import { numberText } from '../../../core/base/language.ts';
import { runFetch } from '../../../core/operations/runs/history.ts';
import { type Run, undownloadedFiles } from '../../../core/runs/run.ts';
import type { Acts } from '../../shell/acts/acts.ts';
import { failureText } from '../../shell/failures.ts';
import { fail, inform, warn } from '../../shell/messages.ts';
import { missingText } from '../notifier.ts';

/** Downloads the missing results of runs, and warns of those that are still missing afterwards. */
export async function downloadMissing(
	acts: Acts,
	runs: readonly Run[],
	get: (runId: string) => Run | undefined,
): Promise<void> {
	const lacking = runs.filter(({ files }) => files.some(({ problem }) => problem !== undefined));
	if (lacking.length === 0) {
		await inform(l10n.t('No results are missing on this computer.'));
		return;
	}
	const outcomes = await Promise.all(lacking.map(({ id }) => acts.run(runFetch, { id, wait: true })));
	const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
	const [first] = failures;
	if (first === undefined) {
		await reportMissingFiles(acts, lacking, get);
		return;
	}
	await fail(
		failures.length === 1
			? failureText(first)
			: l10n.t(
					'The results of {0} runs could not be downloaded. {1}',
					numberText(failures.length),
					failureText(first),
				),
	);
}

async function reportMissingFiles(
	acts: Acts,
	runs: readonly Run[],
	get: (runId: string) => Run | undefined,
): Promise<void> {
	const missing = runs.flatMap(({ id }) => get(id) ?? []).filter((run) => undownloadedFiles(run).length > 0);
	const text = missingText(missing);
	if (text === undefined) return;
	const again = l10n.t('Download Again');
	if ((await warn(text, again)) === again) await downloadMissing(acts, missing, get);
}
