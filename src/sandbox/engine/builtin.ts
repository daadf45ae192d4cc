import { isObject, type JsonObject, member, parseKnownJson } from '../../core/json/value.ts';
import type { VirtualClock } from '../base/clock.ts';
import { declaredInput, nodeInfoText } from './catalog.ts';
import { simulatedMs } from './cost.ts';
import {
	type Engine,
	type EngineEnding,
	type EngineJob,
	runErrorCodes,
	type UploadedFiles,
} from './engine.ts';
import { order } from './execute.ts';
import { declaresUpload } from './fileInputs.ts';
import { inputPictureNames } from './inputPictures.ts';
import { loadMedia, uploadedName } from './media.ts';
import type { RunError } from './outcome.ts';
import { Painter } from './painter.ts';
import { type Verdict, validateWorkflow } from './validate.ts';
import type { Media } from './worker.ts';

/** Simulated milliseconds until a document is refused. */
const refusalMs = 200;
/** The most faults that the error of a refused document spells out. */
const mostFaults = 20;

/** Returns the engine that lives in the sandbox: validates like the real one, paints in a worker thread. */
export function builtinEngine(clock: VirtualClock): Engine {
	const painter = new Painter();
	return {
		run: (job) => run(job, clock, painter),
		nodeInfo: async (document) =>
			nodeInfoText(document === undefined ? {} : (parseKnownJson(document) as JsonObject)),
		declarations: () => Promise.resolve({ input: declaredInput }),
		validate: async (document, uploads, targets) =>
			validateWorkflow(document, targets, await missingFiles(document, uploads)),
		close: () => painter.close(),
	};
}

async function run(job: EngineJob, clock: VirtualClock, painter: Painter): Promise<EngineEnding> {
	const workflow = parseKnownJson(job.document) as JsonObject;
	const verdict = validateWorkflow(workflow, job.targets, await missingFiles(workflow, job.uploads));
	if (!verdict.ok) {
		await clock.sleep(refusalMs, job.signal);
		const { type } = verdict.error;
		const debugInfo = JSON.stringify({ error: verdict.error, node_errors: verdict.nodeErrors });
		const text = explanation(verdict);
		return failure({ error: type, details: text, debugInfo, errorCode: runErrorCodes.promptRefused }, 0);
	}
	const nodes = [...new Set(verdict.outputs.flatMap((output) => order(workflow, output)))];
	const busyMs = simulatedMs(workflow, nodes, job.hardware);
	const painted = clock.during(
		mediaOf(workflow, nodes, job).then((media) =>
			painter.paint(
				{ document: job.document, outputs: verdict.outputs, media, startedAt: clock.now() },
				job.signal,
			),
		),
	);
	const [reply] = await Promise.all([painted, clock.sleep(busyMs, job.signal)]);
	if ('done' in reply) {
		const { outputs, files } = reply.done;
		const { nodeErrors } = verdict;
		const left = Object.keys(nodeErrors).length === 0 ? {} : { nodeErrors };
		return { state: 'succeeded', outputs, files, busyMs, ...left };
	}
	const { nodeId, className, type, message } = reply.failed;
	const debugInfo = JSON.stringify({
		node_id: nodeId,
		node_type: className,
		exception_type: type,
		exception_message: message,
	});
	const details = `Node ${nodeId} (${className}): ${message}`;
	return failure({ error: type, details, debugInfo, errorCode: runErrorCodes.nodeFailed }, busyMs);
}

/** Returns the engine's own message and every node with an error: the message alone does not name nodes upstream. */
function explanation({ error, nodeErrors }: Verdict & { readonly ok: false }): string {
	const faults = Object.entries(nodeErrors).flatMap(([nodeId, { class_type, errors }]) =>
		errors.map((each) => {
			const about = each.details === '' ? '' : `: ${each.details}`;
			return `Node ${nodeId} (${class_type}): ${each.message}${about}`;
		}),
	);
	const more = faults.length - mostFaults;
	const lines = more > 0 ? [...faults.slice(0, mostFaults), `and ${more} more`] : faults;
	return [error.message, ...(lines.length > 0 ? lines : [error.details])].filter(Boolean).join('\n');
}

function failure(error: RunError, busyMs: number): EngineEnding {
	return { state: 'failed', error, busyMs };
}

/** Returns the files named by media inputs that are neither uploaded nor on every simulated machine. */
async function missingFiles(workflow: JsonObject, uploads: UploadedFiles): Promise<ReadonlySet<string>> {
	const missing = new Set<string>();
	for (const value of mediaValues(workflow, Object.keys(workflow))) {
		if (/^(?:data|https?):/i.test(value) || inputPictureNames.includes(value)) continue;
		if ((await uploads.get(uploadedName(value))) === undefined) missing.add(value);
	}
	return missing;
}

/** Downloads every media input of the nodes. An input that cannot be downloaded fails its node. */
async function mediaOf(
	workflow: JsonObject,
	nodes: readonly string[],
	job: EngineJob,
): Promise<Map<string, Media>> {
	const found = new Map<string, Media>();
	for (const value of mediaValues(workflow, nodes)) {
		const media = await loadMedia(value, job.uploads, job.signal);
		if (media !== undefined) found.set(value, media);
	}
	return found;
}

/** Returns the values of the nodes' media inputs: addresses, data URIs, and names of files. */
function mediaValues(workflow: JsonObject, nodes: readonly string[]): ReadonlySet<string> {
	const values = new Set<string>();
	for (const nodeId of nodes) {
		const node = member(workflow, nodeId);
		const inputs = member(node, 'inputs');
		if (!isObject(inputs)) continue;
		for (const [name, value] of Object.entries(inputs)) {
			const declared = declaredInput(member(node, 'class_type'), name);
			if (declared !== undefined && declaresUpload(declared) && typeof value === 'string') values.add(value);
		}
	}
	return values;
}
