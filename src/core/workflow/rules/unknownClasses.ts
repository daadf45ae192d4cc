import * as l10n from '@vscode/l10n';
import { closestMatch, isSlip } from '../../base/closestMatch.ts';
import { type Finding, type FindingTexts, fix } from '../../base/findings.ts';
import { firstOf, quoted } from '../../base/language.ts';
import { getOrMake } from '../../base/lazy.ts';
import type { NodeClass, NodeInfo } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import type { Report } from './factTypes.ts';
import { replacementName } from './replacements.ts';
import { declaredInputs } from './specs.ts';
import { howToChoose, lifeText } from './versions.ts';

/** Returns the engine's name of the error for a node without known class, which changed with its version. */
export function classErrorCode(nodeInfo: NodeInfo | undefined): string {
	return nodeInfo?.dialect === 'new' ? 'missing_node_type' : 'invalid_prompt';
}

/** Maximum number of cached answers, for documents that name the same unknown classes repeatedly. */
const mostSuggestions = 1000;
const suggestions = new WeakMap<NodeInfo, Map<string, string | undefined>>();

function suggestClass(name: string, nodeInfo: NodeInfo): string | undefined {
	const known = getOrMake(suggestions, nodeInfo, () => new Map<string, string | undefined>());
	if (known.has(name)) return known.get(name);
	if (known.size >= mostSuggestions) known.clear();
	// If packs are unknown, a name must be closer to count as misspelled.
	const found = closestMatch(name, nodeInfo.names, {
		lettersPerSlip: 3,
		mostSlips: nodeInfo.source.kind === 'builtin' ? 2 : 4,
	})?.match;
	known.set(name, found);
	return found;
}

/** Returns whether a class with this name accepts every input of the node. */
function takesInputsOf(body: NodeBody, className: string, nodeInfo: NodeInfo): boolean {
	const nodeClass = nodeInfo.get(className);
	if (!nodeClass) return false;
	const { specs } = declaredInputs(nodeClass, body);
	return body.inputs.every(({ name }) => specs.has(name) || nodeClass.hidden.includes(name));
}

/**
 * Reports a class that the description does not have. The catalog knows no packs, so its silence is an error only for a class of another
 * version of the engine.
 */
export function reportUnknownClass(
	body: NodeBody,
	name: string,
	place: Finding['range'],
	nodeInfo: NodeInfo,
	report: Report,
): void {
	if (reportOtherVersion(name, place, nodeInfo, report)) return;
	const builtin = nodeInfo.source.kind === 'builtin';
	const near = suggestClass(name, nodeInfo);
	const close = near !== undefined && takesInputsOf(body, near, nodeInfo) ? near : undefined;
	const mistyped = close !== undefined && isSlip(name, close);
	const range = { start: place.start, end: place.end };
	const fixes =
		close !== undefined && (mistyped || !builtin)
			? fix(l10n.t('Change to "{0}"', close), { range, newText: JSON.stringify(close) }, mistyped)
			: [];
	report({
		code: classErrorCode(nodeInfo),
		severity: builtin ? (mistyped ? 'warning' : 'info') : 'error',
		message: unknownClass(name, nodeInfo, mistyped),
		remedy: mistyped
			? l10n.t('Did you mean "{0}"?', close)
			: builtin
				? toKnowMore
				: l10n.t('Install the node pack that provides it, or replace the node.'),
		range,
		fixes,
		whenRun: false,
	});
}

/** Reports a class of the engine that does not exist in the version in effect. */
function reportOtherVersion(
	name: string,
	place: Finding['range'],
	nodeInfo: NodeInfo,
	report: Report,
): boolean {
	const life = nodeInfo.history?.lifeOf(name);
	if (!life) return false;
	const { engineVersion } = nodeInfo;
	const engine =
		engineVersion === undefined
			? l10n.t('The engine of {0}', nodeInfo.source.label)
			: l10n.t('Your engine {0}', engineVersion);
	const known = lifeText(life);
	const successor = life.gone === undefined ? undefined : replacementName(name);
	report({
		code: classErrorCode(nodeInfo),
		severity: 'error',
		message:
			known === ''
				? l10n.t('{0} has no class "{1}", so it refuses the whole workflow.', engine, name)
				: l10n.t('{0} has no class "{1}", so it refuses the whole workflow; {2}.', engine, name, known),
		remedy:
			life.gone === undefined
				? l10n.t('Update the engine, or replace the node.')
				: successor === undefined
					? l10n.t('Replace the node.')
					: l10n.t('Replace the node by "{0}".', successor),
		range: { start: place.start, end: place.end },
		whenRun: false,
	});
	return true;
}

/** Adds remarks that not every possible engine has the class, while its version is unknown. */
export function checkPresence(
	nodeClass: NodeClass,
	place: Finding['range'],
	nodeInfo: NodeInfo,
	report: Report,
): void {
	const life = nodeClass.notEverywhere ? nodeInfo.history?.lifeOf(nodeClass.name) : undefined;
	if (!life) return;
	const successor = life.gone === undefined ? undefined : replacementName(nodeClass.name);
	const message = l10n.t(
		'Not every engine has the class "{0}": {1}. Another engine refuses the whole workflow.',
		nodeClass.name,
		lifeText(life),
	);
	report({
		code: 'class_version',
		severity: life.gone === undefined ? 'info' : 'warning',
		message:
			successor === undefined
				? message
				: `${message} ${l10n.t('Newer engines replace it with "{0}", without its inputs.', successor)}`,
		remedy: howToChoose,
		range: { start: place.start, end: place.end },
		whenRun: false,
	});
}

function unknownClass(name: string, { source }: NodeInfo, mistyped: boolean): string {
	if (source.kind !== 'builtin')
		return l10n.t(
			'There is no node class "{0}" in {1}, so the engine refuses the whole workflow.',
			name,
			source.label,
		);
	return mistyped
		? l10n.t('There is no core node "{0}".', name)
		: l10n.t(
				'"{0}" is not among the {1} that Easel knows; a node pack or the engine itself may provide it.',
				name,
				source.label,
			);
}

const toKnowMore = l10n.t(
	'To have it checked, link this workflow to a deployment, or put the object_info.json of your server into the workspace.',
);

const toKnowMoreOfAll = l10n.t(
	'To have them checked, link this workflow to a deployment, or put the object_info.json of your server into the workspace.',
);

/** Maximum number of classes named in one sentence. */
const mostNamed = 6;

/**
 * Combines the findings for unknown classes. Node packs are common, and the built-in catalog knows none: one remark
 * covers all nodes of unknown classes, and the others become hints. `unknown` contains the indexes of their remarks in
 * `findings`, in text order.
 */
export function gatherUnknownClasses(
	findings: Finding[],
	unknown: readonly number[],
	names: ReadonlySet<string>,
	nodeInfo: NodeInfo,
): void {
	gather(findings, unknown, () => ({
		message: l10n.t(
			'{0} nodes here are checked only in part: their classes ({1}) are not among the {2} that Easel knows and probably come from node packs.',
			unknown.length,
			firstOf([...names].map(quoted), mostNamed),
			nodeInfo.source.label,
		),
		remedy: toKnowMoreOfAll,
	}));
}

/** Turns several findings into hints, except for the first, which gets other texts for all of them. */
function gather(
	findings: Finding[],
	[first = -1, ...others]: readonly number[],
	texts: (spokesman: Finding) => Partial<FindingTexts>,
): void {
	const spokesman = findings[first];
	if (!spokesman || others.length === 0) return;
	findings[first] = { ...spokesman, ...texts(spokesman) };
	for (const index of others) {
		const finding = findings[index];
		if (finding) findings[index] = { ...finding, severity: 'hint' };
	}
}

/**
 * Combines the findings about versions: one remark covers all classes that not every engine has, and the others become
 * hints. A workflow made with a new engine would have one at nearly every node.
 */
export function gatherVersions(findings: Finding[]): void {
	const places = findings.flatMap(({ code, severity }, index) =>
		code === 'class_version' && severity === 'info' ? [index] : [],
	);
	const others = places.length - 1;
	const more =
		others === 1
			? l10n.t('This also applies to 1 more node.')
			: l10n.t('This also applies to {0} more nodes.', others);
	gather(findings, places, ({ message }) => ({ message: `${message} ${more}` }));
}
