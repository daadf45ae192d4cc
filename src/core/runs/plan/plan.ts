import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { failed, type Result, success, yourFailure } from '../../base/failure.ts';
import { sha256 } from '../../base/files/sha256.ts';
import { counted } from '../../base/language.ts';
import type { Dialect } from '../../connection/dialect.ts';
import { jsonText, parseJson } from '../../json/exact.ts';
import { plainJson } from '../../json/plain.ts';
import { member, objectText } from '../../json/value.ts';
import type { InputUpload } from '../../requests/request.ts';
import {
	jsonOf,
	type WorkflowDocument,
	type WorkflowInput,
	type WorkflowNode,
} from '../../workflow/document.ts';
import { inputAt } from '../../workflow/inputSet.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import type { ChangedInput, RunSummary } from '../run.ts';
import { compareWithSaved, type Difference, type DifferentInput } from './difference.ts';
import { displayMedia, displayValue } from './displayValue.ts';
import { engineMedia, mediaKey, noEngineMedia } from './engineMedia.ts';
import type { InputWarning, MediaFile, MediaScan, PlannedMedia } from './media.ts';
import { whyNotRunnable } from './runnable.ts';
import { type PlannedOutput, plannedOutputs } from './signatures.ts';
import { findPrompt, findSeed, isSeedName, outputTitles, titleOf } from './summary.ts';

export type PlanMode = 'overrides' | 'inline';

export interface PlanOptions {
	readonly document: WorkflowDocument;
	/** The workflow saved with the deployment; absent if the service did not send it. */
	readonly saved?: WorkflowDocument;
	/** `auto` uses overrides if they can express the document, and inline otherwise. */
	readonly mode: 'auto' | PlanMode;
	/** Local media files of the document, from `scanMedia`. */
	readonly media: MediaScan;
	/** The inputs that were drawn into the document from its dynamic prompts. */
	readonly drawn?: readonly ChangedInput[];
	/** The key for third-party API nodes; sent only in the body. */
	readonly partnerKey?: string;
	/** True if a key exists but is not sent, because it could be read in transit. */
	readonly keyStays?: boolean;
	/** The engine's own classes; without them, outputs are not mentioned. */
	readonly core?: NodeInfo;
	readonly dialect: Dialect;
	/** True if the document goes to the user's own engine: as a whole, with its media in the input folder there. */
	readonly engine?: boolean;
}

/** The plan of a run: the complete request, before it is sent. */
export interface RunPlan {
	readonly mode: PlanMode;
	/** The forms that can express the document. */
	readonly possibleModes: readonly PlanMode[];
	/** The reason for this form, as a sentence. */
	readonly reason: string;
	/** The differences from the saved workflow, including links; empty if unknown. */
	readonly changed: readonly ChangedInput[];
	/** The request body. Holds the partner key: never log, store or show it. */
	readonly bodyText: string;
	/** Size of the body in bytes. */
	readonly bytes: number;
	/** Local files included in the body. */
	readonly media: readonly PlannedMedia[];
	/** Files that an engine gets before the request; the body names them. */
	readonly uploads: readonly InputUpload[];
	/** The outputs of the run; empty for a document beyond any usual size. */
	readonly outputs: readonly PlannedOutput[];
	readonly warnings: readonly InputWarning[];
	readonly summary: RunSummary;
}

/**
 * Decides in which form a document is run and composes the body; numbers keep their spelling. Pure.
 * Fails with kind `input` for a text that is not an API-format workflow and for a forced form that cannot express the document.
 */
export async function planRun(options: PlanOptions): Promise<Result<RunPlan>> {
	const { document, media, mode, engine = false } = options;
	const refusal = whyNotRunnable(document);
	if (refusal) return failed(refusal);
	const files = new Map(media.files.map((file) => [mediaKey(file.nodeId, file.input), file]));
	const valueFor = (node: WorkflowNode, input: WorkflowInput) => {
		const file = files.get(mediaKey(node.id, input.name));
		return file ? JSON.stringify(file.dataUri) : jsonOf(document, input.range);
	};

	const stored = engine ? await engineMedia(document, media.files) : noEngineMedia;
	const saved = options.saved?.kind === 'api' ? options.saved : undefined;
	const difference = saved && compareWithSaved(document, saved, valueFor);
	const possible =
		difference && difference.structural === undefined
			? overridden(document, difference, valueFor)
			: undefined;
	const obstacle = whyInline(difference, possible);
	if (mode === 'overrides' && !possible) {
		return failed(
			yourFailure(
				'input',
				l10n.t('The changed values cannot be sent on their own, because {0}.', obstacle),
				l10n.t('Send the whole document instead.'),
			),
		);
	}

	const chosen: PlanMode = possible && mode !== 'inline' ? 'overrides' : 'inline';
	const main =
		possible && chosen === 'overrides'
			? `"overrides":${overridesText(possible)}`
			: engine
				? `"prompt":${inlineText(document, stored.values)}`
				: `"workflow_api_json":${inlineText(document, new Map([...files].map(([key, file]) => [key, file.dataUri])))}`;
	const bodyText = `{${main}${extraData(options)}}`;
	if (!parseJson(bodyText).ok) {
		return failed(
			yourFailure(
				'input',
				l10n.t('The document contains something that is not JSON, so the service could not read it.'),
				l10n.t('Fix the errors in it, then run it again.'),
			),
		);
	}

	const changed = (difference?.inputs ?? []).map((input) => changedInput(input, files));
	const prompt = findPrompt(document);
	const seed = findSeed(document);
	const outputs = options.core ? await plannedOutputs(document, media.files, options.core) : [];
	return success({
		mode: chosen,
		possibleModes: possible ? ['overrides', 'inline'] : ['inline'],
		reason: reasonFor(chosen, options, difference, obstacle),
		changed,
		bodyText,
		bytes: new TextEncoder().encode(bodyText).byteLength,
		media: media.files
			.filter((file) => chosen === 'inline' || possible?.some((entry) => isOf(entry, file)))
			.map(({ dataUri: _, ...planned }) => planned),
		uploads: stored.uploads,
		outputs,
		warnings: media.warnings.map((warning) => asSaved(warning, document, saved)),
		summary: {
			mode: chosen,
			changed,
			...(prompt === undefined ? {} : { prompt: displayValue(prompt) }),
			...compact({ seed }),
			digest: await sha256(main),
			outputTitles: outputTitles(document),
			...(options.drawn?.length ? { drawn: options.drawn } : {}),
			...(outputs.length > 0
				? { signatures: Object.fromEntries(outputs.map(({ nodeId, signature }) => [nodeId, signature])) }
				: {}),
		},
	});
}

/** Returns a warning about a value that the saved workflow also has with less severity: the named file may exist there. */
function asSaved(
	{ fails, ...warning }: InputWarning,
	document: WorkflowDocument,
	saved: WorkflowDocument | undefined,
): InputWarning {
	if (!fails) return warning;
	const [now, before] = [document, saved].map((one) => one && inputAt(one, warning));
	const isSaved =
		now &&
		before &&
		now.value.type === 'string' &&
		before.value.type === 'string' &&
		now.value.value === before.value.value;
	return isSaved ? warning : { ...warning, fails };
}

type Override = Pick<DifferentInput, 'node' | 'input' | 'value'>;

/**
 * Returns the overrides that turn the saved workflow into the document. Without differences, one unchanged input is
 * sent (preferably a seed), since the service refuses an empty body and may refuse empty overrides; a workflow without
 * any value has no such form.
 */
function overridden(
	document: WorkflowDocument,
	difference: Difference,
	valueFor: (node: WorkflowNode, input: WorkflowInput) => string,
): readonly Override[] | undefined {
	if (difference.inputs.length > 0) return difference.inputs;
	let first: Override | undefined;
	for (const node of document.nodes) {
		for (const input of node.inputs) {
			const { type } = input.value;
			if (type === 'number' && isSeedName(input.name)) return [{ node, input, value: valueFor(node, input) }];
			if (!first && (type === 'number' || type === 'string' || type === 'boolean')) {
				first = { node, input, value: valueFor(node, input) };
			}
		}
	}
	return first && [first];
}

function whyInline(difference: Difference | undefined, possible: readonly Override[] | undefined): string {
	if (!difference) return l10n.t('the saved workflow of the deployment is unknown');
	if (difference.structural !== undefined) return difference.structural;
	return possible ? '' : l10n.t('the document has no value that can be sent on its own');
}

function reasonFor(
	chosen: PlanMode,
	{ mode, engine, keyStays }: PlanOptions,
	difference: Difference | undefined,
	obstacle: string,
): string {
	if (engine) {
		return keyStays
			? l10n.t(
					'An engine of your own takes the whole document, without the key for third-party API nodes, because its address begins with http://.',
				)
			: l10n.t('An engine of your own takes the whole document.');
	}
	if (chosen === 'inline') {
		return obstacle === '' || mode === 'inline'
			? l10n.t('The whole document is sent, as you asked; the saved workflow is not used.')
			: l10n.t('The whole document is sent, because {0}.', obstacle);
	}
	const count = difference?.inputs.length ?? 0;
	if (count === 0) {
		return l10n.t('The document is equivalent to the saved workflow.');
	}
	return counted(
		count,
		l10n.t('Only the changed input is sent; everything else comes from the saved workflow.'),
		l10n.t('Only the {0} changed inputs are sent; everything else comes from the saved workflow.'),
	);
}

function overridesText(overrides: readonly Override[]): string {
	const nodes = Map.groupBy(overrides, ({ node }) => node.id);
	return objectText(
		Array.from(nodes, ([id, own]) => [
			id,
			objectText([['inputs', objectText(own.map(({ input, value }) => [input.name, value]))]]),
		]),
	);
}

/** @param values the text that takes the place of an input's value, by {@link mediaKey}. */
function inlineText(document: WorkflowDocument, values: ReadonlyMap<string, string>): string {
	const range = document.container ?? { start: 0, end: document.text.length };
	let text = '';
	let at = range.start;
	for (const node of document.nodes.toSorted((a, b) => a.range.start - b.range.start)) {
		for (const input of node.inputs) {
			const value = values.get(mediaKey(node.id, input.name));
			if (value === undefined) continue;
			text += document.text.slice(at, input.range.start) + JSON.stringify(value);
			at = input.range.end;
		}
	}
	text += document.text.slice(at, range.end);
	return document.comments ? plainJson(text) : text;
}

/**
 * Returns the extra data of a request. A document copied from a request of an engine has the canvas that pictures
 * contain; it is sent to an engine again.
 */
function extraData({ document, partnerKey, dialect, engine }: PlanOptions): string {
	const request = engine && document.kind === 'requestBody' ? parseJson(plainJson(document.text)) : undefined;
	const extra = request?.ok ? member(member(request.value, 'extra_data'), 'extra_pnginfo') : undefined;
	const members = {
		...compact({ extra_pnginfo: extra }),
		...(partnerKey ? { [dialect.partnerKeyField]: partnerKey } : {}),
	};
	return Object.keys(members).length === 0 ? '' : `,"extra_data":${jsonText(members)}`;
}

function changedInput(different: DifferentInput, files: ReadonlyMap<string, MediaFile>): ChangedInput {
	const { node, input, saved, value } = different;
	const file = files.get(mediaKey(node.id, input.name));
	return {
		nodeId: node.id,
		nodeTitle: titleOf(node),
		input: input.name,
		from: describeJson(saved),
		to: file ? JSON.stringify(displayMedia(file)) : describeJson(value),
	};
}

/** Returns a value on one line, without the indentation of its document. */
function describeJson(text: string): string {
	const parsed = parseJson(text);
	if (!parsed.ok) return displayValue(text);
	const { value } = parsed;
	if (typeof value === 'string') return JSON.stringify(displayValue(value));
	if (typeof value !== 'object') return displayValue(text);
	const marks = /("(?:[^"\\]|\\.)*")|([,:])/g;
	return displayValue(jsonText(value).replace(marks, (_, string, mark) => string ?? `${mark} `));
}

function isOf(entry: Override, file: MediaFile): boolean {
	return entry.node.id === file.nodeId && entry.input.name === file.input;
}
