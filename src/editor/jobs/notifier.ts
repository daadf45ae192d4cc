import { l10n } from 'vscode';
import { formatBalance } from '../../core/account/balance.ts';
import { describeDuration } from '../../core/base/ages.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/emitter.ts';
import { numberText } from '../../core/base/language.ts';
import { isFinished } from '../../core/jobs/job.ts';
import type { JobNews } from '../../core/jobs/jobNews.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import type { JobService } from '../../core/jobs/jobService.ts';
import { CollectedNotices, type Fewer, firstNames, notice } from '../shell/collectedNotices.ts';
import { runCommand } from '../shell/commands.ts';
import { readSetting } from '../shell/settings.ts';
import { stateText } from './describe.ts';

interface News {
	readonly what: JobNews;
	readonly record: JobRecord;
}

/** Notifies of events of jobs: each once, in one window, and simultaneous ones in one message. Ends with the service. */
export function notifyOfJobs(
	service: Pick<JobService, 'onDidChange' | 'claimNews'>,
	clock: Clock,
): Disposable {
	const notices = new CollectedNotices<News>({
		groupOf: ({ what }) => what,
		say: (news) => {
			const [{ what }] = news;
			return say(news, {
				these: l10n.t('Messages Like This One'),
				mute: () => notices.mute(what),
				all: l10n.t('All Training Jobs'),
				setting: 'easel.notifyAboutJobs',
			});
		},
		clock,
	});
	const watch = service.onDidChange(async (record) => {
		// Claimed even if nothing is shown, so that enabling the setting does not show old news.
		const news = await service.claimNews(record);
		if (!readSetting('easel.notifyAboutJobs')) return;
		for (const what of news) {
			// The person has canceled it, or was answered when it was submitted.
			if (what !== 'ended' || record.state !== 'CANCELED') notices.add({ what, record });
		}
	});
	return {
		dispose() {
			watch.dispose();
			notices.dispose();
		},
	};
}

async function say(news: readonly [News, ...News[]], fewer: Fewer): Promise<void> {
	const [show, samples] = [l10n.t('Show'), l10n.t('Show Samples')];
	const { text, good, record } = news.length === 1 ? wordsOfOne(news[0]) : wordsOfSeveral(news);
	const hasSamples = news[0].what === 'ended' && (record.artifacts?.sampleCount ?? 0) > 0;
	const choice = await notice(text, good, hasSamples ? [samples, show] : [show], fewer);
	if (choice === show) await runCommand('easel.showJob', record.id);
	if (choice === samples) await runCommand('easel.showSamples', record.id);
}

interface Words {
	readonly text: string;
	readonly good: boolean;
	/** The job that the buttons lead to. */
	readonly record: JobRecord;
}

function wordsOfSeveral(news: readonly [News, ...News[]]): Words {
	const [first] = news;
	const last = news.at(-1) ?? first;
	const { record } = last;
	const count = numberText(news.length);
	const names = firstNames(news.map((each) => each.record.name));
	// It is one balance.
	if (first.what === 'lowBalance') return wordsOfOne(last);
	if (first.what === 'stalled') {
		return {
			text: l10n.t('{0} training jobs have made no progress for much longer than usual: {1}.', count, names),
			good: false,
			record,
		};
	}
	const finished = news.filter((each) => isFinished(each.record)).length;
	const other = news.findLast((each) => !isFinished(each.record));
	if (other === undefined)
		return { text: l10n.t('{0} training jobs finished all steps: {1}.', count, names), good: true, record };
	return {
		text: l10n.t(
			'{0} training jobs have ended, {1} of them with all steps done. The last other one: {2}',
			count,
			numberText(finished),
			wordsOfOne(other).text,
		),
		good: false,
		record: other.record,
	};
}

function wordsOfOne({ what, record }: News): Words {
	const { name } = record;
	if (what === 'lowBalance') {
		const balance = formatBalance({ microdollars: 0, currency: 'USD', ...record.lowBalance });
		const text = l10n.t(
			'The balance is {0}. When it is used up, running training jobs fail. Top it up on the profile page.',
			balance,
		);
		return { text, good: false, record };
	}
	if (what === 'stalled') {
		const last = record.pace?.recent.at(-1)?.at ?? record.startedAt ?? record.submittedAt;
		const text = l10n.t(
			'"{0}" has made no progress for {1}, much longer than usual.',
			name,
			describeDuration(Date.now() - last),
		);
		return { text, good: false, record };
	}
	const step = numberText(record.progress?.step ?? 0);
	if (isFinished(record) && record.progress === undefined) {
		return { text: l10n.t('"{0}" has finished.', name), good: true, record };
	}
	if (isFinished(record)) {
		return { text: l10n.t('"{0}" finished all {1} steps.', name, step), good: true, record };
	}
	if (record.state === 'STOPPED') {
		return {
			text: l10n.t('"{0}" was stopped early, at step {1}. It can be resumed.', name, step),
			good: false,
			record,
		};
	}
	const reason = record.error ?? record.notice;
	return {
		text:
			reason === undefined
				? l10n.t('"{0}" has ended: {1}', name, stateText(record, Date.now()))
				: l10n.t('"{0}" has ended: {1}. {2}', name, stateText(record, Date.now()), reason),
		good: false,
		record,
	};
}
