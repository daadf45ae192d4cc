import * as l10n from '@vscode/l10n';
import { fix } from '../../base/findings.ts';
import { canvasInput } from '../canvas/canvasInputs.ts';
import { isDynamicPrompt } from '../canvas/dynamicPrompt.ts';
import { hasPlaceholder } from '../canvas/placeholders.ts';
import type { InputSpec, NodeClass, NodeInfo } from '../nodeInfo.ts';
import { type InputBody, linkOf, type NodeBody, unwrap, wrappedLink } from '../nodeReader.ts';
import { modelFile } from '../requirements.ts';
import { checkClass } from './classes.ts';
import type { LinkFact, LocalFinding, NodeFacts, Report } from './factTypes.ts';
import { checkLinkShape } from './links/linkShape.ts';
import { checkGroups, checkNames } from './names.ts';
import { checkReplaced, replacedBody, replacementOf } from './replacements.ts';
import { bothTake, differencesOf, partOf, type ShapeDifference } from './shapes.ts';
import { type DeclaredInputs, declaredInputs } from './specs.ts';
import { checkValue } from './values.ts';
import { acrossVersions, type Opinion } from './versions.ts';

/** The cached facts about a node, with the numbers of the nodes that feed it. */
interface Kept {
	readonly nodeInfo: NodeInfo | undefined;
	readonly facts: NodeFacts;
	numbers: ReadonlyMap<string, number> | undefined;
	feeders: readonly number[];
}

const kept = new WeakMap<NodeBody, Kept>();
const none: readonly number[] = [];

/**
 * Returns the facts of a node, computed once for every text of it: after a keystroke only the changed node costs
 * anything. Without node info (while none is available) only the rules of the file format apply. `entry` returns the
 * node's own text, from its id on. `numbers` are those of all nodes by their ids: the inputs of the node are computed
 * once for them.
 */
export function factsOf(
	body: NodeBody,
	entry: () => string,
	nodeInfo: NodeInfo | undefined,
	numbers: ReadonlyMap<string, number>,
): { readonly facts: NodeFacts; readonly feeders: readonly number[] } {
	let known = kept.get(body);
	if (!known || known.nodeInfo !== nodeInfo) {
		known = { nodeInfo, facts: workOut(body, entry, nodeInfo), numbers: undefined, feeders: none };
		kept.set(body, known);
	}
	if (known.numbers !== numbers) {
		known.numbers = numbers;
		const { links } = known.facts;
		known.feeders = links.length === 0 ? none : links.map(({ nodeId }) => numbers.get(nodeId) ?? -1);
	}
	return known;
}

const noInputs: DeclaredInputs = { specs: new Map(), groups: [] };

/** More findings in one node add nothing new. */
const mostFindings = 1000;

function workOut(body: NodeBody, entry: () => string, nodeInfo: NodeInfo | undefined): NodeFacts {
	const className = body.classType?.value;
	const nodeClass = className === undefined ? undefined : nodeInfo?.get(className);
	if (nodeInfo && className !== undefined && !nodeClass) {
		const by = replacementOf(className, nodeInfo);
		if (by) return replacedFacts(body, className, by, entry, nodeInfo);
	}
	const newest = lookAt(body, nodeClass, entry, nodeInfo);
	if (!nodeClass?.versions || !nodeClass.otherShapes?.length) return newest;
	const differences = differencesOf(nodeClass);
	// Most shapes differ in an input or two, and only those are looked at in addition.
	const older: Opinion[] = [];
	for (const difference of differences.values()) {
		const { names, part } = difference;
		if (!part.versions || bothTake(body, difference)) continue;
		const { findings } = lookAt(partOf(body, names), part, entry, nodeInfo);
		older.push({ findings, versions: part.versions, about: names });
	}
	return {
		...newest,
		links: newest.links.map((link) => withOtherSpecs(link, differences)),
		findings: acrossVersions({ findings: newest.findings, versions: nodeClass.versions }, older),
	};
}

/** Returns a link at an input that accepts other types in another shape of its class. */
function withOtherSpecs(link: LinkFact, differences: ReadonlyMap<NodeClass, ShapeDifference>): LinkFact {
	const { spec } = link;
	if (!spec || !namesInput(differences, spec.name)) return link;
	const others = [...differences].map(([shape, { names }]) =>
		names.has(spec.name) ? shape.inputs.find(({ name }) => name === spec.name) : spec,
	);
	const same = others.every(
		(other) =>
			other && other.type === spec.type && (other.listForm === undefined) === (spec.listForm === undefined),
	);
	return same ? link : { ...link, otherSpecs: others };
}

function namesInput(differences: ReadonlyMap<NodeClass, ShapeDifference>, name: string): boolean {
	for (const { names } of differences.values()) if (names.has(name)) return true;
	return false;
}

/** Checks a node of a replaced class as its replacement. */
function replacedFacts(
	body: NodeBody,
	className: string,
	by: NodeClass,
	entry: () => string,
	nodeInfo: NodeInfo,
): NodeFacts {
	const replaced = replacedBody(body, className);
	const facts = lookAt(replaced.body, by, entry, nodeInfo);
	const findings = checkReplaced(body, className, by, replaced);
	// A fix for the node with its new class does not match the node as written.
	const ofNew = facts.findings.map(({ finding: { fixes: _, ...finding }, ...local }) => ({
		...local,
		finding,
	}));
	return { ...facts, findings: [...findings, ...ofNew] };
}

/** Returns all findings about a node under one description of its class. */
function lookAt(
	body: NodeBody,
	nodeClass: NodeClass | undefined,
	entry: () => string,
	nodeInfo: NodeInfo | undefined,
): NodeFacts {
	const { specs, groups } = nodeClass ? declaredInputs(nodeClass, body) : noInputs;
	const findings: LocalFinding[] = [];
	const links: LinkFact[] = [];
	const report: Report = ({ whenRun = true, idle, ...finding }) => {
		if (findings.length >= mostFindings) return;
		const local = { finding: { ...finding, nodeId: body.id }, whenRun };
		findings.push(idle ? { ...local, idle: { ...idle, nodeId: body.id } } : local);
	};
	for (const lost of body.lostKeys) {
		report({
			code: 'duplicate_key',
			severity: 'warning',
			message: l10n.t('"{0}" occurs again below in this node, so this value is ignored.', lost.key),
			remedy: l10n.t('Remove one of them.'),
			range: { start: lost.start, end: lost.end },
			whenRun: false,
		});
	}
	const view = { body, nodeClass, nodeInfo, entry, report };
	checkClass(view);
	// With a faulty group the engine checks nothing else in the node.
	const stopped = checkGroups(body, groups, report);
	const known = nodeClass && nodeInfo && !stopped ? { ...view, nodeClass, nodeInfo } : undefined;
	if (known) checkNames(known, specs);
	for (const input of body.inputs) {
		if (nodeInfo) checkCanvas(input, body.classType?.value, nodeInfo, report);
		const spec = specs.get(input.name);
		if (spec || !nodeClass) checkModelPath(input, spec, report);
		const link = linkFact(input, spec?.malformed ? undefined : spec, {
			declared: !nodeClass || spec !== undefined,
			wantsLiteral: spec !== undefined && nodeClass?.rules.literal === input.name,
		});
		if (link) {
			links.push(link);
			if (spec?.dynamic?.kind === 'combo' && known) checkValue(input, spec, known);
		} else if (stopped || (nodeClass && !spec)) {
		} else if (input.value.type === 'array') {
			checkLinkShape(input, spec, view);
		} else if (spec && !spec.malformed && known) {
			checkValue(input, spec, known);
		}
	}
	return { nodeClass, specs, links, findings };
}

/** Returns whether the engine converts a list in `__value__`, or looks for it among the choices. */
function isChecked({ type, options, dynamic }: InputSpec): boolean {
	return (
		['INT', 'FLOAT', 'STRING', 'BOOLEAN'].includes(type) || options !== undefined || dynamic?.kind === 'combo'
	);
}

/** Returns the link at an input; undefined for a value, and for a list that is not a proper link of a declared input. */
function linkFact(
	input: InputBody,
	spec: LinkFact['spec'],
	about: Pick<LinkFact, 'declared' | 'wantsLiteral'>,
): LinkFact | undefined {
	const wrapped = spec && !isChecked(spec) ? wrappedLink(input.value) : undefined;
	const link =
		wrapped ?? (input.value.type === 'link' ? input.value : about.declared ? undefined : linkOf(input.value));
	return (
		link && {
			input,
			spec,
			...about,
			...(wrapped ? { declared: false } : {}),
			nodeId: link.nodeId,
			slot: link.slot,
			slotIsBoolean: link.slotIsBoolean === true,
		}
	);
}

/** Reports a text that only the node editor resolves before it is sent. */
function checkCanvas(
	input: InputBody,
	className: string | undefined,
	nodeInfo: NodeInfo,
	report: Report,
): void {
	const value = unwrap(input.value);
	if (value.type !== 'string') return;
	const range = { start: input.start, end: input.end };
	const shared = { severity: 'hint', range, input: input.name } as const;
	const kind = canvasInput(className, input.name, nodeInfo);
	if (kind === 'dynamicPrompt' && isDynamicPrompt(value.value)) {
		report({
			...shared,
			code: 'dynamic_prompt',
			message: l10n.t(
				'This is a dynamic prompt. Only the node editor resolves it; the engine uses the text as is.',
			),
			remedy: l10n.t('A run from here resolves it first, unless you turn this off in the review.'),
		});
	}
	if (kind === 'fileName' && hasPlaceholder(value.value)) {
		report({
			...shared,
			code: 'canvas_placeholder',
			message: l10n.t(
				'Only the node editor fills in dates and values of other nodes; the engine uses the text as is.',
			),
			remedy: l10n.t('A run from here fills them in first, unless you turn this off in the review.'),
		});
	}
}

/** Inputs of unknown classes in which a loader names a file. */
const loaderInput =
	/(?:_name|_path|_file)\d*$|^(?:model|lora|vae|unet|clip|ckpt|checkpoint|control_?net|upscale_?model)(?:_?\d+)?$/i;

/** Reports a model name with Windows separators if the list that must contain it is unknown. */
function checkModelPath(input: InputBody, spec: InputSpec | undefined, report: Report): void {
	const value = unwrap(input.value);
	if (value.type !== 'string' || !value.value.includes('\\') || !modelFile.test(value.value)) return;
	const isChoice = spec
		? spec.type === 'COMBO' && !spec.options && !spec.upload
		: loaderInput.test(input.name);
	// From the root of a disk or on another computer it is no name of a list.
	if (!isChoice || /^(?:[a-z]:|[\\/])/i.test(value.value)) return;
	const range = { start: input.start, end: input.end };
	const newText = JSON.stringify(value.value.replaceAll('\\', '/'));
	report({
		code: 'path_separator',
		severity: 'warning',
		message: l10n.t(
			'"{0}" names a folder with \\, as only engines on Windows do; machines of the service have Linux and do not find the file.',
			input.name,
		),
		remedy: l10n.t('Write {0}.', newText),
		range,
		input: input.name,
		fixes: fix(l10n.t('Change to {0}', newText), { range, newText }, true),
	});
}
