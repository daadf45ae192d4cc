import * as l10n from '@vscode/l10n';
import type { ResultsRun } from '../../core/runs/results/messages.ts';
import type { Tool } from '../shared/toolbar.ts';
import type { RunHost } from './runHost.ts';
import { stopButton } from './wording.ts';

/** Returns the buttons of the run as tools with an icon. */
export function runTools(run: ResultsRun, host: RunHost): Tool[] {
	const look: Tool = { icon: 'search', label: l10n.t('Look Again'), run: () => host.send('lookForRun') };
	if (run.lookFor === 'missing')
		return [look, { icon: 'debug-stop', label: l10n.t('Give Up...'), run: () => host.send('giveUpRun') }];
	if (!run.ended) {
		return [
			{
				icon: 'debug-stop',
				label: stopButton(run).label,
				disabled: stopButton(run).disabled,
				run: () => host.send('cancel'),
			},
		];
	}
	const again: Tool = {
		icon: 'debug-rerun',
		label: l10n.t('Run Again'),
		run: () => host.send('runAgain', { newSeed: false }),
	};
	if (run.state === 'uncertain')
		return [
			{ icon: 'globe', label: l10n.t('Open Web Console'), run: () => host.send('openWebConsole') },
			{ icon: 'link', label: l10n.t('This Is Request...'), run: () => host.send('thisIsRequest') },
			{ ...again, label: l10n.t('Run Again...') },
		];
	if (run.refusal === 'balance')
		return [
			{ icon: 'globe', label: l10n.t('Open Profile Page'), run: () => host.send('openProfilePage') },
			again,
		];
	const newSeed: Tool = {
		icon: 'sparkle',
		label: l10n.t('Run with New Seed'),
		run: () => host.send('runAgain', { newSeed: true }),
	};
	const begin = [...(run.seed === undefined ? [] : [newSeed]), again];
	return run.lookFor === 'lost' ? [look, again] : begin;
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
