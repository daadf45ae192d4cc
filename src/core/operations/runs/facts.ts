import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { describeError, describeState, errorDetails } from '../../runs/describe.ts';
import { namedNodeOf } from '../../runs/failedNode.ts';
import type { Run } from '../../runs/run.ts';
import { runStarters, runStates, targetKinds } from '../../runs/runSchema.ts';
import { conversionNote, placeFact } from '../documentInput.ts';
import { idOf } from '../members.ts';

export const runId = idOf(
	'run',
	l10n.t('a run, by its ID, the beginning of its ID, or its document if no other run has it'),
);

const target = z.object({ kind: z.enum(targetKinds), id: z.string(), name: z.string() });

/** A run in a few facts. Moments in milliseconds since 1970. */
export const runFact = z.object({
	id: z.string(),
	state: z.enum(runStates),
	/** The state as text. */
	status: z.string(),
	target,
	document: z.string(),
	/** Absent if a person started it in the editor. */
	startedBy: z.exactOptional(z.enum(runStarters)),
	requestId: z.exactOptional(z.string()),
	/** The instance that it ran on, which lives for a while after it. */
	instanceId: z.exactOptional(z.string()),
	submittedAt: z.number(),
	endedAt: z.exactOptional(z.number()),
	costMicrodollars: z.exactOptional(z.number()),
	prompt: z.exactOptional(z.string()),
	seed: z.exactOptional(z.string()),
	files: z.number(),
	error: z.exactOptional(z.string()),
	/** The reasons that the service gave, a line each. */
	errorDetails: z.exactOptional(z.array(z.string())),
	errorNode: z.exactOptional(z.string()),
	warning: z.exactOptional(z.string()),
	notice: z.exactOptional(z.string()),
});

/** Returns the facts about a run. */
export function factsOf(run: Run): z.input<typeof runFact> {
	const { requestId, instanceId, startedBy, submittedAt, endedAt, costMicrodollars, warning, notice } = run;
	const { prompt, seed } = run.summary;
	return {
		id: run.id,
		state: run.state,
		status: describeState(run),
		target: run.target,
		document: run.documentName,
		submittedAt,
		files: run.files.length,
		...compact({
			requestId,
			instanceId,
			startedBy,
			endedAt,
			costMicrodollars,
			prompt,
			seed,
			warning,
			notice,
		}),
		...(run.error && {
			error: describeError(run.error),
			errorDetails: [...errorDetails(run.error)],
			...compact({ errorNode: namedNodeOf(run.error) }),
		}),
	};
}

/** The plan of a run that is not sent. */
export const planFact = z.object({
	target,
	mode: z.string(),
	reason: z.string(),
	bytes: z.number(),
	changed: z.array(z.object({ nodeId: z.string(), input: z.string(), from: z.string(), to: z.string() })),
	/** Drawn from dynamic prompts this once; a run draws again. */
	drawn: z.array(z.object({ nodeId: z.string(), input: z.string(), from: z.string(), to: z.string() })),
	media: z.array(z.object({ nodeId: z.string(), input: z.string(), path: z.string(), bytes: z.number() })),
	warnings: z.array(z.object({ nodeId: z.string(), input: z.string(), text: z.string() })),
	/** The notes of the conversion to API format; absent for a document in that format. */
	conversion: z.exactOptional(z.array(conversionNote)),
	errors: z.array(z.object({ message: z.string(), ...placeFact })),
	/** Outputs that an earlier run has made already, and since when, in milliseconds since 1970. */
	nothingNew: z.array(z.object({ nodeId: z.string(), since: z.number() })),
	/** The run that has made all of them, if its result is here. */
	sameRun: z.exactOptional(z.string()),
	/** The requirements that the target lacks; absent if unknown. */
	lacks: z.exactOptional(z.object({ classes: z.array(z.string()), values: z.array(z.string()) })),
});
