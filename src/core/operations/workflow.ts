import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { failed, inputFailure, mapped, type Result, success, wrongInput } from '../base/failure.ts';
import { textPositions } from '../base/textPositions.ts';
import type { RunSource } from '../runs/start/runSource.ts';
import { loadClassHistory, loadCoreCatalog } from '../workflow/catalog.ts';
import { compareWorkflows } from '../workflow/compare/compare.ts';
import { comparisonItems, comparisonSummary } from '../workflow/compare/tree.ts';
import { apiDocument, readsInPlace } from '../workflow/convert/apiDocument.ts';
import { checkAsApi } from '../workflow/convert/checkAsApi.ts';
import { convertUi } from '../workflow/convert/convertUi.ts';
import { noteLine, nothingConverted } from '../workflow/convert/report.ts';
import type { WorkflowDocument } from '../workflow/document.ts';
import { missingRequirements } from '../workflow/missingRequirements.ts';
import { type NodeInfo, readNodeInfo, readNodeInfoInSlices } from '../workflow/nodeInfo.ts';
import { requirementsOf } from '../workflow/requirements.ts';
import {
	conversionNote,
	type DocumentInput,
	documentInput,
	placeFact,
	readDocumentInput,
} from './documentInput.ts';
import { optionalId, optionalText, text } from './members.ts';
import { type DocumentNames, namesOf } from './named/namesOf.ts';
import { operation } from './operation.ts';
import { withRunStart } from './runs/startDocument.ts';
import type { OperationServices } from './services.ts';
import { withDisk, withSession } from './withSession.ts';

/** The parameters that choose the node classes that count. */
export const nodesInput = {
	nodeInfo: optionalText(
		l10n.t("the path of a description of node classes; the engine's own ones without it"),
	),
	deployment: optionalId('deployment', l10n.t('the deployment whose node classes and models count')),
};

const namedValue = z.object({ nodeId: z.string(), input: z.string(), value: z.string() });

const check = operation({
	id: 'workflow.check',
	title: l10n.t('Check a workflow document'),
	effect: 'read',
	input: z.object({ ...documentInput, ...nodesInput }),
	output: z.object({
		errors: z.number(),
		findings: z.array(
			z.object({
				severity: z.enum(['error', 'warning', 'info', 'hint']),
				code: z.string(),
				message: z.string(),
				remedy: z.exactOptional(z.string()),
				nodeId: z.exactOptional(z.string()),
				input: z.exactOptional(z.string()),
				...placeFact,
			}),
		),
	}),
	async run(services, input) {
		const read = await readWithNodes(services, input);
		if (!read.ok) return read;
		const { document } = read.value.source;
		const found = checkAsApi(document, read.value.nodeInfo);
		const at = textPositions(document.text);
		return success({
			errors: found.filter(({ severity }) => severity === 'error').length,
			findings: found.map(({ severity, code, message, remedy, nodeId, input: name, range }) => ({
				severity,
				code,
				message,
				...at(range.start),
				...compact({ remedy, nodeId, input: name }),
			})),
		});
	},
});

export const workflowConvert = operation({
	id: 'workflow.convert',
	title: l10n.t('Convert a workflow in UI format to API format'),
	effect: 'read',
	input: z.object({ ...documentInput, ...nodesInput }),
	output: z.object({
		document: z.string(),
		nodes: z.number(),
		notes: z.array(conversionNote),
	}),
	async run(services, input) {
		const read = await readWithNodes(services, input);
		if (!read.ok) return read;
		const { source, nodeInfo } = read.value;
		const { document, name } = source;
		if (document.kind === 'api')
			return wrongInput(l10n.t('"{0}" is already in API format.', name), l10n.t('Use it as it is.'));
		const made = apiDocument(document, nodeInfo);
		const done =
			made === undefined
				? convertUi(document.text, nodeInfo)
				: {
						ok: true as const,
						text: made.document.text,
						nodes: made.document.nodes.length,
						report: made.report,
					};
		if (!done.ok) return wrongInput(done.message);
		if (done.nodes === 0)
			return wrongInput(nothingConverted.message, nothingConverted.nextStep, done.report.map(noteLine));
		return success({ document: done.text, nodes: done.nodes, notes: [...done.report] });
	},
});

export const workflowCompare = operation({
	id: 'workflow.compare',
	title: l10n.t('Compare two workflow documents by meaning'),
	effect: 'read',
	input: z.object({
		before: text(l10n.t('the path of the earlier document')),
		after: text(l10n.t('the path of the later document')),
	}),
	output: z.object({
		summary: z.string(),
		changes: z.array(
			z.object({
				kind: z.enum(['added', 'removed', 'changed']),
				nodeId: z.string(),
				title: z.string(),
				/** The differences inside, a line each. */
				differences: z.array(z.string()),
			}),
		),
	}),
	async run(services, input) {
		const [before, after] = await Promise.all([
			readDocumentInput(services, { path: input.before }),
			readDocumentInput(services, { path: input.after }),
		]);
		if (!before.ok) return before;
		if (!after.ok) return after;
		const nodes = await loadCoreCatalog();
		const [earlier, later] = [workflowOf(before.value, nodes), workflowOf(after.value, nodes)];
		if (!earlier.ok) return earlier;
		if (!later.ok) return later;
		const comparison = compareWorkflows(earlier.value, later.value);
		return success({
			summary: comparisonSummary(comparison),
			changes: comparisonItems(comparison).map(({ change, nodeId, label, children }) => ({
				kind: change,
				nodeId,
				title: label,
				differences: children.map(({ label: name, description }) => `${name}: ${description}`),
			})),
		});
	},
});

export const workflowRequirements = operation({
	id: 'workflow.requirements',
	title: l10n.t('List the node classes and models that a workflow needs, and those that a deployment lacks'),
	effect: 'read',
	input: z.object({ ...documentInput, ...nodesInput }),
	output: z.object({
		classes: z.array(z.string()),
		models: z.array(namedValue),
		/** According to the given node info; absent without it, or if unknown. */
		lacks: z.exactOptional(
			z.object({ classes: z.array(z.string()), models: z.array(namedValue), values: z.array(namedValue) }),
		),
	}),
	async run(services, input) {
		const read = await readWorkflow(services, input);
		if (!read.ok) return read;
		const { document, nodeInfo } = read.value;
		const { classes, models } = requirementsOf(document);
		const lacks = missingRequirements(document, nodeInfo);
		return success({
			classes: [...classes],
			models: [...models],
			...compact({
				lacks: lacks && {
					classes: [...lacks.classes],
					models: [...lacks.models],
					values: [...lacks.values],
				},
			}),
		});
	},
});

export const workflowOperations = [check, workflowConvert, workflowCompare, workflowRequirements];

/** Returns the document in the form that runs; one without a workflow is a failure. */
export function workflowOf({ document, name }: RunSource, nodes: NodeInfo): Result<WorkflowDocument> {
	const found = readsInPlace(document) ? document : (apiDocument(document, nodes)?.document ?? document);
	return found.kind === 'api' || readsInPlace(found)
		? success(found)
		: wrongInput(l10n.t('"{0}" is not a workflow document.', name));
}

/** A document, and the node classes that count. */
interface WithNodes {
	readonly source: RunSource;
	readonly nodeInfo: NodeInfo;
}

async function readWithNodes(
	services: OperationServices,
	input: DocumentInput & NodesInput,
): Promise<Result<WithNodes>> {
	const source = await readDocumentInput(services, input);
	if (!source.ok) return source;
	return mapped(await nodesOf(services, input), (nodeInfo) => ({ source: source.value, nodeInfo }));
}

/** A document in the form that runs, with its source and the node classes that it was read with. */
interface ReadWorkflow extends WithNodes {
	readonly document: WorkflowDocument;
}

/** Reads the document that an operation is about, in the form that runs. */
export async function readWorkflow(
	services: OperationServices,
	input: DocumentInput & NodesInput,
): Promise<Result<ReadWorkflow>> {
	const read = await readWithNodes(services, input);
	if (!read.ok) return read;
	const { source, nodeInfo } = read.value;
	return mapped(workflowOf(source, nodeInfo), (document) => ({ ...read.value, document }));
}

/** A document in the form that runs, with the names of its inputs. */
export interface NamedWorkflow extends ReadWorkflow {
	readonly names: DocumentNames;
}

export async function readNamedWorkflow(
	services: OperationServices,
	input: DocumentInput & NodesInput,
): Promise<Result<NamedWorkflow>> {
	const read = await readWorkflow(services, input);
	if (!read.ok) return read;
	const { source, document, nodeInfo } = read.value;
	const names = await namesOf(services, source, document, { nodeInfo });
	return names.unread === undefined ? success({ ...read.value, names }) : failed(names.unread);
}

type NodesInput = z.output<z.ZodMiniObject<typeof nodesInput>>;

/** Returns the named node classes: of a file, of a deployment, or the engine's own ones. */
export async function nodesOf(
	services: OperationServices,
	{ nodeInfo, deployment }: NodesInput,
): Promise<Result<NodeInfo>> {
	if (nodeInfo !== undefined && deployment !== undefined)
		return wrongInput(l10n.t('Specify either a description of node classes or a deployment.'));
	if (deployment !== undefined) return nodesOfDeployment(services, deployment);
	if (nodeInfo === undefined) return success(await loadCoreCatalog());
	const file = await withDisk(services, (disk) => disk.readText(nodeInfo));
	if (!file.ok) return file;
	const source = { kind: 'file', label: file.value.name } as const;
	const read = readNodeInfo(file.value.text, source, { history: await loadClassHistory() });
	return read === undefined
		? wrongInput(l10n.t('"{0}" is not a description of node classes.', source.label))
		: success(read);
}

function nodesOfDeployment(services: OperationServices, id: string): Promise<Result<NodeInfo>> {
	return withSession(services, (session) =>
		withRunStart(services, async (start) => {
			const { targets, savedWorkflows } = start.services;
			await targets.refresh();
			if (targets.state.kind === 'failed') return failed(targets.state.failure);
			const target = targets.byId(id);
			const found = target && (await savedWorkflows.nodeInfoOf(session, target));
			const read =
				found &&
				(await readNodeInfoInSlices(
					found.text,
					{ kind: found.kind, label: found.label },
					{ engineVersion: found.version },
				));
			if (read !== undefined) return success(read);
			return failed({
				...inputFailure(
					target === undefined
						? l10n.t('This deployment is not in your account.')
						: l10n.t('The service does not publish the node classes of "{0}".', target.name),
				),
				kind: 'notFound',
			});
		}),
	);
}
