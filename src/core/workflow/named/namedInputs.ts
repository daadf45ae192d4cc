import { compact } from '../../base/compact.ts';
import { parseJson } from '../../json/exact.ts';
import { convertUi } from '../convert/convertUi.ts';
import { jsonOf, parseWorkflow, type WorkflowDocument } from '../document.ts';
import { type InputPlace, isSamePlace } from '../inputSet.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { anchorOf, findAnchors, type InputAnchor } from './anchor.ts';
import { appInputsOf } from './appMode.ts';
import { inputNamed, looseName, type NamedInput, namedInput } from './namedInput.ts';
import { distinctNames } from './names.ts';
import type { PresetsFile } from './presetsFile.ts';

/** A name for an input that is uncertain, or not in the document. */
export interface LostName {
	readonly name: string;
	/** The possible inputs; may be empty. */
	readonly candidates: readonly InputPlace[];
}

export interface NamedInputs {
	readonly inputs: readonly NamedInput[];
	readonly lost: readonly LostName[];
}

interface NameSources {
	/** The document in UI format that may be an app of the node editor. */
	readonly ui?: WorkflowDocument | undefined;
	readonly file?: Pick<PresetsFile, 'inputs'> | undefined;
	readonly nodeInfo?: NodeInfo | undefined;
}

/**
 * Returns the named inputs of a document in API format: those of its app in the order of the app, then those named by a
 * person. A name in both is that of the app, and an input in both has the name given by the person.
 */
export function namedInputsOf(document: WorkflowDocument, sources: NameSources): NamedInputs {
	const { ui, file, nodeInfo } = sources;
	const app = ui === undefined ? none : appNames(document, ui, nodeInfo);
	const others = (file?.inputs ?? []).filter(
		({ name }) => !app.inputs.some((input) => looseName(input.name) === looseName(name)),
	);
	const found = findAnchors(
		document,
		others.map(({ anchor }) => anchor),
	);
	const inputs = [...app.inputs];
	const lost = [...app.lost];
	const inApp = (place: InputPlace) => inputs.findIndex(({ places }) => isSamePlace(places[0], place));
	for (const [at, { name, anchor }] of others.entries()) {
		const where = found[at];
		const input =
			where?.kind === 'found'
				? namedInput(
						document,
						{ name, places: [where.place], source: 'file', ...movedFrom(anchor, where.place) },
						nodeInfo,
					)
				: undefined;
		const of = input === undefined ? -1 : inApp(input.places[0]);
		const shown = inputs[of];
		// The widget of the app, renamed by the person.
		if (input !== undefined && shown?.source === 'app')
			inputs[of] = { ...shown, ...input, places: shown.places };
		else if (input !== undefined) inputs.push(input);
		else lost.push({ name, candidates: where?.kind === 'several' ? where.places : [] });
	}
	return { inputs, lost };
}

function movedFrom({ node, input }: InputAnchor, { nodeId }: InputPlace): Pick<NamedInput, 'movedFrom'> {
	return node === nodeId ? {} : { movedFrom: { nodeId: node, input } };
}

const none: NamedInputs = { inputs: [], lost: [] };

/**
 * Returns the inputs of the app in a UI document, in a document in API format of the same workflow, perhaps from
 * another time.
 */
function appNames(
	document: WorkflowDocument,
	ui: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
): NamedInputs {
	const text = jsonOf(ui);
	if (!text.includes('linearData')) return none;
	const root = parseJson(text);
	const converted = convertUi(text, nodeInfo);
	if (!root.ok || !converted.ok) return none;
	const own = parseWorkflow(converted.text);
	const all = appInputsOf(root.value, converted.widgets);
	// A widget that an app has twice, perhaps in two forms, is one input.
	const app = all.filter(
		({ places }, at) =>
			places.length === 0 || at === all.findIndex((each) => hasSamePlaces(each.places, places)),
	);
	const names = distinctNames(
		app.map(({ label, places }) => {
			const node = own.nodeById.get(places[0]?.nodeId ?? '');
			return { label, title: node?.title ?? '', nodeId: places[0]?.nodeId ?? '' };
		}),
	);
	const inputs: NamedInput[] = [];
	const lost: LostName[] = [];
	for (const [at, { places, description }] of app.entries()) {
		const name = names[at] ?? '';
		const here = placesIn(document, own, places, nodeInfo).filter((place) => place !== undefined);
		const input = namedInput(
			document,
			{ name, places: here, source: 'app', ...compact({ description }) },
			nodeInfo,
		);
		if (input === undefined) lost.push({ name, candidates: [] });
		else if (inputNamed(inputs, name) === undefined) inputs.push(input);
	}
	return { inputs, lost };
}

/** Returns the same inputs in another export of the workflow, in their order; undefined for one that is not certain there. */
export function placesIn(
	document: WorkflowDocument,
	own: WorkflowDocument,
	places: readonly InputPlace[],
	nodeInfo: NodeInfo | undefined,
): readonly (InputPlace | undefined)[] {
	if (hasSameIds(document, own)) return places;
	const anchored = places.map((place) => ({ place, anchor: anchorOf(own, place, nodeInfo) }));
	const known = anchored.filter(({ anchor }) => anchor !== undefined);
	const found = findAnchors(
		document,
		known.flatMap(({ anchor }) => anchor ?? []),
	);
	return anchored.map((each) => {
		const where = found[known.indexOf(each)];
		return where?.kind === 'found' ? where.place : undefined;
	});
}

function hasSamePlaces(one: readonly InputPlace[], other: readonly InputPlace[]): boolean {
	return one.length === other.length && one.every((place, at) => isSamePlace(place, other[at]));
}

function hasSameIds(one: WorkflowDocument, other: WorkflowDocument): boolean {
	return (
		one.nodes.length === other.nodes.length &&
		one.nodes.every((node) => other.nodeById.get(node.id)?.classType === node.classType)
	);
}
