import * as l10n from '@vscode/l10n';
import { either } from '../../base/language.ts';
import { type Arch, archNames, archOf, archs, variantOf } from '../archs.ts';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placed } from '../context.ts';
import { entryOf, type MapNode, memberText } from '../yaml/node.ts';
import { addKey } from './keySynonyms.ts';

/** Checks for weights or a recovery adapter of another architecture than the named one. */
export function checkFamily(context: CheckContext, process: ProcessModel): void {
	const { arch, weights, model } = process;
	if (arch === undefined || model === undefined) return;
	const arches = entryOf(model, 'arch');
	const owners = archs.filter(
		(each) => each.weights === weights || each.variants?.some((variant) => variant.weights === weights),
	);
	if (weights !== undefined && arches !== undefined && owners.length > 0 && !owners.includes(arch)) {
		const named = archOfName(model) ?? owners[0]?.arch ?? '';
		// The editing models of this family have the same parts, and pictures alone train them as well.
		const works =
			arch.arch === 'qwen_image' && owners.some((each) => each.arch.startsWith('qwen_image_edit'));
		context.own('unknown-arch', works ? 'info' : 'warning', {
			...placed(arches, `${process.path}.model`),
			message: works
				? l10n.t(
						'{0} are the weights of {1}. As {2} they train without control images, which works.',
						weights,
						either(owners.map((each) => each.label)),
						arch.label,
					)
				: l10n.t(
						'{0} are the weights of {1}, and this loads them as {2}.',
						weights,
						either(owners.map((each) => each.label)),
						arch.label,
					),
			remedy: l10n.t('Write arch: {0}, or name weights of {1}.', named, arch.label),
			fixes: context.replace(arches, named, l10n.t('Change to {0}', named)),
		});
	}
	const qtype = entryOf(model, 'qtype');
	const adapter = memberText(model, 'qtype')?.split('|')[1];
	const made = adapter === undefined ? undefined : adaptedArch(adapter.slice(adapter.lastIndexOf('/') + 1));
	if (qtype === undefined || made === undefined || made.family === arch.family) return;
	context.own('toolkit-conflict', 'warning', {
		...placed(qtype, `${process.path}.model`),
		message: l10n.t(
			'This accuracy recovery adapter was made for {0}, and the model is {1}.',
			made.label,
			arch.label,
		),
		remedy: l10n.t('Name an adapter of {0}, or quantize without one.', arch.label),
	});
}

/** Returns the architecture in the name of an adapter file, such as `wan22_14b_t2i_torchao_uint4.safetensors`. */
function adaptedArch(file: string): Arch | undefined {
	return archs
		.filter((each) => file.startsWith(`${each.arch}_`))
		.reduce<Arch | undefined>(
			(best, each) => (best === undefined || each.arch.length > best.arch.length ? each : best),
			undefined,
		);
}

/** Returns the architecture that has the named weights as its own. */
export function archOfName(model: MapNode | undefined): string | undefined {
	const weights = memberText(model, 'name_or_path');
	if (weights === undefined) return undefined;
	for (const name of archNames()) {
		const arch = archOf(name);
		if (arch?.variants?.some((variant) => variant.arch === name && variant.weights === weights)) return name;
	}
	return undefined;
}

/** Distilled models that lose their speed when trained without their adapter. */
const distilled: readonly (readonly [RegExp, string])[] = [
	[/Z-Image-Turbo/i, 'ostris/zimage_turbo_training_adapter'],
	[/Krea-2-Turbo/i, 'ostris/krea2_turbo_training_adapter'],
	[/FLUX\.1-schnell/i, 'ostris/FLUX.1-schnell-training-adapter'],
];

/** Checks that distilled weights have their adapter. */
export function checkAdapter(context: CheckContext, process: ProcessModel): void {
	const { model, weights, arch, archText } = process;
	const entry = entryOf(model, 'name_or_path');
	if (weights === undefined || model === undefined || entry === undefined || context.partial) return;
	const match = distilled.find(([pattern]) => pattern.test(weights));
	if (match === undefined || memberText(model, 'assistant_lora_path') !== undefined) return;
	const variant =
		arch === undefined || archText === undefined ? undefined : variantOf(arch, archText, weights);
	const own = variant?.weights === weights ? variant.defaults['model.assistant_lora_path'] : undefined;
	const adapter = typeof own === 'string' ? own : match[1];
	context.own('training-adapter', 'warning', {
		...placed(entry, `${process.path}.model`),
		message: l10n.t(
			'These weights are distilled, and training them without their adapter undoes the distillation.',
		),
		remedy: l10n.t('Add assistant_lora_path: {0}.', adapter),
		fixes: addKey(
			context,
			model,
			'config.process[].model',
			{ key: 'assistant_lora_path', value: JSON.stringify(adapter), after: entry },
			l10n.t('Add assistant_lora_path'),
			true,
		),
	});
}
