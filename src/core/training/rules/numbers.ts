import * as l10n from '@vscode/l10n';
import type { FindingTexts } from '../../base/findings.ts';
import type { CheckContext, EntryContext, WalkContext } from '../context.ts';
import type { KeyFacts } from '../schema.ts';
import { memberText, type ScalarNode, scalarOf } from '../yaml/node.ts';
import { isLooseExponent, strictExponent } from '../yaml/scalar.ts';

/** The toolkit makes something of this size or hands these numbers on, and stops beyond their limits. */
export const stopsBeyond = new Set([
	'config.process[].network.linear',
	'config.process[].network.rank',
	'config.process[].datasets[].batch_size',
	'config.process[].datasets[].resolution',
	'config.process[].train.batch_size',
	'config.process[].train.lr_scheduler_params.end_factor',
	'config.process[].train.lr_scheduler_params.factor',
	'config.process[].train.lr_scheduler_params.start_factor',
	'config.process[].train.optimizer_params.weight_decay',
]);

/** Returns whether a LoKr has full rank, the default, and ignores the number for it. */
function setsOwnRank({ schema, process }: WalkContext): boolean {
	if (!schema.path.startsWith('config.process[].network.')) return false;
	const full = scalarOf(process?.network, 'lokr_full_rank')?.value ?? true;
	return full !== false && memberText(process?.network, 'type')?.toLowerCase() === 'lokr';
}

/** A nought here switches something off, which the toolkit takes. */
const offAtZero = new Set(['save_every', 'sample_every', 'log_every']);

/** Checks the number of one known key: its spelling and its range. */
export function checkNumber(
	context: CheckContext,
	node: ScalarNode,
	facts: KeyFacts,
	here: EntryContext,
): void {
	const { entry } = here;
	const place = { range: node.range, path: here.path };
	const value = node.value as number;
	// Another rule reports a learning rate above 1, which lacks the minus of its exponent.
	const speaks = here.schema.path === 'config.process[].train.lr' && value > 1;
	const isYaml = context.options.isJson !== true;
	if (isYaml && node.style === 'plain' && !speaks && isLooseExponent(node.source)) {
		const strict = strictExponent(node.source);
		context.own('exponent-spelling', 'info', {
			...place,
			message: l10n.t(
				'The toolkit reads {0} as a number, but plain YAML 1.1 readers take this spelling as a text.',
				node.source,
			),
			remedy: l10n.t('Write {0}, which is a number everywhere.', strict),
			fixes: context.replace(entry, strict, l10n.t('Write {0}', strict), true),
		});
	}
	checkSpelling(context, node, here);
	if (facts.exclusiveMin !== undefined) return;
	if (value === 0 && offAtZero.has(entry.key)) {
		context.own('out-of-range', 'info', {
			...place,
			message: l10n.t('"{0}": 0 switches this off.', entry.key),
			remedy: l10n.t('Enter the interval in steps, or leave 0 if that is intended.'),
		});
		return;
	}
	const low = facts.min !== undefined && value < facts.min;
	const high = facts.max !== undefined && value > facts.max;
	if (Number.isNaN(value) || low || high) {
		const bound = String(low ? facts.min : facts.max);
		const stops = (low || high) && stopsBeyond.has(here.schema.path) && !setsOwnRank(here);
		context.own('out-of-range', stops ? 'error' : 'warning', {
			...place,
			...outOfRange(entry.key, node.source, facts),
			fixes: Number.isNaN(value) ? [] : context.replace(entry, bound, l10n.t('Change to {0}', bound)),
		});
	} else if (facts.enum !== undefined && !facts.enum.includes(value)) {
		context.own('unknown-value', 'warning', {
			...place,
			message: l10n.t('{0} is not a value of "{1}".', node.source, entry.key),
			remedy: l10n.t('Use one of {0}.', facts.enum.join(', ')),
		});
	}
}

/** Returns the message about a number beyond the bounds of its key. */
function outOfRange(key: string, source: string, { min, max }: KeyFacts): FindingTexts {
	if (min !== undefined && max !== undefined) {
		return {
			message: l10n.t('"{0}" must be from {1} to {2}, not {3}.', key, min, max, source),
			remedy: l10n.t('Write a number from {0} to {1}.', min, max),
		};
	}
	if (min !== undefined) {
		return {
			message: l10n.t('"{0}" must be {1} or more, not {2}.', key, min, source),
			remedy: l10n.t('Write a number {0} or more.', min),
		};
	}
	return {
		message: l10n.t('"{0}" must be {1} or less, not {2}.', key, String(max), source),
		remedy: l10n.t('Write a number {0} or less.', String(max)),
	};
}

/** Numbers that the toolkit's loader reads by another base: `02000` by 8, `33:20` by 60. */
const otherBase = /^[-+]?(?:0[0-7_]+|\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?)$/;

function checkSpelling(context: CheckContext, node: ScalarNode, here: EntryContext): void {
	const { source, range } = node;
	const value = String(node.value);
	if (node.style !== 'plain' || !otherBase.test(source)) return;
	const digits = source.replaceAll('_', '').replace(/^([-+]?)0+(?=\d)/, '$1');
	if (digits === value) return;
	const meant = source.includes(':') ? value : digits;
	context.own('wrong-type', 'warning', {
		range,
		path: here.path,
		message: source.includes(':')
			? l10n.t('YAML reads a number with colons in base 60, so this is {0}.', value)
			: l10n.t('YAML reads a number that begins with 0 in base 8, so this is {0}.', value),
		remedy: l10n.t('Write {0}.', meant),
		fixes: context.replace(here.entry, meant, l10n.t('Write {0}', meant)),
	});
}
