import * as l10n from '@vscode/l10n';
import { describeDuration } from '../../core/base/ages.ts';
import { capitalized } from '../../core/base/language.ts';
import { countOutputs, elapsed } from '../../core/runs/describe.ts';
import type { ResultsRun } from '../../core/runs/results/messages.ts';
import { hasEnded } from '../../core/runs/run.ts';

/** The text in place of a picture without one. */
interface StateText {
	readonly icon: string;
	readonly title: string;
	readonly text: string;
	/** True while something continues automatically. */
	readonly busy: boolean;
}

const icons: Record<ResultsRun['state'], string> = {
	submitting: 'cloud-upload',
	queued: 'list-ordered',
	running: 'play-circle',
	fetching: 'cloud-download',
	succeeded: 'pass-filled',
	failed: 'error',
	canceled: 'circle-slash',
	unsent: 'debug-disconnect',
	uncertain: 'question',
	lost: 'question',
};

const states: Record<ResultsRun['state'], (run: ResultsRun) => Omit<StateText, 'icon'>> = {
	submitting: (run) => ({
		title: l10n.t('Sending the request'),
		text:
			run.mode === 'inputs'
				? l10n.t('The request is on its way to {0}.', run.target.name)
				: l10n.t('The workflow is on its way to {0}.', run.target.name),
		busy: true,
	}),
	queued: () => ({
		title: l10n.t('Waiting in the queue'),
		text: l10n.t(
			'The run starts when an instance is free. If none is warm, one must start first, which can take a few minutes.',
		),
		busy: true,
	}),
	running: (run) => ({
		title: l10n.t('Running'),
		text:
			run.mode === 'inputs'
				? l10n.t('{0} is working. Results appear here when it has finished.', run.target.name)
				: l10n.t('The workflow is running. Results appear here when it has finished.'),
		busy: true,
	}),
	fetching: () => ({
		title: l10n.t('Downloading the results'),
		text: l10n.t('The run has ended. Its files are being downloaded.'),
		busy: true,
	}),
	succeeded: (run) => ({
		title: l10n.t('Succeeded without output'),
		text:
			run.mode === 'inputs'
				? l10n.t('The service reported neither a file nor a text.')
				: l10n.t(
						'No node returned a file or a text. Add an output node, for example one that saves the image, and run again.',
					),
		busy: false,
	}),
	failed: () => ({
		title: l10n.t('The run failed'),
		text: l10n.t('The service gave no reason. Run it again, or check the deployment if that also fails.'),
		busy: false,
	}),
	canceled: () => ({
		title: l10n.t('Canceled'),
		text: l10n.t('The run was stopped before it had a result.'),
		busy: false,
	}),
	unsent: (run) => ({
		title: run.refusal === undefined ? l10n.t('Not sent') : l10n.t('Refused'),
		text: l10n.t('The service did not accept the request, so nothing ran and nothing was charged.'),
		busy: false,
	}),
	uncertain: () => ({
		title: l10n.t('Unknown whether the service received the run'),
		text: l10n.t(
			'The connection broke while the request was being sent. It may be running without being shown here. Check the requests in the web console of the service before you run it again. If it is there, enter its ID with This Is Request.',
		),
		busy: false,
	}),
	lost: () => ({
		title: l10n.t('Not found on the service'),
		text: l10n.t(
			'Easel no longer asks about this run. Look Again asks the service now. If it still has the result, it appears here.',
		),
		busy: false,
	}),
};

/** The texts for states in which the user's own engine differs from the service. */
const engineStates: Partial<Record<ResultsRun['state'], Partial<StateText>>> = {
	queued: {
		text: l10n.t('An engine processes one run at a time. This one starts when those before it have ended.'),
	},
	failed: { text: l10n.t('The engine gave no reason. Its console output may contain more.') },
	unsent: { text: l10n.t('The engine did not accept the workflow, so nothing ran.') },
	lost: {
		title: l10n.t('No longer known to the engine'),
		text: l10n.t(
			'The engine has forgotten this run: it was restarted, or its queue or history was cleared. Run it again to get a result.',
		),
	},
};

interface StopButton {
	readonly label: string;
	readonly title: string;
	readonly disabled: boolean;
}

/** Returns the button that ends a run that has not ended: at the service, or here, once only its files are missing. */
export function stopButton({ state, cancelRequested, target }: ResultsRun): StopButton {
	if (state === 'fetching')
		return {
			label: l10n.t('Stop Downloading'),
			title: l10n.t('End this run without the files that are missing; they can be downloaded later'),
			disabled: false,
		};
	return {
		label: cancelRequested ? l10n.t('Canceling') : l10n.t('Cancel'),
		title:
			target.kind === 'engine'
				? l10n.t('Ask the engine to stop this run')
				: l10n.t('Ask the service to stop this run'),
		disabled: cancelRequested,
	};
}

/** Returns whether the next step after an ended run is its document. */
export function leadsToDocument({ state, hasDocument, failedNode }: ResultsRun): boolean {
	return hasDocument && (state === 'failed' || failedNode !== undefined);
}

/** Returns the label of the button that leads to the document of a run. */
export function documentButton({ failedNode }: ResultsRun): string {
	return failedNode === undefined ? l10n.t('Open Document') : l10n.t('Show in Document');
}

/** Returns the stage without pictures as text. The run's own text comes before our general sentence. */
export function stateTextOf(run: ResultsRun): StateText {
	const isEngine = run.target.kind === 'engine';
	const general = {
		icon: icons[run.state],
		...states[run.state](run),
		...(isEngine ? engineStates[run.state] : {}),
	};
	if (run.lookFor === 'missing') {
		return {
			...general,
			icon: 'question',
			title: l10n.t('Not found for now'),
			text: isEngine
				? l10n.t('The engine cannot find this run at the moment. Easel keeps asking.')
				: l10n.t('The service cannot find this run at the moment. Easel keeps asking.'),
			busy: false,
		};
	}
	if (run.cancelRequested && !run.ended) {
		return {
			...general,
			icon: 'circle-slash',
			title: l10n.t('Canceling'),
			text: isEngine
				? l10n.t('The engine was asked to stop this run.')
				: l10n.t('The service was asked to stop this run.'),
		};
	}
	if (run.state !== 'queued' && run.state !== 'running') return general;
	// The title has the state. The place in the queue may follow, or a word of the service.
	const [, more] = /^[^,]+, (.+)$/s.exec(run.stateText) ?? [];
	if (more !== undefined) return { ...general, title: `${general.title} (${more})` };
	return general;
}

interface StateMark {
	readonly icon: string;
	readonly tone: 'good' | 'bad' | 'busy' | 'quiet';
}

/** Returns the icon and color class of a state alone. */
export function stateIcon(state: ResultsRun['state']): StateMark {
	if (state === 'succeeded') return { icon: 'pass-filled', tone: 'good' };
	if (state === 'failed') return { icon: 'error', tone: 'bad' };
	return hasEnded({ state }) ? { icon: icons[state], tone: 'quiet' } : { icon: 'loading', tone: 'busy' };
}

/** Returns the icon and color class of a run. */
export function stateMark(run: ResultsRun): StateMark {
	// The icon of a run that is currently not watched does not spin.
	if (!run.ended && run.notice !== undefined) return { icon: 'debug-disconnect', tone: 'quiet' };
	return stateIcon(run.state);
}

/** Returns the number of outputs of a run by their kinds; empty without any. */
function outputsText({ groups }: ResultsRun): string {
	return countOutputs(groups.flatMap((group) => group.items).map(({ kind }) => kind));
}

/** Returns the state of a run, how long it has taken, and what came of it; the last is empty for others than a success. */
export function stateWords(run: ResultsRun, now: number): readonly string[] {
	const outputs = run.state === 'succeeded' ? outputsText(run) : '';
	return [capitalized(run.stateText), describeDuration(elapsed(run, now)), outputs];
}

/** Returns the text for screen readers when the state of a run changes. */
export function announcement(run: ResultsRun, now: number): string {
	if (!run.ended) return `${run.documentName}: ${run.stateText}.`;
	const count = outputsText(run);
	const time = describeDuration(elapsed(run, now));
	const ended = l10n.t('{0}: {1} after {2}.', run.documentName, run.stateText, time);
	return count === '' ? ended : `${ended} ${count}.`;
}

const twoDaysMs = 48 * 3600 * 1000;

/**
 * Describes how long the service still keeps its copies of the files, and whether that matters: `copied` if all are
 * here.
 */
export function describeExpiry(expiresAt: number, now: number, copied: boolean): string {
	const left = expiresAt - now;
	// Days to the nearest one: a second after the start of seven days it is not six.
	const rounded = left < twoDaysMs ? left : left + twoDaysMs / 4;
	if (left <= 0)
		return copied
			? l10n.t('Deleted by the service; the copies on this computer stay')
			: l10n.t('Deleted by the service; files that were not downloaded are lost');
	return copied
		? l10n.t('In {0}; the copies on this computer stay', describeDuration(rounded))
		: l10n.t('In {0}', describeDuration(rounded));
}
