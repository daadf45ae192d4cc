import * as l10n from '@vscode/l10n';
import { numberText } from '../../core/base/language.ts';
import { nearestCheckpoint } from '../../core/jobs/samples/compare.ts';
import type { SamplesProtocol } from '../../core/jobs/samples/messages.ts';
import type { Host } from '../shared/host.ts';
import type { Zoom } from '../shared/media/zoom.ts';
import { zoomTools } from '../shared/media/zoomTools.ts';
import type { Tool } from '../shared/toolbar.ts';
import { cellSizes, nextCellSize } from './gridLayout.ts';
import { promptBeside, type Spot, sampleAt, stepBeside } from './model.ts';

/** Returns the tools for all samples. `cell` is the edge of a cell while the grid is shown. */
export function panelTools(now: {
	readonly cell?: number;
	readonly comparing: boolean;
	resize(cell: number): void;
	chooseOther(): void;
	endOther(): void;
}): readonly Tool[] {
	const { cell } = now;
	const size = (icon: string, label: string, by: number, end: number | undefined): Tool => ({
		icon,
		label,
		disabled: cell === end,
		run: () => cell !== undefined && now.resize(nextCellSize(cell, by)),
	});
	return [
		...(cell === undefined
			? []
			: [
					size('zoom-out', l10n.t('Smaller Pictures'), -1, cellSizes[0]),
					size('zoom-in', l10n.t('Larger Pictures'), 1, cellSizes.at(-1)),
				]),
		{ icon: 'split-horizontal', label: l10n.t('Compare with Another Job...'), run: () => now.chooseOther() },
		...(now.comparing
			? [{ icon: 'close', label: l10n.t('End Comparison of Jobs'), run: () => now.endOther() }]
			: []),
	];
}

/** Returns the tools for a sample that is shown large. */
export function largeTools(now: {
	readonly spot: Spot;
	readonly take: number;
	/** The name of the job on the other side of a comparison of two jobs. */
	readonly other: string | undefined;
	readonly compared: 'step' | 'job' | undefined;
	readonly host: Host<SamplesProtocol>;
	leave(): void;
	move(to: Spot): void;
	zoom(to: Zoom): void;
	compare(beside: 'step' | 'job'): void;
}): readonly Tool[] {
	const { spot, other, compared } = now;
	const zoom = zoomTools((to) => now.zoom(to));
	const move = (icon: string, label: string, key: string, to: Spot | undefined): Tool => ({
		icon,
		label,
		key,
		disabled: to === undefined,
		run: () => to && now.move(to),
	});
	return [
		{ icon: 'arrow-left', label: l10n.t('Back to All Samples'), key: l10n.t('Esc'), run: () => now.leave() },
		move('chevron-left', l10n.t('Previous Step'), l10n.t('Left'), stepBeside(spot, -1)),
		move('chevron-right', l10n.t('Next Step'), l10n.t('Right'), stepBeside(spot, 1)),
		move('chevron-up', l10n.t('Previous Prompt'), l10n.t('Up'), promptBeside(spot, -1)),
		move('chevron-down', l10n.t('Next Prompt'), l10n.t('Down'), promptBeside(spot, 1)),
		zoom.out,
		zoom.in,
		zoom.fit,
		{
			icon: 'compare-changes',
			label: l10n.t('Compare Steps'),
			key: 'C',
			pressed: compared === 'step',
			disabled: spot.view.grid.stepsOf(spot.index).length < 2,
			run: () => now.compare('step'),
		},
		...(other === undefined
			? []
			: [
					{
						icon: 'split-horizontal',
						label: l10n.t('Compare with "{0}"', other),
						pressed: compared === 'job',
						run: () => now.compare('job'),
					},
				]),
		...sampleTools(spot, now.take, now.host),
	];
}

/** Returns the tools for one sample, in its toolbar as in the context menu; saving comes first. */
export function sampleTools(spot: Spot, take: number, host: Host<SamplesProtocol>): readonly Tool[] {
	const sample = sampleAt(spot, take);
	const { job } = spot.view;
	const file = { job: job.id, name: sample?.name ?? '' };
	const disabled = sample === undefined || sample.problem?.kind === 'gone';
	const near = nearestCheckpoint(
		job.checkpoints,
		spot.step,
		job.look === 'finished' ? job.totalSteps : undefined,
	);
	const use =
		near?.step === undefined
			? l10n.t('Use This Checkpoint')
			: l10n.t('Use the Checkpoint of Step {0}', numberText(near.step));
	return [
		{ icon: 'save', label: l10n.t('Save As...'), key: 'S', disabled, run: () => host.send('saveAs', file) },
		{
			icon: 'go-to-file',
			label: l10n.t('Open in Editor'),
			disabled,
			run: () => host.send('openInEditor', file),
		},
		{
			icon: 'copy',
			label: l10n.t('Copy Prompt'),
			disabled: job.prompts[spot.index] === undefined,
			run: () => host.send('copyPrompt', { job: job.id, index: spot.index }),
		},
		{
			icon: 'package',
			label: near === undefined ? l10n.t('Use This Checkpoint (None Yet)') : use,
			disabled: near === undefined,
			run: () => near && host.send('useCheckpoint', { job: job.id, name: near.checkpoint.name }),
		},
	];
}
