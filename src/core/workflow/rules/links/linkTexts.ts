import * as l10n from '@vscode/l10n';
import type { Finding, FindingTexts } from '../../../base/findings.ts';
import { firstOf } from '../../../base/language.ts';
import { type Json, jsonLine } from '../../../json/value.ts';
import type { NodeClass } from '../../nodeInfo.ts';
import type { LinkFact } from '../factTypes.ts';

/** Returns whether a link is within `__value__`. */
export function isWrapped({ input }: LinkFact): boolean {
	return input.value.type === 'object';
}

/** Returns the text for a link to a missing node that the engine follows without checking. */
export function hanging(nodeClass: NodeClass | undefined, link: LinkFact): FindingTexts {
	const { nodeId, input } = link;
	const name = nodeClass?.name ?? '';
	if (isWrapped(link))
		return {
			message: l10n.t(
				'The engine unwraps this link without checking it, and follows it: node {0} is not in this workflow, and the engine hangs on it, with all later runs, until someone restarts it.',
				nodeId,
			),
			remedy: l10n.t('Link it to a node that is.'),
		};
	const remedy = nodeClass?.rules.takesAll
		? l10n.t('Link it to a node that is.')
		: l10n.t('Remove the input, or link one that the class has.');
	const message = nodeClass?.hidden.includes(input.name)
		? l10n.t(
				'The engine itself gives "{0}" its "{1}", so it does not check this link, but follows it: node {2} is not in this workflow, and the engine hangs on it, with all later runs, until someone restarts it.',
				name,
				input.name,
				nodeId,
			)
		: l10n.t(
				'"{0}" does not declare the input "{1}", so the engine does not check this link, but follows it: node {2} is not in this workflow, and the engine hangs on it, with all later runs, until someone restarts it.',
				name,
				input.name,
				nodeId,
			);
	return { message, remedy };
}

/** Returns the text for an input that takes no link. */
export function noLink(
	nodeClass: NodeClass | undefined,
	input: string,
): Pick<Finding, 'severity' | 'message' | 'remedy'> {
	return {
		severity: 'error',
		message: l10n.t(
			'"{0}" takes no link: "{1}" looks at its value before the run, when a link has none yet, so the engine refuses the node.',
			input,
			nodeClass?.name ?? '',
		),
		remedy: l10n.t('Write the value itself.'),
	};
}

/** Returns the text for a node without an output of this number. */
export function noSuchOutput(nodeId: string, className: string, count: number, slot: string): string {
	switch (count) {
		case 0:
			return l10n.t('Node {0} ({1}) has no outputs, so output {2} does not exist.', nodeId, className, slot);
		case 1:
			return l10n.t(
				'Node {0} ({1}) has one output, number 0, so output {2} does not exist.',
				nodeId,
				className,
				slot,
			);
		default:
			return l10n.t(
				'Node {0} ({1}) has outputs 0 to {2}, so output {3} does not exist.',
				nodeId,
				className,
				count - 1,
				slot,
			);
	}
}

/** Returns a type for display. */
export function typeName(type: string | readonly Json[]): string {
	return typeof type === 'string' ? type : l10n.t('a choice from a list');
}

/** Returns the text about the values in which two lists of choices differ. */
export function listDifference(wanted: readonly Json[], given: readonly Json[]): string {
	const without = (left: readonly Json[], right: readonly Json[]) =>
		firstOf(
			left.filter((value) => !right.includes(value)).map((value) => jsonLine(value)),
			3,
		);
	const [missing, more] = [without(wanted, given), without(given, wanted)];
	if (missing === '' && more === '') return l10n.t('the values have another order');
	if (missing === '') return l10n.t('it has {0} as well', more);
	if (more === '') return l10n.t('it lacks {0}', missing);
	return l10n.t('it has {0} and lacks {1}', more, missing);
}
