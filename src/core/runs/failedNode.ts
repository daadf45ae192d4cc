import type { RequestError } from '../requests/request.ts';
import type { WorkflowDocument } from '../workflow/document.ts';
import type { InputPlace } from '../workflow/inputSet.ts';
import { refusedNodeOf, refusedPlaceOf } from './plan/refusedRun.ts';
import type { Run } from './run.ts';

/** The ways in which an engine names the node at which a run failed: as a member of its debug text, or in its sentences. */
const namings = [
	/"node_id":\s?"([^"\r\n]{1,200})"/,
	/^Node (\S{1,200}) \(/m,
	/\bNode ID '#([^'\r\n]{1,200})'/,
] as const;

/** An engine that does not have a class, or cannot identify it, checks nothing else. */
const classFault = /\bmissing_node_type\b|\binvalid_prompt\b|\bNode ID '#/;

/** Returns the id of the node that failed or was refused, if the error names one and the run came from a document. */
export function failedNodeOf({ error, refusedAt = [], documentUri, summary }: Run): string | undefined {
	if (documentUri === undefined || summary.mode === 'inputs') return undefined;
	return error === undefined
		? refusedAt.map(refusedNodeOf).find((id) => id !== undefined)
		: namedNodeOf(error);
}

/** Returns the id of the node that an error names. */
export function namedNodeOf({ debugInfo, details }: RequestError): string | undefined {
	const text = `${debugInfo}\n${details}`;
	for (const naming of namings) {
		const [, id] = naming.exec(text) ?? [];
		if (id !== undefined) return id;
	}
	return undefined;
}

/**
 * Finds the place in the node that failed or was refused: its class, the named input, or else the node itself.
 * `undefined` if no node is named.
 */
export function failedPlaceOf(run: Run, document: WorkflowDocument): InputPlace | undefined {
	const nodeId = failedNodeOf(run);
	if (nodeId === undefined) return undefined;
	if (run.error === undefined) {
		const places = (run.refusedAt ?? []).map((path) => refusedPlaceOf(path, document)?.place);
		return places.find((place) => place !== undefined) ?? { nodeId, input: '' };
	}
	const { error, details, debugInfo } = run.error;
	if (classFault.test([error, debugInfo, details].join('\n'))) return { nodeId, input: 'class_type' };
	// `Node 3 (KSampler): Value not in list: cfg: 0 not in ...`
	const beginning = `Node ${nodeId} (`;
	const line = details.split('\n').find((each) => each.startsWith(beginning)) ?? '';
	const words = line.slice(beginning.length).split(/\): |: | - |, /);
	const inputs = document.nodeById.get(nodeId)?.inputs ?? [];
	return { nodeId, input: inputs.find(({ name }) => words.includes(name))?.name ?? '' };
}
