import * as z from 'zod/mini';
import { type Run, runStates, targetKinds } from '../runs/run.ts';
import { withoutSecrets } from './redact.ts';

const slot = { nodeId: z.string(), channel: z.string(), index: z.number() };

const runSchema = z.looseObject({
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	target: z.object({ kind: z.enum(targetKinds), id: z.string(), name: z.string() }),
	documentUri: z.optional(z.string()),
	documentName: z.string(),
	requestId: z.optional(z.string()),
	state: z.enum(runStates),
	summary: z.looseObject({
		mode: z.enum(['overrides', 'inline']),
		changed: z.array(
			z.looseObject({
				nodeId: z.string(),
				nodeTitle: z.string(),
				input: z.string(),
				from: z.string(),
				to: z.string(),
			}),
		),
		outputTitles: z.record(z.string(), z.string()),
	}),
	submittedAt: z.number(),
	files: z.array(z.looseObject({ ...slot, filename: z.string(), subfolder: z.string(), type: z.string() })),
	texts: z.array(z.looseObject({ ...slot, text: z.string() })),
});

/** The text under which a run is kept: JSON without web-address queries and without embedded media. */
export function runToText(run: Run): string {
	return withoutSecrets(JSON.stringify(run));
}

/** The run in a kept text; `undefined` when the text is damaged or of a form this version does not know. */
export function runFromText(text: string): Run | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	const read = z.safeParse(runSchema, value);
	return read.success ? (read.data as Run) : undefined;
}
