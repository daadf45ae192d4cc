import { l10n } from 'vscode';
import { formatBalance } from '../../core/account/balance.ts';
import { describeDuration } from '../../core/base/ages.ts';
import type { Disposable } from '../../core/base/emitter.ts';
import type { JobNews } from '../../core/jobs/jobNews.ts';
import { finishedAllSteps, type JobRecord } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import { runCommand } from '../shell/commands.ts';
import { inform, warn } from '../shell/messages.ts';
import { numberText } from '../shell/numbers.ts';
import { readSetting, writeSetting } from '../shell/settings.ts';
import { stateText } from './describe.ts';

/** Notifies of what happens to jobs: each once, in one window. Ends with the service. */
export function notifyOfJobs(service: Pick<JobService, 'onChange' | 'claimNews'>): Disposable {
	return service.onChange((record) => void onJob(service, record));
}

async function onJob(service: Pick<JobService, 'claimNews'>, record: JobRecord): Promise<void> {
	// Claimed also where nothing is shown, so that switching the setting on brings no old news.
	const news = await service.claimNews(record);
	if (!readSetting('easel.notifyAboutJobs')) return;
	for (const what of news) await say(what, record);
}

async function say(what: JobNews, record: JobRecord): Promise<void> {
	// The person has canceled it, or was answered when it was submitted.
	if (what === 'ended' && record.state === 'CANCELED') return;
	const [show, samples, never] = [l10n.t('Show'), l10n.t('Show Samples'), l10n.t('Do Not Show Again')];
	const { text, good } = wordsOf(what, record);
	const hasSamples = what === 'ended' && (record.artifacts?.sampleCount ?? 0) > 0;
	const buttons = hasSamples ? [samples, show, never] : [show, never];
	const choice = await (good ? inform(text, ...buttons) : warn(text, ...buttons));
	if (choice === show) await runCommand('easel.showJob', record.id);
	if (choice === samples) await runCommand('easel.showSamples', record.id);
	if (choice === never) await writeSetting('easel.notifyAboutJobs', false);
}

function wordsOf(what: JobNews, record: JobRecord): { readonly text: string; readonly good: boolean } {
	const { name } = record;
	if (what === 'lowBalance') {
		const balance = formatBalance({ microdollars: 0, currency: 'USD', ...record.lowBalance });
		const text = l10n.t(
			'The balance is {0}. When it is used up, the training jobs that run fail; top it up on the account page.',
			balance,
		);
		return { text, good: false };
	}
	if (what === 'stalled') {
		const last = record.pace?.recent.at(-1)?.at ?? record.startedAt ?? record.submittedAt;
		const text = l10n.t(
			'"{0}" has done no step for {1}, much longer than usual.',
			name,
			describeDuration(Date.now() - last),
		);
		return { text, good: false };
	}
	const step = numberText(record.progress?.step ?? 0);
	if (finishedAllSteps(record)) {
		return { text: l10n.t('"{0}" finished all {1} steps.', name, step), good: true };
	}
	if (record.state === 'STOPPED') {
		return {
			text: l10n.t('"{0}" was stopped early, at step {1}. It can be resumed.', name, step),
			good: false,
		};
	}
	const reason = record.error ?? record.notice;
	return {
		text:
			reason === undefined
				? l10n.t('"{0}" has ended: {1}', name, stateText(record, Date.now()))
				: l10n.t('"{0}" has ended: {1}. {2}', name, stateText(record, Date.now()), reason),
		good: false,
	};
}
