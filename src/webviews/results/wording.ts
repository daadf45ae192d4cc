import { describeDuration } from '../../core/base/ages.ts';
import { countOutputs } from '../../core/runs/describe.ts';
import type { ResultsRun } from '../../core/runs/results/messages.ts';
import { hasEnded } from '../../core/runs/run.ts';

/** What is shown in place of a picture while there is none. */
interface StateText {
	readonly icon: string;
	readonly title: string;
	readonly text: string;
	/** Whether something continues by itself. */
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
		title: 'Sending the request',
		text: `${run.mode === 'inputs' ? 'The request' : 'The workflow'} is on its way to ${run.target.name}.`,
		busy: true,
	}),
	queued: () => ({
		title: 'Waiting in the queue',
		text: 'The run begins once an instance is free. When none is warm, one has to start first, which can take some minutes.',
		busy: true,
	}),
	running: (run) => ({
		title: 'Running',
		text: `${run.mode === 'inputs' ? `${run.target.name} is at work.` : 'The workflow is being computed.'} Its results appear here as soon as it has ended.`,
		busy: true,
	}),
	fetching: () => ({
		title: 'Downloading the results',
		text: 'The run has ended; its files are on their way.',
		busy: true,
	}),
	succeeded: (run) => ({
		title: 'Succeeded, without any output',
		text:
			run.mode === 'inputs'
				? 'The service reported neither a file nor a text.'
				: 'No node output a file or a text. Add an output node, for example one that saves the image, and run again.',
		busy: false,
	}),
	failed: () => ({
		title: 'The run failed',
		text: 'The service gave no reason. Run it again, or look at the deployment if that fails as well.',
		busy: false,
	}),
	canceled: () => ({
		title: 'Canceled',
		text: 'The run was stopped before it had a result.',
		busy: false,
	}),
	unsent: () => ({
		title: 'Not sent',
		text: 'The service did not take the request, so nothing ran and nothing was charged.',
		busy: false,
	}),
	uncertain: () => ({
		title: 'Unknown whether the service took the run',
		text: 'The connection broke while the request was being sent. It may run without being shown here; look at its requests in the web console of the service before you run it again. If it is there, This Is Request takes its id.',
		busy: false,
	}),
	lost: () => ({
		title: 'Not found on the service',
		text: 'Nobody asks about this run any more. Look Again asks the service now; if it still has the result, it comes here.',
		busy: false,
	}),
};

/** Where an engine of one's own differs from the service. */
const engineStates: Partial<Record<ResultsRun['state'], Partial<StateText>>> = {
	queued: { text: 'An engine does one run after another. This one begins when those before it have ended.' },
	failed: { text: 'The engine gave no reason. What it has printed on its own screen may say more.' },
	unsent: { text: 'The engine did not take the workflow, so nothing ran.' },
	lost: {
		title: 'No longer known to the engine',
		text: 'The engine has forgotten this run: it was restarted, or its queue or history was cleared. Run it again to get a result.',
	},
};

/** What the button that ends a run says and does. */
interface StopButton {
	readonly label: string;
	readonly title: string;
	readonly disabled: boolean;
}

/** The button that ends a run that has not ended: at the service, or here, once only its files are missing. */
export function stopButton({ state, cancelRequested, target }: ResultsRun): StopButton {
	if (state === 'fetching')
		return {
			label: 'Stop Downloading',
			title: 'End this run without the files that are missing; they can be downloaded later',
			disabled: false,
		};
	return {
		label: cancelRequested ? 'Canceling' : 'Cancel',
		title: `Ask the ${target.kind === 'engine' ? 'engine' : 'service'} to stop this run`,
		disabled: cancelRequested,
	};
}

/** What the button that leads to the document of a run says. */
export function documentButton({ failedNode }: ResultsRun): string {
	return failedNode === undefined ? 'Open Document' : 'Show in Document';
}

/** The picture-less stage in words. What the run itself has to say comes before our general sentence. */
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
			title: 'Not found for now',
			text: `The ${isEngine ? 'engine' : 'service'} does not find this run at the moment. Easel continues to ask.`,
			busy: false,
		};
	}
	if (run.cancelRequested && !run.ended) {
		return {
			...general,
			icon: 'circle-slash',
			title: 'Canceling',
			text: `The ${isEngine ? 'engine' : 'service'} was asked to stop this run.`,
		};
	}
	const [, more] = /^(?:queued|running), (.+)$/s.exec(run.stateText) ?? [];
	if (more !== undefined) return { ...general, title: `${general.title} (${more})` };
	return general;
}

interface StateMark {
	readonly icon: string;
	readonly tone: 'good' | 'bad' | 'busy' | 'quiet';
}

/** The icon and color class of a state by itself. */
export function stateIcon(state: ResultsRun['state']): StateMark {
	if (state === 'succeeded') return { icon: 'pass-filled', tone: 'good' };
	if (state === 'failed') return { icon: 'error', tone: 'bad' };
	return hasEnded({ state }) ? { icon: icons[state], tone: 'quiet' } : { icon: 'loading', tone: 'busy' };
}

/** The icon and color class of a run. */
export function stateMark(run: ResultsRun): StateMark {
	// What is not watched at the moment does not turn.
	if (!run.ended && run.notice !== undefined) return { icon: 'debug-disconnect', tone: 'quiet' };
	return stateIcon(run.state);
}

/** What a screen reader says when the state of a run changes. */
export function announcement(run: ResultsRun, now: number): string {
	if (!run.ended) return `${run.documentName}: ${run.stateText}.`;
	const count = countOutputs(run.groups.flatMap((group) => group.items).map(({ kind }) => kind));
	const after = ` after ${describeDuration((run.endedAt ?? now) - run.submittedAt)}`;
	return `${run.documentName}: ${run.stateText}${after}.${count === '' ? '' : ` ${count}.`}`;
}

const twoDaysMs = 48 * 3600 * 1000;

/** How long the service still keeps its copies of the files, and whether that matters: `copied` when all are here. */
export function describeExpiry(expiresAt: number, now: number, copied: boolean): string {
	const left = expiresAt - now;
	// Days to the nearest one: a second after the start of seven days it is not six.
	const rounded = left < twoDaysMs ? left : left + twoDaysMs / 4;
	const when = left <= 0 ? 'Deleted by the service' : `In ${describeDuration(rounded)}`;
	if (copied) return `${when}; the copies on this computer stay`;
	return left <= 0 ? `${when}; files that were not downloaded are lost` : when;
}
