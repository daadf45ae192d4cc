import type { WorkflowDocument } from '../workflow/document.ts';
import type { InputPlace } from './plan/refusedRun.ts';
import type { Run } from './run.ts';

/** How an engine names the node at which a run failed: as a member of its debug text, or in its sentences. */
const namings = [
	/"node_id":\s?"([^"\r\n]{1,200})"/,
	/^Node (\S{1,200}) \(/m,
	/\bNode ID '#([^'\r\n]{1,200})'/,
] as const;

/** An engine that does not have a class, or cannot read which one is meant, looks at nothing else. */
const classFault = /\bmissing_node_type\b|\binvalid_prompt\b|\bNode ID '#/;

/** The id of the node that failed, where the error of a run names one and the run came from a document. */
export function failedNodeOf({ error, documentUri, summary }: Run): string | undefined {
	if (error === undefined || documentUri === undefined || summary.mode === 'inputs') return undefined;
	const text = `${error.debugInfo}\n${error.details}`;
	for (const naming of namings) {
		const [, id] = naming.exec(text) ?? [];
		if (id !== undefined) return id;
	}
	return undefined;
}

/**
 * What is wrong with the node that failed: its class, an input that the error names, or neither, which is the node itself. `undefined`
 * where the error names no node.
 */
export function failedPlaceOf(run: Run, document: WorkflowDocument): InputPlace | undefined {
	const nodeId = failedNodeOf(run);
	if (nodeId === undefined || run.error === undefined) return undefined;
	const { error, details, debugInfo } = run.error;
	if (classFault.test([error, debugInfo, details].join('\n'))) return { nodeId, input: 'class_type' };
	// `Node 3 (KSampler): Value not in list: cfg: 0 not in ...`
	const beginning = `Node ${nodeId} (`;
	const line = details.split('\n').find((each) => each.startsWith(beginning)) ?? '';
	const words = line.slice(beginning.length).split(/\): |: | - |, /);
	const inputs = document.nodeById.get(nodeId)?.inputs ?? [];
	return { nodeId, input: inputs.find(({ name }) => words.includes(name))?.name ?? '' };
}
