import * as l10n from '@vscode/l10n';
import { type Fix, fix } from '../../base/findings.ts';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placed } from '../context.ts';
import { insertKey } from '../yaml/edits.ts';
import { entryOf, isOn, memberText, scalarOf } from '../yaml/node.ts';
import { checkArch } from './arch.ts';
import { checkHubToken } from './hubToken.ts';
import { checkModelPaths } from './modelPaths.ts';
import { checkAdapter, checkFamily } from './weights.ts';

/** Checks the model: its architecture, its weights, and their needs. */
export function checkModel(context: CheckContext, process: ProcessModel, first: boolean): void {
	checkArch(context, process, first);
	if (first) checkHubToken(context, process);
	checkFamily(context, process);
	checkAdapter(context, process);
	checkModelConflicts(context, process);
	checkModelPaths(context, process);
}

function checkModelConflicts(context: CheckContext, process: ProcessModel): void {
	const { model, arch } = process;
	if (model === undefined) return;
	const stop = (key: string, message: string, remedy: string, fixes: readonly Fix[] = []) => {
		const entry = entryOf(model, key);
		if (entry === undefined) return;
		const place = placed(entry, `${process.path}.model`);
		context.own('toolkit-conflict', 'error', { ...place, message, remedy, fixes });
	};
	const given = (key: string) => memberText(model, key) !== undefined;
	if (
		given('assistant_lora_path') &&
		(memberText(model, 'qtype')?.includes('|') === true || given('accuracy_recovery_adapter'))
	) {
		stop(
			'assistant_lora_path',
			l10n.t(
				'The toolkit cannot use an accuracy recovery adapter and an assistant LoRA together, and stops.',
			),
			l10n.t('Keep one of them.'),
		);
	}
	const literalFlux = scalarOf(model, 'is_flux')?.value === true;
	for (const key of ['attn_masking', 'split_model_over_gpus']) {
		if (!isOn(model, key) || literalFlux) continue;
		const isFlux = arch?.arch === 'flux';
		const flag = insertKey(context.text, model, 'is_flux', 'true', entryOf(model, key));
		stop(
			key,
			l10n.t(
				'"{0}" works only for FLUX.1, and the toolkit needs the old flag is_flux: true in addition to arch.',
				key,
			),
			isFlux ? l10n.t('Add is_flux: true as well, or remove the line.') : l10n.t('Remove {0}.', key),
			isFlux ? fix(l10n.t('Add is_flux: true'), flag) : [],
		);
	}
	if (arch?.arch === 'wan22_14b' || arch?.arch === 'wan22_14b_i2v') {
		const kwargs = entryOf(model, 'model_kwargs')?.value;
		const high = scalarOf(kwargs, 'train_high_noise');
		const low = scalarOf(kwargs, 'train_low_noise');
		if (high?.value === false && low?.value === false) {
			context.own('toolkit-conflict', 'error', {
				range: high.range,
				path: `${process.path}.model.model_kwargs.train_high_noise`,
				message: l10n.t(
					'Both stages of the model are switched off, so there is nothing to train and the toolkit stops.',
				),
				remedy: l10n.t('Set train_high_noise or train_low_noise to true.'),
			});
		}
		for (const key of ['assistant_lora_path', 'lora_path']) {
			if (given(key))
				stop(
					key,
					l10n.t('{0} has two stages and takes no {1}; the toolkit stops.', arch.label, key),
					l10n.t('Remove {0}.', key),
				);
		}
	}
	if (arch?.arch === 'sd3' && given('lora_path'))
		stop(
			'lora_path',
			l10n.t('{0} takes no lora_path; the toolkit stops.', arch.label),
			l10n.t('Remove lora_path.'),
		);
	if (arch?.arch.startsWith('ace_step') === true && isOn(model, 'layer_offloading')) {
		stop(
			'layer_offloading',
			l10n.t('{0} cannot offload its layers; the toolkit stops.', arch.label),
			l10n.t('Write layer_offloading: false.'),
		);
	}
}
