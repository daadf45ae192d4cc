import * as l10n from '@vscode/l10n';
import { fix } from '../../base/findings.ts';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placed, placedAtKey } from '../context.ts';
import { type Entry, entryOf, isOn, mapOf, memberText, numberOf, placeOfEntry } from '../yaml/node.ts';
import { addKey } from './keySynonyms.ts';
import { checkParameters, optimizerOf, removeParameter, schedulerOf } from './parameters.ts';

/** Checks how the learning rate and the noise change over time, and the optimizer between them. */
export function checkSchedules(context: CheckContext, process: ProcessModel): void {
	checkScheduler(context, process);
	checkOptimizer(context, process);
	checkParameters(context, process);
	checkNoise(context, process);
}

function checkScheduler(context: CheckContext, process: ProcessModel): void {
	const { train } = process;
	const entry = entryOf(train, 'lr_scheduler');
	const name = schedulerOf(process);
	const params = mapOf(train, 'lr_scheduler_params');
	const warmup = entryOf(params, 'num_warmup_steps');
	if (entry !== undefined && name === 'step') {
		context.own('learning-rate-scheduler', 'error', {
			...placed(entry, `${process.path}.train`),
			message: l10n.t('The toolkit passes the step scheduler a setting it does not know, and stops.'),
			remedy: l10n.t('Use constant, cosine or linear.'),
			fixes: context.replace(entry, '"constant"', l10n.t('Change to constant')),
		});
	}
	if (warmup !== undefined && ['cosine', 'cosine_with_restarts', 'linear', 'constant'].includes(name)) {
		const constant = name === 'constant' && entry !== undefined;
		context.own('learning-rate-scheduler', 'error', {
			...placedAtKey(warmup, `${process.path}.train.lr_scheduler_params`),
			message: l10n.t('The {0} scheduler has no warm-up, and this setting stops the job.', name),
			remedy: l10n.t('Use constant_with_warmup, or remove num_warmup_steps.'),
			fixes: [
				...(constant
					? context.replace(entry, '"constant_with_warmup"', l10n.t('Change to constant_with_warmup'), true)
					: []),
				...fix(
					l10n.t('Remove num_warmup_steps'),
					removeParameter(context.text, train, 'lr_scheduler_params', warmup),
				),
			],
		});
	}
	if (entry !== undefined && name === 'linear' && entryOf(params, 'end_factor') === undefined) {
		context.own('learning-rate-scheduler', 'info', {
			...placed(entry, `${process.path}.train`),
			message: l10n.t('By default the linear scheduler rises, from a third of lr to lr.'),
			remedy: l10n.t('To let it fall, add lr_scheduler_params: { start_factor: 1.0, end_factor: 0.0 }.'),
		});
	}
}

function checkOptimizer(context: CheckContext, process: ProcessModel): void {
	const { train } = process;
	const name = optimizerOf(process);
	const params = mapOf(train, 'optimizer_params');
	const eps = entryOf(params, 'eps');
	if (params !== undefined && eps !== undefined && /^(adam|prodigy|dadaptation)/.test(name)) {
		context.own('optimizer', 'error', {
			...placedAtKey(eps, `${process.path}.train.optimizer_params`),
			message: l10n.t('The toolkit sets eps for {0} itself, and giving it twice stops the job.', name),
			remedy: l10n.t('Remove eps.'),
			fixes: fix(l10n.t('Remove eps'), removeParameter(context.text, train, 'optimizer_params', eps), true),
		});
	}
	const relative = entryOf(params, 'relative_step');
	const isRelative = name === 'adafactor' && isOn(params, 'relative_step');
	if (isRelative || (name === 'adafactor' && isOn(params, 'warmup_init'))) {
		const refused = (isRelative ? relative : entryOf(params, 'warmup_init')) as Entry;
		context.own('optimizer', 'error', {
			...placedAtKey(refused, `${process.path}.train.optimizer_params`),
			message: l10n.t(
				'The toolkit gives Adafactor a learning rate, which "{0}" excludes: the job stops.',
				refused.key,
			),
			remedy: l10n.t('Remove {0}.', refused.key),
			fixes: fix(
				l10n.t('Remove {0}', refused.key),
				removeParameter(context.text, train, 'optimizer_params', refused),
			),
		});
	}
	const lr = entryOf(train, 'lr');
	const rate = numberOf(train, 'lr');
	if (
		lr !== undefined &&
		rate !== undefined &&
		rate > 0 &&
		rate < 0.1 &&
		/^(prodigy|dadaptation)/.test(name)
	) {
		context.own('optimizer', 'info', {
			...placed(lr, `${process.path}.train`),
			message: l10n.t('{0} finds its own learning rate, so the toolkit raises this one to 1.0.', name),
			remedy: l10n.t('Write lr: 1.0.'),
			fixes: context.replace(lr, '1.0', l10n.t('Write 1.0')),
		});
	}
	batchOfAudio(context, process, entryOf(train, 'batch_size'));
}

function batchOfAudio(context: CheckContext, process: ProcessModel, batch: Entry | undefined): void {
	if (process.arch?.kind !== 'audio' || batch === undefined || process.batchSize <= 1) return;
	context.own('dataset-files', 'info', {
		...placed(batch, `${process.path}.train`),
		message: l10n.t('{0} cannot put clips of different lengths into one batch.', process.arch.label),
		remedy: l10n.t('Write batch_size: 1 unless all clips have the same length.'),
	});
}

/** Noise schedules that fit a flow-matching model. */
const flowSchedules: readonly (string | undefined)[] = ['flowmatch', 'mean_flow'];

function checkNoise(context: CheckContext, process: ProcessModel): void {
	const { train, arch, sample } = process;
	if (train === undefined || arch?.flowMatching !== true || context.partial || !process.trains) return;
	checkSampler(context, process, entryOf(sample, 'sampler'));
	const scheduler = memberText(train, 'noise_scheduler');
	if (flowSchedules.includes(scheduler) || scheduler?.includes('${') === true) return;
	const timestep = entryOf(train, 'timestep_type');
	const entry = entryOf(train, 'noise_scheduler');
	const owner = timestep ?? entry ?? entryOf(process.node, 'train');
	const title = l10n.t('Set noise_scheduler to flowmatch');
	const after = timestep ?? entryOf(train, 'optimizer') ?? entryOf(train, 'steps');
	const added = { key: 'noise_scheduler', value: '"flowmatch"', after };
	const fixes =
		entry === undefined
			? addKey(context, train, 'config.process[].train', added, title, true)
			: context.replace(entry, '"flowmatch"', title, true);

	context.own('noise-schedule', 'warning', {
		range:
			timestep === undefined && entry !== undefined ? placeOfEntry(entry) : (owner?.keyRange ?? train.range),
		path: `${process.path}.train.${timestep === undefined ? 'noise_scheduler' : 'timestep_type'}`,
		message:
			timestep === undefined
				? scheduler === undefined
					? l10n.t(
							'{0} is a flow-matching model and needs noise_scheduler: flowmatch; without noise_scheduler it is ddpm, which trains it on the wrong noise or stops the job.',
							arch.label,
						)
					: l10n.t(
							'{0} is a flow-matching model and needs noise_scheduler: flowmatch; it is {1}, which trains it on the wrong noise or stops the job.',
							arch.label,
							scheduler,
						)
				: scheduler === undefined
					? l10n.t(
							'timestep_type has an effect only with noise_scheduler: flowmatch, and without noise_scheduler it is ddpm.',
						)
					: l10n.t(
							'timestep_type has an effect only with noise_scheduler: flowmatch, and it is {0}.',
							scheduler,
						),
		remedy:
			timestep === undefined
				? l10n.t('Write noise_scheduler: flowmatch.')
				: l10n.t('{0} is a flow-matching model: write noise_scheduler: flowmatch.', arch.label),
		fixes,
	});
}

function checkSampler(context: CheckContext, process: ProcessModel, entry: Entry | undefined): void {
	const sampler = memberText(process.sample, 'sampler');
	if (entry === undefined || sampler === undefined || !process.sampling) return;
	if (flowSchedules.includes(sampler) || sampler.includes('${')) return;
	context.own('noise-schedule', 'warning', {
		...placed(entry, `${process.path}.sample`),
		message: l10n.t(
			'{0} is a flow-matching model, and the sampler {1} draws its previews by another method.',
			process.arch?.label ?? '',
			sampler,
		),
		remedy: l10n.t('Write sampler: flowmatch.'),
		fixes: context.replace(entry, '"flowmatch"', l10n.t('Set sampler to flowmatch'), true),
	});
}
