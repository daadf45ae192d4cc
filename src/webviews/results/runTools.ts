import * as l10n from '@vscode/l10n';
import type { ResultsRun } from '../../core/runs/results/messages.ts';
import type { Tool } from '../shared/toolbar.ts';
import type { RunHost } from './runHost.ts';
import { leadsToDocument, stopButton } from './wording.ts';

/** Something to do with a run as a whole: a button, and a tool if there is little room. */
export interface RunAction extends Tool {
	/** The explanation of the button. */
	readonly title: string;
	/** True unless it is the suggested next step. */
	readonly secondary?: true;
}

export function runActions(run: ResultsRun, host: RunHost): readonly RunAction[] {
	const look: RunAction = {
		icon: 'search',
		label: l10n.t('Look Again'),
		title: l10n.t('Ask the service about this run now'),
		run: () => host.send('lookForRun'),
	};
	if (run.lookFor === 'missing') {
		const giveUp: RunAction = {
			icon: 'debug-stop',
			label: l10n.t('Give Up...'),
			title: l10n.t('End this run here; the service may still have it'),
			secondary: true,
			run: () => host.send('giveUpRun'),
		};
		return [look, giveUp];
	}
	if (!run.ended)
		return [{ icon: 'debug-stop', ...stopButton(run), secondary: true, run: () => host.send('cancel') }];
	const again: RunAction = {
		icon: 'debug-rerun',
		label: l10n.t('Run Again'),
		title: l10n.t('Send the same request again'),
		secondary: true,
		run: () => host.send('runAgain', { newSeed: false }),
	};
	// A run that may be in progress already is looked for before it is paid for a second time.
	if (run.state === 'uncertain')
		return [
			{
				icon: 'globe',
				label: l10n.t('Open Web Console'),
				title: l10n.t('Look for the request on the web pages of the service'),
				run: () => host.send('openWebConsole'),
			},
			{
				icon: 'link',
				label: l10n.t('This Is Request...'),
				title: l10n.t('Enter the ID of the request on the service'),
				secondary: true,
				run: () => host.send('thisIsRequest'),
			},
			{ ...again, label: l10n.t('Run Again...'), title: l10n.t('Ask, then send the same request again') },
		];
	if (run.lookFor === 'lost') return [look, again];
	if (run.refusal === 'balance') {
		const topUp: RunAction = {
			icon: 'globe',
			label: l10n.t('Open Profile Page'),
			title: l10n.t('Top up the balance on the web page of the account'),
			run: () => host.send('openProfilePage'),
		};
		return [topUp, again];
	}
	if (run.seed === undefined) return [again];
	const newSeed: RunAction = {
		icon: 'sparkle',
		label: l10n.t('Run with New Seed'),
		title: l10n.t('Run the same again with a new random seed'),
		run: () => host.send('runAgain', { newSeed: true }),
	};
	// A failed run most likely fails with another seed as well: the first button is next to its words.
	const isFailed = run.state === 'failed' || leadsToDocument(run);
	return [again, isFailed ? { ...newSeed, secondary: true } : newSeed];
}

/**
 * Returns the tools that send to another target, that start several runs with different seeds, and that put the seed
 * into the document; empty for a run without a document.
 */
export function seedTools(run: ResultsRun, host: RunHost): Tool[] {
	if (!run.ended || run.mode === 'inputs') return [];
	const elsewhere: Tool = {
		icon: 'server-environment',
		label: l10n.t('Run Elsewhere...'),
		run: () => host.send('runElsewhere'),
	};
	if (run.seed === undefined) return [elsewhere];
	const tools: Tool[] = [
		elsewhere,
		{ icon: 'layers', label: l10n.t('Run with Several Seeds...'), run: () => host.send('runWithSeeds') },
	];
	if (run.hasDocument)
		tools.push({
			icon: 'edit',
			label: l10n.t('Write Seed into Document'),
			run: () => host.send('writeSeedBack'),
		});
	return tools;
}
