import * as l10n from '@vscode/l10n';
import { type Fix, fix, type TextRange } from '../../base/findings.ts';
import { either } from '../../base/language.ts';
import type { InputSpec, NodeClass, OutputSpec } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import { executionErrorCode } from './classes.ts';
import type { LinkFact, LocalFinding, NodeFacts, Report } from './factTypes.ts';
import { elementRanges } from './links/linkShape.ts';
import { hanging, isWrapped, listDifference, noLink, noSuchOutput, typeName } from './links/linkTexts.ts';
import { accepts, fits, isBeyondLimits } from './linkTypes.ts';
import { outputsVary } from './shapes.ts';
import { acrossVersions, commonVersions, type Opinion, shapesOf } from './versions.ts';

/** Returns whether `checkLink` finds nothing. Nearly always true, so it is tested first. */
export function isSoundLink(link: LinkFact, target: NodeFacts | undefined): boolean {
	if (!target || link.slot < 0 || link.slotIsBoolean || link.wantsLiteral) return false;
	if (!link.declared) return link.input.value.type !== 'object';
	if (!target.nodeClass) return true;
	const output = target.nodeClass.outputs[link.slot];
	if (output === undefined || (link.spec && !fits(link.spec, output))) return false;
	return !link.otherSpecs && !(target.nodeClass.otherShapes && outputsVary(target.nodeClass));
}

interface KnownLink {
	readonly target: NodeFacts | undefined;
	readonly findings: readonly LocalFinding[];
}

const knownLinks = new WeakMap<LinkFact, KnownLink>();

/**
 * Returns the findings about a link and its far end, computed once for every pair of texts: a document with thousands
 * of faulty links costs no more at a keystroke than a correct one. `entry` returns the text of the node, from its id
 * on.
 */
export function linkFindings(
	body: NodeBody,
	nodeClass: NodeClass | undefined,
	link: LinkFact,
	target: NodeFacts | undefined,
	entry: () => string,
): readonly LocalFinding[] {
	const known = knownLinks.get(link);
	if (known && known.target === target) return known.findings;
	const text = entry();
	const look: Look = (consumer, spec, source) => {
		const findings: LocalFinding[] = [];
		checkLink(consumer, { ...link, spec }, target && { nodeClass: source }, text, (finding) =>
			findings.push({
				finding: { ...finding, nodeId: body.id, input: link.input.name },
				whenRun: true,
			}),
		);
		return findings;
	};
	const findings = acrossShapes(nodeClass, link, target?.nodeClass, look);
	knownLinks.set(link, { target, findings });
	return findings;
}

type Look = (
	consumer: NodeClass | undefined,
	spec: InputSpec | undefined,
	source: NodeClass | undefined,
) => readonly LocalFinding[];

/** Checks a link between two classes in every shape that the same engine may have of both. */
function acrossShapes(
	nodeClass: NodeClass | undefined,
	link: LinkFact,
	source: NodeClass | undefined,
	look: Look,
): readonly LocalFinding[] {
	const newest = look(nodeClass, link.spec, source);
	const [left, right] = [nodeClass?.versions, source?.versions];
	const common = left && right && commonVersions(left, right);
	if (!nodeClass || !source || !common || !link.declared) return newest;
	const older: Opinion[] = [];
	for (const [at, consumer] of shapesOf(nodeClass).entries()) {
		const spec = at === 0 || !link.otherSpecs ? link.spec : link.otherSpecs[at - 1];
		for (const other of shapesOf(source)) {
			const versions =
				consumer.versions && other.versions && commonVersions(consumer.versions, other.versions);
			// An older shape without the input reports it already.
			if (!versions || !spec || (at === 0 && other === source)) continue;
			older.push({ versions, findings: look(consumer, spec, other) });
		}
	}
	return older.length === 0 ? newest : acrossVersions({ versions: common, findings: newest }, older);
}

/** Rules about a link and its far end. Ranges count from the start of the node's entry. */
function checkLink(
	nodeClass: NodeClass | undefined,
	link: LinkFact,
	target: Pick<NodeFacts, 'nodeClass'> | undefined,
	entry: string,
	report: Report,
): void {
	const { slot, nodeId, input, spec } = link;
	const outputs = target?.nodeClass?.outputs;
	const output = outputs?.[slot < 0 ? outputs.length + slot : slot];
	const range = { start: input.start, end: input.end };
	const [nodeRange = range, slotRange = range] = elementRanges(entry, range);
	if (!link.declared) {
		if (!target) report({ code: 'engine_hangs', severity: 'error', ...hanging(nodeClass, link), range });
		else if (link.wantsLiteral)
			report({ code: executionErrorCode(nodeClass), ...noLink(nodeClass, input.name), range });
		else if (isWrapped(link)) {
			const newText = `[${JSON.stringify(nodeId)}, ${slot}]`;
			report({
				code: 'odd_value',
				severity: 'info',
				message: l10n.t('The engine unwraps this link and follows it without checking it.'),
				remedy: l10n.t('Write the link itself.'),
				range,
				fixes:
					spec && output && accepts(spec, output)
						? fix(l10n.t('Change to {0}', newText), { range, newText }, true)
						: [],
			});
		}
		return;
	}
	if (!target) {
		report({
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message: l10n.t('"{0}" is linked to node {1}, which is not in this workflow.', input.name, nodeId),
			remedy: l10n.t('Link it to a node that is.'),
			range: nodeRange,
		});
		return;
	}
	if (outputs && !output) {
		const count = outputs.length;
		report({
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message: noSuchOutput(nodeId, target.nodeClass?.name ?? '', count, spelledSlot(link, entry, slotRange)),
			remedy: l10n.t('Choose one of its outputs, or another node.'),
			range: slotRange,
			fixes: spec && !link.wantsLiteral ? slotFixes(spec, outputs, slotRange) : [],
		});
		return;
	}
	if (slot < 0) {
		const meant = outputs ? outputs.length + slot : undefined;
		report({
			code: 'negative_output',
			severity: 'warning',
			message: l10n.t(
				'The engine counts the output number {0} from the end; another engine may refuse it.',
				slot,
			),
			remedy: l10n.t('Count outputs from 0.'),
			range: slotRange,
			fixes:
				meant === undefined
					? []
					: fix(l10n.t('Change to {0}', meant), { range: slotRange, newText: String(meant) }, true),
		});
	}
	if (spec && output && isBeyondLimits(spec, output)) {
		report({
			code: 'return_type_mismatch',
			severity: 'warning',
			message: l10n.t(
				'"{0}" takes {1}, but output {2} of node {3} ({4}) gives {5}; the engine accepts that and fails while running it.',
				input.name,
				either(spec.allowedTypes ?? []),
				slot,
				nodeId,
				target.nodeClass?.name ?? '',
				typeName(output.type),
			),
			remedy: l10n.t('Link an output of type {0}.', either(spec.allowedTypes ?? [])),
			range,
		});
	} else if (spec && output && outputs && !accepts(spec, output)) {
		const difference =
			spec.listForm && typeof output.type !== 'string'
				? listDifference(spec.listForm, output.type)
				: undefined;
		const wanted = typeName(spec.listForm ?? spec.type);
		const source = target.nodeClass?.name ?? '';
		report({
			code: nodeClass?.rules.testsTypes ? 'custom_validation_failed' : 'return_type_mismatch',
			severity: 'error',
			message:
				difference === undefined
					? l10n.t(
							'"{0}" takes {1}, but output {2} of node {3} ({4}) gives {5}.',
							input.name,
							wanted,
							slot,
							nodeId,
							source,
							typeName(output.type),
						)
					: l10n.t(
							'"{0}" takes a choice from a list, but output {1} of node {2} ({3}) gives one from another list: {4}.',
							input.name,
							slot,
							nodeId,
							source,
							difference,
						),
			remedy: spec.listForm
				? l10n.t('Write the value itself instead of a link.')
				: l10n.t('Link an output of type {0}.', spec.type),
			range,
			fixes: link.wantsLiteral ? [] : slotFixes(spec, outputs, slotRange),
		});
	} else if (link.wantsLiteral) {
		report({ code: executionErrorCode(nodeClass), ...noLink(nodeClass, input.name), range });
	} else if (link.slotIsBoolean) {
		report({
			code: 'odd_value',
			severity: 'warning',
			message: l10n.t('The engine reads this as output number {0}; another engine may refuse it.', slot),
			remedy: l10n.t('Write the number of the output.'),
			range: slotRange,
			fixes: fix(l10n.t('Change to {0}', slot), { range: slotRange, newText: String(slot) }, true),
		});
	}
}

/** Returns the number of an output as written: one with many digits exceeds a number here. */
function spelledSlot({ slot, slotIsBoolean }: LinkFact, entry: string, { start, end }: TextRange): string {
	return slotIsBoolean ? String(slot) : entry.slice(start, end);
}

/** Returns fixes with other outputs of the same node that would fit. */
function slotFixes(spec: InputSpec, outputs: readonly OutputSpec[], range: TextRange): Fix[] {
	const fitting = outputs.flatMap((output, slot) => (accepts(spec, output) ? [{ output, slot }] : []));
	return fitting.map(({ output, slot }) => ({
		title: l10n.t('Use output {0} ({1})', slot, output.name),
		edits: [{ range, newText: String(slot) }],
		preferred: fitting.length === 1,
	}));
}
