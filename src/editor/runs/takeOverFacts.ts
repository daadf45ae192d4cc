import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { DocumentFacts } from '../../core/runs/documentFacts.ts';
import { rememberedInputs } from '../../core/runs/inputs/contents.ts';

/** Lists in the workspace state of earlier versions, the latest first. */
const lists = {
	'easel.lastDeployments': z.object({
		document: z.string(),
		connection: z.string(),
		deployments: z.array(z.string()),
	}),
	'easel.drawChoices': z.object({ document: z.string(), draws: z.boolean() }),
	'runs.inputs': z.tuple([z.string(), rememberedInputs]),
};

/** Moves the facts of documents from the workspace state of earlier versions into the history; existing facts stay. */
export async function takeOverFacts(state: vscode.Memento, documents: DocumentFacts): Promise<void> {
	for (const { document, connection, deployments } of kept(state, 'easel.lastDeployments'))
		if (documents.deploymentsFor(document, connection).length === 0)
			for (const id of deployments.toReversed()) await documents.noteTarget(document, connection, id);
	for (const { document, draws } of kept(state, 'easel.drawChoices'))
		if (documents.drawsFor(document) === undefined) await documents.noteDraws(document, draws);
	for (const [key, inputs] of kept(state, 'runs.inputs'))
		if (documents.inputsFor(key) === undefined) await documents.noteInputs(key, inputs);
	for (const name of Object.keys(lists))
		if (state.get(name) !== undefined) await state.update(name, undefined);
}

/** Returns the kept entries, the latest last. */
function kept<Name extends keyof typeof lists>(
	state: vscode.Memento,
	name: Name,
): readonly z.output<(typeof lists)[Name]>[] {
	const all = state.get<unknown>(name);
	return (Array.isArray(all) ? all : []).toReversed().flatMap((each: unknown) => {
		const read = z.safeParse(lists[name], each);
		return read.success ? [read.data as z.output<(typeof lists)[Name]>] : [];
	});
}
