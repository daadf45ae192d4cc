import type { TextEdit } from '../../base/findings.ts';
import type { ProcessModel } from '../configModel.ts';
import type { CheckContext } from '../context.ts';
import { fix, removeEntry, replaceValue } from '../yaml/edits.ts';
import { type Entry, entryOf, type MapNode, mapOf, numberOf, placeOfEntry, textOf } from '../yaml/node.ts';
import { addKey } from './keySynonyms.ts';

/** How the learning rate and the noise change over time, and the optimizer between them. */
export function checkSchedules(context: CheckContext, process: ProcessModel): void {
	checkScheduler(context, process);
	checkOptimizer(context, process);
	checkNoise(context, process);
}

function checkScheduler(context: CheckContext, process: ProcessModel): void {
	const { train } = process;
	const entry = entryOf(train, 'lr_scheduler');
	const name = textOf(train, 'lr_scheduler') ?? 'constant';
	const params = mapOf(train, 'lr_scheduler_params');
	const path = `${process.path}.train.lr_scheduler`;
	const warmup = entryOf(params, 'num_warmup_steps');
	if (entry !== undefined && name === 'step') {
		context.own('learning-rate-scheduler', 'error', {
			range: placeOfEntry(entry),
			path,
			message: 'The toolkit passes the step scheduler a setting it does not know, and stops.',
			remedy: 'Use constant, cosine or linear.',
			fixes: entry.merged ? [] : fix('Change to constant', replaceValue(context.text, entry, '"constant"')),
		});
	}
	if (warmup !== undefined && ['cosine', 'cosine_with_restarts', 'linear', 'constant'].includes(name)) {
		const constant = name === 'constant' && entry !== undefined && !entry.merged;
		context.own('learning-rate-scheduler', 'error', {
			range: warmup.keyRange,
			path: `${process.path}.train.lr_scheduler_params.num_warmup_steps`,
			message: `The ${name} scheduler has no warm-up, and this setting stops the job.`,
			remedy: 'Use constant_with_warmup, or remove num_warmup_steps.',
			fixes: [
				...(constant
					? fix(
							'Change to constant_with_warmup',
							replaceValue(context.text, entry, '"constant_with_warmup"'),
							true,
						)
					: []),
				...fix(
					'Remove num_warmup_steps',
					removeParameter(context.text, train, 'lr_scheduler_params', warmup),
				),
			],
		});
	}
	if (entry !== undefined && name === 'linear' && entryOf(params, 'end_factor') === undefined) {
		context.own('learning-rate-scheduler', 'info', {
			range: placeOfEntry(entry),
			path,
			message: 'By default the linear scheduler rises, from a third of lr to lr.',
			remedy: 'To let it fall, add lr_scheduler_params: { start_factor: 1.0, end_factor: 0.0 }.',
		});
	}
}

function checkOptimizer(context: CheckContext, process: ProcessModel): void {
	const { train } = process;
	const name = (textOf(train, 'optimizer') ?? 'adamw').toLowerCase();
	const params = mapOf(train, 'optimizer_params');
	const eps = entryOf(params, 'eps');
	if (params !== undefined && eps !== undefined && /^(adam|prodigy|dadaptation)/.test(name)) {
		context.own('optimizer', 'error', {
			range: eps.keyRange,
			path: `${process.path}.train.optimizer_params.eps`,
			message: `The toolkit sets eps for ${name} itself, and giving it twice stops the job.`,
			remedy: 'Remove eps.',
			fixes: fix('Remove eps', removeParameter(context.text, train, 'optimizer_params', eps), true),
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
			range: placeOfEntry(lr),
			path: `${process.path}.train.lr`,
			message: `${name} finds its own learning rate, so the toolkit raises this one to 1.0.`,
			remedy: 'Write lr: 1.0.',
			fixes: lr.merged ? [] : fix('Write 1.0', replaceValue(context.text, lr, '1.0')),
		});
	}
	batchOfAudio(context, process, entryOf(train, 'batch_size'));
}

/** Takes a parameter away, and the group around it with the last one. */
function removeParameter(
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

function batchOfAudio(context: CheckContext, process: ProcessModel, batch: Entry | undefined): void {
	if (process.arch?.kind !== 'audio' || batch === undefined || process.batchSize <= 1) return;
	context.own('dataset-files', 'info', {
		range: placeOfEntry(batch),
		path: `${process.path}.train.batch_size`,
		message: `${process.arch.label} cannot put pieces of different length into one batch.`,
		remedy: 'Write batch_size: 1 unless all pieces are equally long.',
	});
}

/** Noise schedules that fit a flow-matching model. */
const flowSchedules: readonly (string | undefined)[] = ['flowmatch', 'mean_flow'];

function checkNoise(context: CheckContext, process: ProcessModel): void {
	const { train, arch, sample } = process;
	if (train === undefined || arch?.flowMatching !== true || context.partial || !process.trains) return;
	checkSampler(context, process, entryOf(sample, 'sampler'));
	const scheduler = textOf(train, 'noise_scheduler');
	if (flowSchedules.includes(scheduler) || scheduler?.includes('${') === true) return;
	const timestep = entryOf(train, 'timestep_type');
	const entry = entryOf(train, 'noise_scheduler');
	const owner = timestep ?? entry ?? entryOf(process.node, 'train');
	const title = 'Set noise_scheduler to flowmatch';
	const after = timestep ?? entryOf(train, 'optimizer') ?? entryOf(train, 'steps');
	const added = { key: 'noise_scheduler', value: '"flowmatch"', after };
	const fixes =
		entry === undefined
			? addKey(context, train, 'config.process[].train', added, title, true)
			: entry.merged
				? []
				: fix(title, replaceValue(context.text, entry, '"flowmatch"'), true);
	const found = scheduler === undefined ? 'without noise_scheduler it is ddpm' : `it is ${scheduler}`;
	context.own('noise-schedule', 'warning', {
		range:
			timestep === undefined && entry !== undefined ? placeOfEntry(entry) : (owner?.keyRange ?? train.range),
		path: `${process.path}.train.${timestep === undefined ? 'noise_scheduler' : 'timestep_type'}`,
		message:
			timestep === undefined
				? `${arch.label} is a flow-matching model and needs noise_scheduler: flowmatch; ${found}, which trains it on the wrong noise or stops the job.`
				: `timestep_type counts only with noise_scheduler: flowmatch, and ${found}.`,
		remedy:
			timestep === undefined
				? 'Write noise_scheduler: flowmatch.'
				: `${arch.label} is a flow-matching model: write noise_scheduler: flowmatch.`,
		fixes,
	});
}

function checkSampler(context: CheckContext, process: ProcessModel, entry: Entry | undefined): void {
	const sampler = textOf(process.sample, 'sampler');
	if (entry === undefined || sampler === undefined || !process.sampling) return;
	if (flowSchedules.includes(sampler) || sampler.includes('${')) return;
	context.own('noise-schedule', 'warning', {
		range: placeOfEntry(entry),
		path: `${process.path}.sample.sampler`,
		message: `${process.arch?.label} is a flow-matching model, and the sampler ${sampler} draws its previews by another method.`,
		remedy: 'Write sampler: flowmatch.',
		fixes: entry.merged
			? []
			: fix('Set sampler to flowmatch', replaceValue(context.text, entry, '"flowmatch"'), true),
	});
}
