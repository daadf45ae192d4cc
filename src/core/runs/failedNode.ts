import type { Run } from './run.ts';

/** How an engine names the node at which a run failed: as a member of its debug text, or in its sentences. */
const namings = [
	/"node_id":\s?"([^"\r\n]{1,200})"/,
	/^Node (\S{1,200}) \(/m,
	/\bNode ID '#([^'\r\n]{1,200})'/,
] as const;

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
