import { l10n } from 'vscode';
import { counted, momentText, numberText } from '../../core/base/language.ts';
import type { CallbackState } from '../../core/webhooks/callback.ts';
import type { ForwardAnswer, WebhookEvent } from '../../core/webhooks/event.ts';

/** Returns a state as text. */
export function stateTitle(state: CallbackState): string {
	switch (state) {
		case 'queued':
			return l10n.t('Queued');
		case 'running':
			return l10n.t('In Progress');
		case 'succeeded':
			return l10n.t('Succeeded');
		case 'failed':
			return l10n.t('Failed');
		case 'canceled':
			return l10n.t('Canceled');
		case 'finished':
			return l10n.t('Completed');
		case 'unknown':
			return l10n.t('Another State');
		case 'notJson':
			return l10n.t('Not JSON');
	}
}

/** Returns the state of an event; an unknown word of the service as received. */
export function eventTitle({ state, status }: Pick<WebhookEvent, 'state' | 'status'>): string {
	return state === 'unknown' && status !== undefined ? status : stateTitle(state);
}

/** Returns the time of an event to the second, since callbacks follow each other quickly; with the day if that is not today. */
export function timeText(at: number, now: number): string {
	const isToday = new Date(at).toDateString() === new Date(now).toDateString();
	return momentText(at, {
		...(isToday ? {} : { month: 'short', day: 'numeric' }),
		hour: 'numeric',
		minute: '2-digit',
		second: '2-digit',
	});
}

/** Describes the answer of an application in a few words. */
export function answerText({ host, status, tookMs }: ForwardAnswer): string {
	return status === undefined
		? l10n.t('{0}: no answer', host)
		: l10n.t('{0}: {1} in {2} ms', host, String(status), numberText(Math.round(tookMs)));
}

/** Returns whether an application accepted a callback, by the rules of the service. */
export function wasTaken({ status }: ForwardAnswer): boolean {
	return status !== undefined && status >= 200 && status < 300;
}

/** Returns the parts of an event's description in addition to its title, most important first. */
export function eventParts(event: WebhookEvent, runName: string | undefined, now: number): readonly string[] {
	const last = event.answers.at(-1);
	const files = event.files ?? 0;
	return [
		timeText(event.at, now),
		...(event.example ? [l10n.t('example')] : []),
		...(runName === undefined ? [] : [runName]),
		...(event.requestId === undefined ? [] : [event.requestId]),
		...(event.error === undefined ? [] : [event.error]),
		...(files === 0 ? [] : [counted(files, l10n.t('1 file'), l10n.t('{0} files'))]),
		...(event.duplicate ? [l10n.t('duplicate')] : []),
		...(event.late ? [l10n.t('out of order')] : []),
		...(last === undefined ? [] : [answerText(last)]),
	];
}
