import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/language.ts';
import type { ProcessModel } from '../configModel.ts';
import { type CheckContext, placed } from '../context.ts';
import { type Entry, entryOf, memberText, placeOfEntry, type ScalarNode, textOf } from '../yaml/node.ts';
import { strictExponent } from '../yaml/scalar.ts';
import { addKey } from './keySynonyms.ts';

/** Checks `train.lr`: its presence, its type, and its size. */
export function checkLearningRate(context: CheckContext, process: ProcessModel, first: boolean): void {
	const { train } = process;
	const entry = entryOf(train, 'lr');
	const path = `${process.path}.train.lr`;
	if (entry === undefined) {
		if (context.partial || !first) return;
		const owner = entryOf(process.node, 'train') ?? process.node.entries[0];
		const after = entryOf(train, 'optimizer') ?? entryOf(train, 'steps');
		context.service(42274, {
			range: owner?.keyRange ?? process.node.range,
			path,
			message: l10n.t('The training has no learning rate, and the service accepts no job without one.'),
			remedy: l10n.t('Add lr to train, for example lr: 0.0001.'),
			fixes:
				train === undefined
					? []
					: addKey(
							context,
							train,
							'config.process[].train',
							{ key: 'lr', value: '0.0001', after },
							l10n.t('Add lr: 0.0001'),
							true,
						),
		});
		return;
	}
	const node = entry.value;
	const remark = { range: placeOfEntry(entry), path };
	if (textOf(node)?.includes('${')) return;
	const fixes = context.replace(entry, '0.0001', l10n.t('Write 0.0001'));
	if (node.kind !== 'scalar' || typeof node.value !== 'number' || !Number.isFinite(node.value)) {
		// In a process that the service does not check, the type of the value is checked like that of any other key.
		if (!first) return;
		const number =
			node.kind === 'scalar' && node.style !== 'plain' && Number(node.source) > 0 ? node.source : undefined;
		// The toolkit compares the value and calculates with it: true and false count as 1 and 0, other types stop it.
		const stops = node.kind !== 'scalar' || typeof node.value !== 'boolean';
		const report = (details: Parameters<CheckContext['error']>[1]) =>
			stops ? context.error(42274, details) : context.service(42274, details);
		const point = node.kind === 'scalar' && /^0,\d+$/.test(node.source) ? node.source.replace(',', '.') : '';
		if (point !== '') {
			report({
				...remark,
				message: l10n.t('With a comma the learning rate is a text, not a number.'),
				remedy: l10n.t('Write {0}.', point),
				fixes: context.replace(entry, point, l10n.t('Write {0}', point), true),
			});
			return;
		}
		report({
			...remark,
			message:
				number === undefined
					? l10n.t('The learning rate is not a number.')
					: l10n.t('In quotes the learning rate is a text, not a number.'),
			remedy:
				number === undefined
					? l10n.t('Write a positive number, for example 0.0001.')
					: l10n.t('Remove the quotes.'),
			fixes: number === undefined ? fixes : context.replace(entry, number, l10n.t('Remove the quotes'), true),
		});
	} else if (node.value <= 0) {
		const positive = node.source.slice(1);
		const details = {
			...remark,
			message: l10n.t('The learning rate must be above 0, and it is {0}.', node.source),
			remedy: l10n.t('Write a positive number, for example 0.0001.'),
			fixes:
				node.value < 0 && !isTooFast(-node.value, memberText(train, 'optimizer'))
					? context.replace(entry, positive, l10n.t('Write {0}', positive))
					: fixes,
		};
		const optimizer = memberText(train, 'optimizer') ?? 'adamw';
		if (replacesRate.test(optimizer)) {
			if (first) context.service(42274, details);
		} else if (node.value < 0 || /^lion$/i.test(optimizer)) context.error(42274, details);
		else if (first && !context.local) context.service(42274, details);
		else {
			context.own('out-of-range', 'warning', {
				...details,
				message: l10n.t('With a learning rate of 0 nothing is learned.'),
			});
		}
	} else if (isTooFast(node.value, memberText(train, 'optimizer')))
		reportTooFast(context, process, entry, node);
}

/** Optimizers for which the toolkit writes 1.0 in the place of a small learning rate. */
const replacesRate = /^(?:prodigy|dadaptation)/i;

/** No LoRA survives a step of this size, except with optimizers that scale it themselves or take it by another measure. */
const highestRate = 0.01;

function isTooFast(rate: number, optimizer: string | undefined): boolean {
	return rate > highestRate && !/^(?:prodigy|dadapt|adafactor|adagrad|sgd)/i.test(optimizer ?? '');
}

function reportTooFast(context: CheckContext, process: ProcessModel, entry: Entry, node: ScalarNode): void {
	// A power of ten above 1 lacks its minus.
	const meant = /^\d+(?:\.\d+)?[eE]\+?[1-9]$/.test(node.source)
		? strictExponent(node.source.replace('+', '').replace(/[eE]/, 'e-'))
		: undefined;
	context.own('out-of-range', 'warning', {
		...placed(entry, `${process.path}.train`),
		message:
			meant === undefined
				? l10n.t(
						'A learning rate of {0} is far above the usual 0.0001, and the model collapses within a few steps.',
						node.source,
					)
				: l10n.t(
						'Without a minus sign, {0} is {1}, and the model collapses at the first step.',
						node.source,
						numberText(Number(node.value)),
					),
		remedy: meant === undefined ? l10n.t('Write a number near 0.0001.') : l10n.t('Write {0}.', meant),
		fixes: meant === undefined ? [] : context.replace(entry, meant, l10n.t('Write {0}', meant)),
	});
}
