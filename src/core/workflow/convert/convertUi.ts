import * as l10n from '@vscode/l10n';
import { allOf } from '../../base/language.ts';
import { getOrMake } from '../../base/lazy.ts';
import { parseJson } from '../../json/exact.ts';
import { indentedJson } from '../../json/indented.ts';
import { isArray, isNumber, isScalar, type Json, spelled } from '../../json/value.ts';
import { savesUnderName } from '../canvas/canvasInputs.ts';
import { fillValues } from '../canvas/placeholders.ts';
import { parseWorkflow } from '../document.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { type DeclaredClass, declaredClass } from './declared.ts';
import { withGroupNodes } from './groupNodes.ts';
import { groupsOf, type WorkflowGroup } from './groups.ts';
import { type Source, sourceOf } from './links.ts';
import { type Tell, valuesOf, wrapped } from './nodeValues.ts';
import { packRules } from './packRules.ts';
import { readUiDocument } from './readUiDocument.ts';
import { canvasScope, innerScope, type Scope } from './scope.ts';
import { bypassed, muted, type UiNode } from './uiDocument.ts';
import { sendsWithoutLinks, todaysName, virtualKinds } from './virtualNodes.ts';
import { WidgetPlaces } from './widgetPlaces.ts';

/** One message of the conversion. A `warning` may change the result of the workflow; an `error` will stop it. */
export interface ConversionNote {
	readonly severity: 'error' | 'warning' | 'info';
	/** The id in the API document, `10:3` inside a subgraph. */
	readonly nodeId?: string;
	readonly message: string;
}

export type Conversion =
	| {
			readonly ok: true;
			/** The API document, pretty. */
			readonly text: string;
			readonly nodes: number;
			readonly report: readonly ConversionNote[];
			/** The groups of the UI document, outer groups before those inside. */
			readonly groups: readonly WorkflowGroup[];
			readonly widgets: WidgetPlaces;
	  }
	/** One sentence: why nothing can be converted, and what to do. */
	| { readonly ok: false; readonly message: string };

/** More nodes than this come only from subgraphs that contain each other. */
const maxNodes = 50_000;
const maxInstances = 10_000;
/** Subgraphs are named by such ids; no node class is. */
const subgraphId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Turns a UI-format workflow into an API document, after the rules of the node editor's own export
 * (`docs/workflow-formats.md`). Never throws. The report names everything that only the node editor could know.
 */
export function convertUi(text: string, nodeInfo: NodeInfo | undefined): Conversion {
	const root = parseJson(text);
	if (!root.ok) return { ok: false, message: notJson(text) };
	const document = readUiDocument(root.value);
	if (document === undefined) {
		return {
			ok: false,
			message: l10n.t(
				'This file has no list of nodes, so it is not a workflow in UI format. Open the file that the node editor saved.',
			),
		};
	}
	const work: Work = {
		nodeInfo,
		declared: new Map(),
		nodes: new Map(),
		ownNames: new Map(),
		report: [],
		unknownClasses: new Set(),
		widgets: new WidgetPlaces(),
		instances: 0,
	};
	const whole = withGroupNodes(
		document,
		(type) => declaredOnce(work, type),
		(nodeId, message) => work.report.push({ severity: 'warning', nodeId, message }),
	);
	convertScope(work, canvasScope(whole));
	dropDeadLinks(work);
	fillFileNames(work.nodes, work.ownNames);
	return {
		ok: true,
		text: `${indentedJson(Object.fromEntries(work.nodes))}\n`,
		nodes: work.nodes.size,
		report: work.report,
		groups: groupsOf(document, work.nodes.keys()),
		widgets: work.widgets,
	};
}

function notJson(text: string): string {
	const [problem] = parseWorkflow(text).problems;
	if (problem === undefined) return l10n.t('This file is nested too deeply to be read as JSON.');
	const line = text.slice(0, problem.range.start).split('\n').length;
	return l10n.t(
		'This file is not valid JSON (line {0}): {1} Fix it, then convert again.',
		line,
		problem.message,
	);
}

/** A node in API format. */
interface ApiNode {
	readonly class_type: string;
	readonly inputs: Readonly<Record<string, Json>>;
	readonly _meta: { readonly title: string };
}

interface Work {
	readonly nodeInfo: NodeInfo | undefined;
	/** Classes read so far. */
	readonly declared: Map<string, DeclaredClass>;
	readonly nodes: Map<string, ApiNode>;
	/** The first node of each name that is not its class. */
	readonly ownNames: Map<string, string>;
	readonly report: ConversionNote[];
	readonly unknownClasses: Set<string>;
	readonly widgets: WidgetPlaces;
	/** Subgraph instances entered so far. */
	instances: number;
}

function convertScope(work: Work, scope: Scope): void {
	for (const node of scope.graph.nodes.values()) {
		if (node.mode === muted || node.mode === bypassed || work.nodes.size >= maxNodes) continue;
		if (scope.document.subgraphs.has(node.type)) convertInstance(work, scope, node);
		else convertNode(work, scope, asToday(work, node));
	}
}

/** Returns a node of some older classes as the class in which the node editor opens it. */
function asToday({ nodeInfo }: Work, node: UiNode): UiNode {
	const type = todaysName(node.type);
	return type === node.type || nodeInfo?.get(node.type) !== undefined ? node : { ...node, type };
}

function convertInstance(work: Work, scope: Scope, node: UiNode): void {
	work.instances += 1;
	work.widgets.promote(`${scope.prefix}${node.id}`, node.promoted);
	const inside = work.instances > maxInstances ? undefined : innerScope(scope, node);
	if (inside !== undefined) convertScope(work, inside);
	else {
		const message = l10n.t('The subgraph contains itself, so its inner nodes were left out.');
		tellOf(work, scope, node)('error', message);
	}
}

function convertNode(work: Work, scope: Scope, node: UiNode): void {
	const tell = tellOf(work, scope, node);
	const virtual = virtualKinds.get(node.type);
	if (sendsWithoutLinks(node.type) && scope.graph.broadcasts.size === 0) {
		tell(
			'warning',
			l10n.t(
				'{0} sends values without links, which only the node editor can resolve. Choose Workflow > Export (API) there, or link the inputs manually.',
				node.type,
			),
		);
	}
	if (virtual !== undefined) return;
	if (subgraphId.test(node.type)) {
		tell(
			'error',
			l10n.t(
				'This is a subgraph whose definition is not in the file, so it was left out. Save the workflow again in the node editor.',
			),
		);
		return;
	}
	const declared = declaredOnce(work, node.type);
	const isGroup = /^workflow[>/]/.test(node.type);
	if (declared === undefined && !isGroup && node.inputs.length === 0 && node.outputs.length === 0) {
		tell('info', l10n.t('{0} has neither inputs nor outputs and was left out as a note.', node.type));
		return;
	}
	if (isGroup) {
		tell(
			'error',
			l10n.t(
				'This is a group node of an older node editor. Convert it back there ("Convert to nodes"), save the workflow and convert it again.',
			),
		);
	} else if (declared === undefined && !work.unknownClasses.has(node.type)) {
		work.unknownClasses.add(node.type);
		tell(
			'info',
			l10n.t('The class {0} is not in the node info in use, so its inputs could not be checked.', node.type),
		);
	}
	const inputs = valuesOf(scope, node, declared, tell);
	for (const [slot, input] of node.inputs.entries()) writeLink(work, scope, node, slot, input.name, inputs);
	packRules.get(node.type)?.complete?.(inputs);
	reportMissing(tell, declared, inputs);
	const id = `${scope.prefix}${node.id}`;
	if (node.ownName !== undefined && !work.ownNames.has(node.ownName)) work.ownNames.set(node.ownName, id);
	work.nodes.set(id, {
		inputs: Object.fromEntries(inputs),
		class_type: node.type,
		_meta: { title: node.title ?? declared?.displayName ?? node.type },
	});
}

function writeLink(
	work: Work,
	scope: Scope,
	node: UiNode,
	slot: number,
	name: string,
	inputs: Map<string, Json>,
): void {
	const place = { nodeId: `${scope.prefix}${node.id}`, input: name };
	const source: Source = sourceOf(scope, node, slot, (nodeId, widget) =>
		work.widgets.feed(nodeId, widget, place),
	);
	switch (source.kind) {
		case 'output':
			inputs.set(name, [source.nodeId, source.slot]);
			return;
		case 'value':
			inputs.set(name, wrapped(source.value));
			return;
		case 'lost':
			if (source.hidesOwn) inputs.delete(name);
			tellOf(work, scope, node)('warning', l10n.t('The input {0} lost its link: {1}.', name, source.why));
			return;
		case 'own':
			return;
	}
}

function declaredOnce({ nodeInfo, declared }: Work, type: string): DeclaredClass | undefined {
	return getOrMake(declared, type, () => declaredClass(nodeInfo, type));
}

function reportMissing(
	tell: Tell,
	declared: DeclaredClass | undefined,
	inputs: ReadonlyMap<string, Json>,
): void {
	const missing = (declared?.inputs ?? []).filter((input) => input.required && !inputs.has(input.name));
	if (missing.length === 0) return;
	const names = allOf(missing.map((input) => input.name));
	tell('warning', l10n.t('Nothing is connected to {0}, so the server will refuse this node.', names));
}

/** Removes links to nodes that could not be converted (only in damaged or absurd files). */
function dropDeadLinks(work: Work): void {
	for (const [id, node] of work.nodes) {
		const dead = Object.entries(node.inputs).filter(
			([, value]) => isArray(value) && !work.nodes.has(String(value[0])),
		);
		if (dead.length === 0) continue;
		const inputs = Object.fromEntries(
			Object.entries(node.inputs).filter((entry) => !dead.some(([name]) => name === entry[0])),
		);
		work.nodes.set(id, { ...node, inputs });
		work.report.push({
			severity: 'warning',
			nodeId: id,
			message: l10n.t('The link of {0} led to a node that was left out.', allOf(dead.map(([name]) => name))),
		});
	}
}

/**
 * Fills in values of other nodes in names of files (`%Prompt.text%`) if the reference is a name that only the canvas has.
 * References by class or title are filled in at each run.
 * @param named ids in the API document, by that name
 */
function fillFileNames(nodes: Map<string, ApiNode>, named: ReadonlyMap<string, string>): void {
	if (named.size === 0) return;
	for (const [id, node] of nodes) {
		const prefix = node.inputs.filename_prefix;
		if (typeof prefix !== 'string' || !savesUnderName(node.class_type)) continue;
		const filled = fillValues(prefix, (name, input) => {
			const meant = nodes.get(named.get(name) ?? '');
			const value = meant?._meta.title === name ? undefined : meant?.inputs[input];
			if (!isScalar(value)) return undefined;
			const text = spelled(value);
			// As the node editor writes it: `1.0` is 1 there.
			return isNumber(value) && !/^-?[0-9]+$/.test(text) ? String(Number(text)) : text;
		});
		if (filled !== prefix) nodes.set(id, { ...node, inputs: { ...node.inputs, filename_prefix: filled } });
	}
}

function tellOf({ report }: Work, { prefix }: Scope, { id }: UiNode): Tell {
	return (severity, message) => report.push({ severity, nodeId: `${prefix}${id}`, message });
}
