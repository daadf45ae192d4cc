import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, inputFailure, type Result, success, wrongInput } from '../../base/failure.ts';
import type { RunSource } from '../../runs/start/runSource.ts';
import { savedSource } from '../../runs/start/savedSource.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, inputAt, missingPlace, placeText } from '../../workflow/inputSet.ts';
import {
	inputNamed,
	inputTypes,
	looseName,
	type NamedInput,
	namedInput,
	nameSources,
	unnamedPlaces,
} from '../../workflow/named/namedInput.ts';
import type { LostName } from '../../workflow/named/namedInputs.ts';
import { distinctNames } from '../../workflow/named/names.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { type DocumentInput, documentInput, documentPath, readDocumentInput } from '../documentInput.ts';
import { optionalFlag, optionalId, optionalText, texts } from '../members.ts';
import { operation } from '../operation.ts';
import { withRunStart } from '../runs/startDocument.ts';
import type { OperationServices } from '../services.ts';
import { withSession } from '../withSession.ts';
import { nodesInput, nodesOf, readNamedWorkflow, workflowOf } from '../workflow.ts';
import { placeOf, unknownName } from './byName.ts';
import { anchoredInputs, likelyInputs } from './likelyInputs.ts';
import { namesOf } from './namesOf.ts';
import { changePresets, fileChange, presetsPath } from './presetsOnDisk.ts';

const placeFact = z.object({ nodeId: z.string(), input: z.string() });

export const namedFact = z.object({
	name: z.string(),
	...placeFact.shape,
	type: z.enum(inputTypes),
	/** The value in the document; a number with its digits. */
	value: z.string(),
	/** The other inputs that get the value too. */
	also: z.exactOptional(z.array(placeFact)),
	choices: z.exactOptional(z.array(z.string())),
	minimum: z.exactOptional(z.string()),
	maximum: z.exactOptional(z.string()),
	description: z.exactOptional(z.string()),
	source: z.enum(nameSources),
});

/** A name without a certain input, and the possible inputs. */
const lostFact = z.object({ name: z.string(), candidates: z.array(placeFact) });

const namesFact = z.object({
	inputs: z.array(namedFact),
	/** Suggested names for the inputs that people usually change, if none has a name. */
	proposed: z.exactOptional(z.array(namedFact)),
	lost: z.array(lostFact),
	presets: z.array(z.string()),
});

export const workflowInputs = operation({
	id: 'workflow.inputs',
	title: l10n.t('List the inputs of a workflow document by name'),
	effect: 'read',
	input: z.object({
		...documentInput,
		...nodesInput,
		deployment: optionalId(
			'deployment',
			l10n.t(
				'the deployment whose node classes and models count; without a document, its saved workflow is listed',
			),
		),
		ui: optionalText(
			l10n.t('the path of the workflow in UI format with the app; if omitted, the one next to the document'),
		),
		all: optionalFlag(l10n.t('list every input with a value, not only those with a name')),
	}),
	output: namesFact,
	async run(services, { ui: uiPath, all = false, ...input }) {
		const source = await documentOrSaved(services, input);
		if (!source.ok) return source;
		const published = await nodesOf(services, input);
		// Names count more than choices: a saved workflow is listed without the classes of its deployment, too.
		const isUnpublished = !published.ok && published.failure.kind === 'notFound';
		const nodeInfo =
			isUnpublished && source.value.savedWith !== undefined ? success(await loadCoreCatalog()) : published;
		if (!nodeInfo.ok) return nodeInfo;
		const workflow = workflowOf(source.value, nodeInfo.value);
		if (!workflow.ok) return workflow;
		const ui = uiPath === undefined ? undefined : await readDocumentInput(services, { path: uiPath });
		if (ui?.ok === false) return ui;
		const options = { nodeInfo: nodeInfo.value, ui: ui?.value.document };
		const { inputs, lost, presets, unread } = await namesOf(services, source.value, workflow.value, options);
		if (unread !== undefined) return failed(unread);
		const unnamed = all ? unnamedInputs(workflow.value, inputs, nodeInfo.value) : [];
		const isUnnamed = inputs.length === 0 && lost.length === 0 && !all;
		const proposed = isUnnamed ? likelyInputs(workflow.value, nodeInfo.value).map(factOf) : undefined;
		return success({
			inputs: [...inputs, ...unnamed].map(factOf),
			...compact({ proposed }),
			lost: lost.map(lostOf),
			presets: presets.map(({ name }) => name),
		});
	},
});

/** Returns the document that an input names, or without one the saved workflow of its deployment. */
function documentOrSaved(
	services: OperationServices,
	{ deployment, ...given }: DocumentInput & { readonly deployment?: string },
): Promise<Result<RunSource>> {
	if (deployment === undefined || given.path !== undefined || given.document !== undefined)
		return readDocumentInput(services, given);
	return withSession(services, (session) =>
		withRunStart(services, (start) => savedSource(start, session, deployment)),
	);
}

function factOf(input: NamedInput): z.input<typeof namedFact> {
	const { name, type, source, literal, description, choices, min, max } = input;
	const [{ nodeId, input: inputName }, ...also] = input.places;
	return {
		name,
		nodeId,
		input: inputName,
		type,
		value: literal.startsWith('"') ? String(JSON.parse(literal)) : literal,
		source,
		...compact({ description, minimum: min, maximum: max, choices: choices && [...choices] }),
		...(also.length === 0 ? {} : { also: also.map((place) => ({ ...place })) }),
	};
}

function lostOf({ name, candidates }: LostName): z.input<typeof lostFact> {
	return { name, candidates: candidates.map((place) => ({ ...place })) };
}

/** Returns the other inputs with literal values, with names derived from their nodes. */
function unnamedInputs(
	document: WorkflowDocument,
	named: readonly NamedInput[],
	nodeInfo: NodeInfo,
): readonly NamedInput[] {
	return unnamedPlaces(document, named).flatMap((place) => {
		const name = placeText(place);
		return namedInput(document, { name, places: [place], source: 'document' }, nodeInfo) ?? [];
	});
}

export const workflowName = operation({
	id: 'workflow.name',
	title: l10n.t('Give inputs of a workflow document stable names'),
	effect: 'write',
	input: z.object({
		path: documentPath,
		inputs: texts(l10n.t('the inputs, each as NODE.INPUT or NAME=NODE.INPUT; the others keep their names')),
	}),
	output: z.object({ path: z.string(), inputs: z.array(namedFact), ...fileChange }),
	async run(services, { path, inputs: given }) {
		const found = await readNamedWorkflow(services, { path });
		if (!found.ok) return found;
		const { source, document, nodeInfo, names: before } = found.value;
		const read = wantedInputs(document, given);
		if (!read.ok) return read;
		const kept = before.inputs.filter(
			({ name }) =>
				!read.value.some((each) => each.name !== undefined && looseName(each.name) === looseName(name)),
		);
		const names = distinctNames([
			...kept.map(({ name, places: [{ nodeId }] }) => ({ label: name, title: name, nodeId })),
			...read.value.map(({ name, place }) => ({
				label: name ?? place.input,
				title: document.nodeById.get(place.nodeId)?.title ?? place.nodeId,
				nodeId: place.nodeId,
			})),
		]).slice(kept.length);
		const named = read.value.map(({ place }, at) => ({ name: names[at] ?? place.input, place }));
		const made = anchoredInputs(document, named, kept, nodeInfo);
		if (!made.ok) return made;
		const written = await changePresets(services, presetsPath(source), { inputs: made.value });
		if (!written.ok) return written;
		const after = await namesOf(services, source, document, { nodeInfo });
		const own = named.flatMap(({ name }) => inputNamed(after.inputs, name) ?? []);
		return success({ ...written.value, inputs: own.map(factOf) });
	},
});

interface WantedInput {
	readonly name?: string;
	readonly place: InputPlace;
}

function wantedInputs(document: WorkflowDocument, given: readonly string[]): Result<readonly WantedInput[]> {
	const wanted: WantedInput[] = [];
	for (const each of given) {
		const equals = each.indexOf('=');
		const name = equals < 0 ? undefined : each.slice(0, equals).trim();
		const place = placeOf(each.slice(equals + 1));
		if (place === undefined || name === '')
			return wrongInput(l10n.t('"{0}" must have the form NODE.INPUT or NAME=NODE.INPUT.', each));
		const input = inputAt(document, place);
		if (input === undefined) return failed(missingPlace(document, place));
		if (input.value.type === 'link')
			return wrongInput(l10n.t('{0} gets its value through a link.', placeText(place)));
		wanted.push({ place, ...compact({ name }) });
	}
	return success(wanted);
}

export const workflowUnname = operation({
	id: 'workflow.unname',
	title: l10n.t('Remove names from inputs of a workflow document'),
	effect: 'write',
	input: z.object({
		path: documentPath,
		names: texts(l10n.t('the names of the inputs')),
	}),
	output: z.object({
		path: z.string(),
		names: z.array(z.string()),
		...fileChange,
		/** The presets that have values for them, which stay. */
		presets: z.array(z.string()),
	}),
	async run(services, { path, names: given }) {
		const found = await readNamedWorkflow(services, { path });
		if (!found.ok) return found;
		const { source, document, names: known } = found.value;
		const unnamed: string[] = [];
		for (const name of given) {
			const lost = known.lost.find((each) => looseName(each.name) === looseName(name));
			const input = inputNamed(known.inputs, name);
			if (input?.source === 'app') return failed(ofAppFailure(input.name));
			const own = input?.name ?? lost?.name;
			if (own === undefined) return failed(unknownName(document, known, { name, place: undefined }));
			unnamed.push(own);
		}
		const written = await changePresets(services, presetsPath(source), { unnamed });
		if (!written.ok) return written;
		const presets = known.presets.filter(({ values }) => values.some(({ name }) => unnamed.includes(name)));
		return success({ ...written.value, names: unnamed, presets: presets.map(({ name }) => name) });
	},
});

function ofAppFailure(name: string) {
	return inputFailure(
		l10n.t('The name "{0}" is from App Mode of the node editor.', name),
		l10n.t('Remove the input from the app there, and save the workflow.'),
	);
}

export const namedOperations = [workflowInputs, workflowName, workflowUnname];
