import { l10n } from 'vscode';
import type { Failure } from '../../../core/base/failure.ts';
import { numberText } from '../../../core/base/language.ts';
import { runFetch } from '../../../core/operations/runs/history.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { Acts } from '../../shell/acts/acts.ts';
import { failureText } from '../../shell/failures.ts';
import { fail, inform } from '../../shell/messages.ts';

/** Downloads the results of runs that are not on this computer. */
export async function downloadMissing(acts: Acts, runs: readonly Run[]): Promise<void> {
	const lacking = runs.filter(({ files }) => files.some(({ problem }) => problem !== undefined));
	if (lacking.length === 0) {
		await inform(l10n.t('No results are missing on this computer.'));
		return;
	}
	const failures: Failure[] = [];
	for (const { id } of lacking) {
		const begun = await acts.run(runFetch, { id });
		if (!begun.ok) failures.push(begun.failure);
	}
	const [first] = failures;
	if (first === undefined) return;
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
