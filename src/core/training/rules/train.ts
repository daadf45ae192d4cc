import * as l10n from '@vscode/l10n';
import { fix } from '../../base/findings.ts';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placed, placedAtKey } from '../context.ts';
import { removeEntry, setKey } from '../yaml/edits.ts';
import { entryOf, isOn, memberText, numberOf, scalarOf } from '../yaml/node.ts';
import { checkLearningRate } from './learningRate.ts';
import { checkSchedules } from './schedules.ts';

/** Checks the training section: the learning rate, and settings that exclude each other. */
export function checkTrain(context: CheckContext, process: ProcessModel, first: boolean): void {
	checkLearningRate(context, process, first);
	checkType(context, process);
	if (process.train === undefined) return;
	checkPreservation(context, process);
	checkConflicts(context, process);
	checkSchedules(context, process);
}

function checkType(context: CheckContext, process: ProcessModel): void {
	const entry = entryOf(process.node, 'type');
	if (process.type !== 'ui_trainer' || entry === undefined) return;
	context.own('toolkit-conflict', 'warning', {
		...placed(entry, process.path),
		message: l10n.t('ui_trainer runs only inside the web interface of the toolkit and stops elsewhere.'),
		remedy: l10n.t('Write diffusion_trainer, which takes the same keys.'),
		fixes: context.replace(entry, 'diffusion_trainer', l10n.t('Change to diffusion_trainer'), true),
	});
}

function checkPreservation(context: CheckContext, process: ProcessModel): void {
	const { train } = process;
	const entry = entryOf(train, 'diff_output_preservation');
	if (entry === undefined || !isOn(train, 'diff_output_preservation')) return;
	const place = placed(entry, `${process.path}.train`);
	const off = () => context.replace(entry, 'false', l10n.t('Turn off diff_output_preservation'));
	if (process.trigger === undefined && !context.partial) {
		const own = process.datasets.filter((dataset) => memberText(dataset.node, 'trigger_word') !== undefined);
		const after = entryOf(process.node, 'training_folder') ?? entryOf(process.node, 'type');
		const remark = {
			...place,
			remedy: l10n.t('Add trigger_word to the process, or turn off diff_output_preservation.'),
			fixes: [
				...fix(
					l10n.t('Add trigger_word'),
					setKey(context.text, process.node, 'trigger_word', '"my_trigger"', after),
				),
				...off(),
			],
		};
		if (own.length > 0 && own.length === process.datasets.length) {
			context.service(42264, {
				...remark,
				message: l10n.t(
					'Only the datasets have a trigger_word, and toolkits before August 2026, as the service seems to use, look for it only on the process.',
				),
			});
		} else {
			context.error(42264, {
				...remark,
				message: l10n.t(
					'diff_output_preservation compares pictures with and without the trigger word, and there is no trigger_word.',
				),
			});
		}
	}
	const caching = entryOf(train, 'cache_text_embeddings');
	const cached =
		isOn(train, 'cache_text_embeddings') ||
		process.datasets.some((dataset) => isOn(dataset.node, 'cache_text_embeddings'));
	if (cached) {
		context.service(42269, {
			...place,
			message: l10n.t(
				'diff_output_preservation changes the captions, which is impossible once their embeddings are cached.',
			),
			remedy: l10n.t('Turn off diff_output_preservation or cache_text_embeddings.'),
			fixes: [
				...(caching === undefined
					? []
					: context.replace(caching, 'false', l10n.t('Turn off cache_text_embeddings'))),
				...off(),
			],
		});
	}
}

/** The last of the denoising steps. */
const lastStep = 999;

function checkConflicts(context: CheckContext, process: ProcessModel): void {
	const { train, arch } = process;
	const on = (key: string) => isOn(train, key);
	const stop = (key: string, message: string, remedy: string) => {
		const entry = entryOf(train, key);
		if (entry === undefined) return;
		const isTrue = scalarOf(train, key)?.value === true;
		context.own('toolkit-conflict', 'error', {
			...placed(entry, `${process.path}.train`),
			message,
			remedy,
			fixes: isTrue ? context.replace(entry, 'false', l10n.t('Turn off {0}', key)) : [],
		});
	};
	if (on('bypass_guidance_embedding') && on('do_guidance_loss')) {
		stop(
			'bypass_guidance_embedding',
			l10n.t(
				'The toolkit cannot bypass the guidance embedding and train the guidance loss at once, and stops.',
			),
			l10n.t('Turn off one of them.'),
		);
	}
	if (on('diff_output_preservation') && on('blank_prompt_preservation')) {
		stop(
			'blank_prompt_preservation',
			l10n.t(
				'diff_output_preservation and blank_prompt_preservation cannot be used together; the toolkit stops.',
			),
			l10n.t('Keep one of them.'),
		);
	}
	for (const key of ['diff_output_preservation', 'blank_prompt_preservation']) {
		if (on(key) && entryOf(process.node, 'network') === undefined && !context.partial) {
			stop(
				key,
				l10n.t(
					'{0} compares the model with and without its LoRA, and there is no network section; the toolkit stops.',
					key,
				),
				l10n.t('Add a network section, or turn off {0}.', key),
			);
		}
	}
	const lowest = numberOf(train, 'min_denoising_steps') ?? 0;
	const highest = Math.min(numberOf(train, 'max_denoising_steps') ?? lastStep, lastStep);
	if (lowest > highest) {
		stop(
			entryOf(train, 'min_denoising_steps') === undefined ? 'max_denoising_steps' : 'min_denoising_steps',
			l10n.t(
				'There are no steps to train from step {0} to step {1}, and the toolkit stops.',
				lowest,
				highest,
			),
			l10n.t('Write a min_denoising_steps below max_denoising_steps, which is {0} at most.', lastStep),
		);
	}
	if (on('train_text_encoder')) {
		for (const key of ['diff_output_preservation', 'unload_text_encoder', 'cache_text_embeddings']) {
			if (on(key))
				stop(
					'train_text_encoder',
					l10n.t('The text encoder cannot be trained together with {0}, and the toolkit stops.', key),
					l10n.t('Turn off train_text_encoder or {0}.', key),
				);
		}
	}
	if (on('unload_text_encoder') && (arch?.arch === 'qwen_image_edit' || arch?.arch === 'boogu_image_edit')) {
		stop(
			'unload_text_encoder',
			l10n.t('{0} needs its text encoder for every step, and the toolkit stops without it.', arch.label),
			l10n.t('Use cache_text_embeddings: true instead.'),
		);
	}
	const unloading = entryOf(train, 'unload_text_encoder');
	if (on('unload_text_encoder') && unloading !== undefined && on('cache_text_embeddings')) {
		context.own('no-effect', 'hint', {
			...placedAtKey(unloading, `${process.path}.train`),
			message: l10n.t(
				'With cached text embeddings the text encoder is unloaded anyway, and captions are used: this has no effect.',
			),
			remedy: l10n.t('Remove it.'),
			tags: ['unnecessary'],
		});
	}
	if (!on('cache_text_embeddings') && process.datasets.length > 1) {
		const cached = process.datasets.filter((dataset) => isOn(dataset.node, 'cache_text_embeddings'));
		const [first] = cached;
		const entry = entryOf(first?.node, 'cache_text_embeddings');
		if (first !== undefined && entry !== undefined && cached.length < process.datasets.length) {
			context.own('toolkit-conflict', 'error', {
				...placed(entry, first.path),
				message: l10n.t(
					'cache_text_embeddings must be the same for all datasets; otherwise, the toolkit stops.',
				),
				remedy: l10n.t('Set it on every dataset, or once in train.'),
			});
		}
	}
	for (const dataset of process.datasets) {
		const dropout = entryOf(dataset.node, 'token_dropout_rate');
		const cached = on('cache_text_embeddings') || isOn(dataset.node, 'cache_text_embeddings');
		if (!cached || dropout === undefined || (numberOf(dataset.node, 'token_dropout_rate') ?? 0) <= 0)
			continue;
		context.own('no-effect', 'hint', {
			...placedAtKey(dropout, dataset.path),
			message: l10n.t(
				'With cached text embeddings the words of a caption no longer change, so this has no effect.',
			),
			remedy: l10n.t('Remove it, or use caption_dropout_rate.'),
			tags: ['unnecessary'],
		});
	}
	const accumulation = numberOf(train, 'gradient_accumulation') ?? 1;
	const steps = entryOf(train, 'gradient_accumulation_steps');
	if (
		accumulation > 1 &&
		steps !== undefined &&
		numberOf(train, 'gradient_accumulation_steps') !== 1 &&
		train !== undefined
	) {
		context.own('toolkit-conflict', 'error', {
			...placed(steps, `${process.path}.train`),
			message: l10n.t(
				'gradient_accumulation and gradient_accumulation_steps cannot be used together; the toolkit stops.',
			),
			remedy: l10n.t('Keep gradient_accumulation and remove gradient_accumulation_steps.'),
			fixes: fix(l10n.t('Remove gradient_accumulation_steps'), removeEntry(context.text, train, steps), true),
		});
	}
}
