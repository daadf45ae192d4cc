import * as l10n from '@vscode/l10n';
import { fix } from '../../base/findings.ts';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placed } from '../context.ts';
import { insertKey } from '../yaml/edits.ts';
import { entryOf, isOn, mapOf, memberText, scalarOf } from '../yaml/node.ts';

/** Checks the outcome of the training: the rank of a LoRA, or a whole model, and the place of its upload. */
export function checkOutcome(context: CheckContext, process: ProcessModel): void {
	if (!process.trains) return;
	if (process.train !== undefined && !context.partial && trainsWholeModel(process))
		reportWholeModel(context, process);
	checkRank(context, process);
	checkUpload(context, process);
}

/** Returns whether only the model is trained, without a LoRA, an embedding, a decorator or an adapter. */
function trainsWholeModel({ node }: ProcessModel): boolean {
	return (
		['network', 'embedding', 'decorator'].every((key) => entryOf(node, key) === undefined) &&
		!isOn(mapOf(node, 'adapter'), 'train')
	);
}

function reportWholeModel(context: CheckContext, process: ProcessModel): void {
	const entry = entryOf(process.node, 'train');
	context.own('full-fine-tune', 'info', {
		range: entry?.keyRange ?? process.node.range,
		path: `${process.path}.network`,
		message: l10n.t('Without a network section the whole model is trained, not a LoRA.'),
		remedy: l10n.t('Add network with type: lora and linear: 16, or leave it out on purpose.'),
	});
}

/** Reports a rank that the toolkit replaces: a LoKr is trained at full rank unless the configuration sets it otherwise. */
function checkRank(context: CheckContext, process: ProcessModel): void {
	const { network } = process;
	if (network === undefined || memberText(network, 'type')?.toLowerCase() !== 'lokr') return;
	const entry = entryOf(network, 'rank') ?? entryOf(network, 'linear');
	if (entry === undefined || scalarOf(network, entry.key)?.value === null) return;
	if (entryOf(network, 'lokr_full_rank') !== undefined) return;
	const set = (value: string) =>
		fix(
			l10n.t('Add lokr_full_rank: {0}', value),
			insertKey(context.text, network, 'lokr_full_rank', value, entryOf(network, 'type')),
		);
	context.own('no-effect', 'warning', {
		...placed(entry, `${process.path}.network`),
		message: l10n.t(
			'Since July 2026 the toolkit trains a LoKr at full rank by default, and then ignores "{0}".',
			entry.key,
		),
		remedy: l10n.t('Add lokr_full_rank: false for this rank, or true for full rank.'),
		fixes: [...set('false'), ...set('true')],
	});
}

/** Reports an upload without a destination: it fails after everything else is done. */
function checkUpload(context: CheckContext, { save, path }: ProcessModel): void {
	const entry = entryOf(save, 'push_to_hub');
	if (entry === undefined || !isOn(save, 'push_to_hub') || memberText(save, 'hf_repo_id') !== undefined)
		return;
	if (context.partial) return;
	context.own('missing-key', 'error', {
		range: entry.keyRange,
		path: `${path}.save.hf_repo_id`,
		message: l10n.t('push_to_hub needs hf_repo_id: without it the upload fails after the whole training.'),
		remedy: l10n.t('Add hf_repo_id with the name of a repository, or write push_to_hub: false.'),
	});
}
