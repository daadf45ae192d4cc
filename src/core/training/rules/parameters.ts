import * as l10n from '@vscode/l10n';
import { closestMatch, keyCloseness } from '../../base/closestMatch.ts';
import { fix, type TextEdit } from '../../base/findings.ts';
import { allOf } from '../../base/language.ts';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placedAtKey } from '../context.ts';
import { schemaNodeAt, typesOf } from '../schema.ts';
import { removeEntry } from '../yaml/edits.ts';
import { type Entry, entryOf, type MapNode, mapOf, memberText } from '../yaml/node.ts';
import { fits } from './types.ts';

/** The settings of each scheduler, with spaces between them; `total_iters` and its synonyms are overwritten by the toolkit. */
const ofSchedulers: Readonly<Record<string, string>> = {
	constant: 'factor last_epoch',
	constant_with_warmup: 'num_warmup_steps last_epoch',
	cosine: 'eta_min last_epoch',
	cosine_with_restarts: 'T_mult eta_min last_epoch',
	linear: 'start_factor end_factor last_epoch',
};
const replaced: Readonly<Record<string, string>> = { cosine: 'T_max', cosine_with_restarts: 'T_0' };

const adam = 'betas weight_decay amsgrad foreach maximize capturable differentiable fused';
const adamOfBytes = 'betas weight_decay amsgrad min_8bit_size percentile_clipping block_wise is_paged';
const prodigy =
	'betas beta3 weight_decay decouple use_bias_correction safeguard_warmup d0 d_coef growth_rate';

/** The settings of each optimizer, those aside that the toolkit sets itself. */
const ofOptimizers: Readonly<Record<string, string>> = {
	adam: `${adam} decoupled_weight_decay`,
	adamw: adam,
	adam8: 'betas weight_decay decouple',
	adamw8: 'betas weight_decay',
	adam8bit: `${adamOfBytes} optim_bits args`,
	adamw8bit: `${adamOfBytes} optim_bits args`,
	ademamix8bit: 'betas alpha t_alpha t_beta3 weight_decay min_8bit_size is_paged',
	lion8bit: 'betas weight_decay args min_8bit_size percentile_clipping block_wise is_paged',
	lion: 'betas weight_decay decoupled_weight_decay use_triton cautious_factor',
	adagrad: 'lr_decay weight_decay initial_accumulator_value eps foreach maximize differentiable fused',
	adafactor:
		'eps clip_threshold decay_rate beta1 weight_decay scale_parameter relative_step warmup_init do_paramiter_swapping paramiter_swapping_factor stochastic_accumulation stochastic_rounding',
	prodigy: `${prodigy} fsdp_in_use slice_p`,
	prodigyopt: `${prodigy} fsdp_in_use slice_p`,
	prodigy8bit: `${prodigy} fsdp_in_use`,
	automagic:
		'min_lr max_lr beta2 eps clip_threshold weight_decay lr_bump do_paramiter_swapping paramiter_swapping_factor',
	automagic2: 'min_lr max_lr beta2 eps clip_threshold weight_decay lr_bump agreement_threshold',
	automagic3: 'min_lr max_lr beta2 eps clip_threshold weight_decay polarity_history fused',
	automagicexperiment: 'min_lr max_lr eps clip_threshold weight_decay betas polarity_history fused',
};

/** Words of other trainers for settings of the schedulers. */
const otherWords: Readonly<Record<string, string>> = {
	lr_warmup_steps: 'num_warmup_steps',
	warmup_steps: 'num_warmup_steps',
	min_lr: 'eta_min',
	lr_min: 'eta_min',
};

/** Returns the scheduler of a process, by default the usual one. */
export function schedulerOf({ train }: ProcessModel): string {
	return memberText(train, 'lr_scheduler') ?? 'constant';
}

/** Returns the optimizer of a process in lower case, as the toolkit reads it; by default the usual one. */
export function optimizerOf({ train }: ProcessModel): string {
	return (memberText(train, 'optimizer') ?? 'adamw').toLowerCase();
}

/**
 * Returns whether all settings of the scheduler or optimizer of a process are known, so that any other key stops the
 * job.
 */
export function knowsParameters(process: ProcessModel, group: string): boolean {
	if (group === 'lr_scheduler_params') return Object.hasOwn(ofSchedulers, schedulerOf(process));
	return group === 'optimizer_params' && Object.hasOwn(ofOptimizers, optimizerOf(process));
}

/** Checks that the scheduler and the optimizer accept the settings that are passed to them unchanged. */
export function checkParameters(context: CheckContext, process: ProcessModel): void {
	const [scheduler, optimizer] = [schedulerOf(process), optimizerOf(process)];
	if (knowsParameters(process, 'lr_scheduler_params')) {
		const known = ofSchedulers[scheduler] ?? '';
		// Another rule reports the warm-up.
		const silent = ['total_iters', 'num_warmup_steps', 'verbose', replaced[scheduler] ?? ''];
		checkGroup(context, process, 'lr_scheduler_params', known, silent, (key) =>
			l10n.t(
				'"{0}" is not a setting of the {1} scheduler, and stops the job once the model is loaded.',
				key,
				scheduler,
			),
		);
	}
	if (knowsParameters(process, 'optimizer_params')) {
		checkGroup(context, process, 'optimizer_params', ofOptimizers[optimizer] ?? '', ['eps'], (key) =>
			l10n.t(
				'"{0}" is not a setting of the optimizer {1}, and stops the job once the model is loaded.',
				key,
				optimizer,
			),
		);
	}
}

function checkGroup(
	context: CheckContext,
	process: ProcessModel,
	group: 'lr_scheduler_params' | 'optimizer_params',
	settings: string,
	silent: readonly string[],
	message: (key: string) => string,
): void {
	const { train } = process;
	const params = mapOf(train, group);
	const known = settings.split(' ');
	for (const entry of params?.entries ?? []) {
		const { key } = entry;
		if (known.includes(key) || silent.includes(key)) continue;
		const word = Object.hasOwn(otherWords, key) ? otherWords[key] : undefined;
		const closest = closestMatch(key, known, keyCloseness);
		const meant = word !== undefined && known.includes(word) ? word : closest?.match;
		const place = schemaNodeAt(`config.process[].train.${group}`)?.children.get(meant ?? '');
		const fitting =
			place?.facts === undefined || typesOf(place.facts).some((type) => fits(type, entry.value));
		const near = meant !== undefined && fitting && entryOf(params, meant) === undefined ? meant : undefined;
		const sure = near !== undefined && (near === word || closest?.clear === true);
		context.own(group === 'optimizer_params' ? 'optimizer' : 'learning-rate-scheduler', 'error', {
			...placedAtKey(entry, `${process.path}.train.${group}`),
			message: message(key),
			remedy:
				near === undefined
					? l10n.t('Remove {0}. The settings are {1}.', key, allOf(known))
					: l10n.t('Did you mean "{0}"?', near),
			fixes:
				near !== undefined && !entry.merged
					? context.rename(entry, near, sure)
					: fix(l10n.t('Remove {0}', key), removeParameter(context.text, train, group, entry)),
		});
	}
}

/** Takes a parameter away, and the group around it with the last one. */
export function removeParameter(
	text: string,
	train: MapNode | undefined,
	group: string,
	parameter: Entry,
): TextEdit | undefined {
	const owner = entryOf(train, group);
	if (train === undefined || owner?.value.kind !== 'map') return undefined;
	return owner.value.entries.length === 1
		? removeEntry(text, train, owner)
		: removeEntry(text, owner.value, parameter);
}
