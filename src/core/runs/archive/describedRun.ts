import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, type Result, success, yourFailure } from '../../base/failure.ts';
import { fileNameOfPath } from '../../base/files/path.ts';
import { secretNotKept } from '../../base/panel/formFields.ts';
import { scanSecrets } from '../../http/secretScanner.ts';
import { parseJson } from '../../json/exact.ts';
import { listOf, recordOf, textOf } from '../../json/fields.ts';
import { indentedJson } from '../../json/indented.ts';
import { integerOf, isoOf, timeOf } from '../../json/scalars.ts';
import { isTooMuchJson } from '../../json/size.ts';
import { keptBody } from '../../requests/keptInputs.ts';
import type { ChangedInput, Run, RunTarget } from '../run.ts';
import { runModes, targetKinds } from '../runSchema.ts';

/** A file with a run in it that is larger is not read, in bytes. */
export const largestRunFile = 64_000_000;
const mostValues = 2_000_000;

/** The inputs of a run in a file. */
export interface DescribedContent {
	/** The document or the values of a form as JSON text, numbers spelled as they were. */
	readonly text: string;
	/** True if parts of addresses, or values that looked like keys, were left out. */
	readonly shortened: boolean;
}

/** A run as a file describes it: enough to start it again on any computer. It has either a document or inputs. */
export interface DescribedRun {
	readonly document?: DescribedContent & { readonly name: string };
	/** The values of a form. */
	readonly inputs?: DescribedContent;
	readonly target?: RunTarget;
	readonly mode?: Run['summary']['mode'];
	/** The inputs that were drawn into the document; may be empty. */
	readonly drawn: readonly ChangedInput[];
	readonly requestId?: string;
	/** Milliseconds since 1970. */
	readonly submittedAt?: number;
}

/** The mark of a kind of file with a run in it, and how it is laid out. */
interface RunFileFormat {
	readonly format: string;
	readonly version: number;
}

interface DescribedParts {
	readonly format: RunFileFormat;
	/** Members before the run. */
	readonly before?: Readonly<Record<string, unknown>>;
	/** Members of the run in addition to the usual ones. */
	readonly facts?: Readonly<Record<string, unknown>>;
	/** Members at the end, as JSON text without secrets. */
	readonly after?: readonly string[];
}

/**
 * Returns the text of a file that contains a run. No address in it has a query, since queries contain signatures, and
 * no apparent key or token remains. `keptText` is the kept document of the run, or the values of its form; without it,
 * the run cannot be started again.
 */
export function describeRun(
	{ documentName, requestId, summary, target, ...times }: Run,
	keptText: string | undefined,
	{ format, before = {}, facts = {}, after = [] }: DescribedParts,
): string {
	const member = summary.mode === 'inputs' ? 'inputs' : 'document';
	const kept = keptText === undefined ? undefined : withoutSecrets(keptText);
	const content = kept === undefined || isTooMuchJson(kept, mostValues) ? undefined : parseJson(kept);
	const shortened = kept !== keptText || (member === 'inputs' && !keptBody(keptText ?? '').whole);
	const record = {
		...format,
		...before,
		run: {
			requestId,
			target: { kind: target.kind, id: target.id, name: target.name },
			sent: summary.mode,
			overrides: summary.changed.map(changedMember),
			drawn: summary.drawn?.map(changedMember),
			seed: summary.seed,
			prompt: summary.prompt,
			submittedAt: isoOf(times.submittedAt),
			startedAt: isoOf(times.startedAt),
			endedAt: isoOf(times.endedAt),
			...facts,
		},
		documentName,
		[`${member}Shortened`]: kept === undefined ? undefined : shortened,
	};
	// The content has already been cleaned; a second time would not change it, but takes as long.
	const head = withoutSecrets(indentedJson(record));
	const members = content?.ok ? [`"${member}": ${indented(indentedJson(content.value))}`, ...after] : after;
	if (members.length === 0) return `${head}\n`;
	return `${head.slice(0, head.lastIndexOf('\n}'))},\n  ${members.join(',\n  ')}\n}\n`;
}

/** Returns a text as it may be given to other people: without keys, tokens and the queries of addresses. */
export function withoutSecrets(text: string): string {
	return scanSecrets(text, { query: '', credentials: true, credential: secretNotKept });
}

function changedMember({ nodeId, nodeTitle, input, from, to }: ChangedInput) {
	return { node: nodeId, title: nodeTitle, input, from, to };
}

type JsonRecord = NonNullable<ReturnType<typeof recordOf>>;

/**
 * Returns the members of a file with a run in it. Fails with kind `input` and `other` as its reason if it is another file, and for one of a
 * later version of Easel.
 */
export function runFileMembers(
	text: string,
	{ format, version }: RunFileFormat,
	other: Failure,
): Result<JsonRecord> {
	const json = text.replace(/^\uFEFF/, '');
	const parsed = isTooMuchJson(json, mostValues) ? undefined : parseJson(json);
	const root = parsed?.ok ? recordOf(parsed.value) : undefined;
	if (root?.format !== format) return failed(other);
	if ((integerOf(root.version) ?? Number.POSITIVE_INFINITY) > version) return failed(laterVersion);
	return success(root);
}

/** Reads the run of a file from its members. Fails with kind `input` for one without a document or inputs. */
export function describedRun(root: JsonRecord): Result<DescribedRun> {
	const document = recordOf(root.document);
	const run = recordOf(root.run) ?? {};
	const inputs = run.sent === 'inputs' ? recordOf(root.inputs) : undefined;
	if (document === undefined && inputs === undefined)
		return failed(run.sent === 'inputs' ? noForm : noDocument);
	return success(
		compact({
			document:
				document === undefined || inputs !== undefined
					? undefined
					: {
							name: documentNameOf(root.documentName),
							text: indentedJson(document),
							shortened: root.documentShortened === true,
						},
			inputs:
				inputs === undefined
					? undefined
					: { text: indentedJson(inputs), shortened: root.inputsShortened === true },
			target: targetOf(run.target),
			mode: runModes.find((mode) => mode === run.sent),
			drawn: changedInputsOf(run.drawn),
			requestId: textOf(run.requestId),
			submittedAt: timeOf(run.submittedAt),
		}),
	);
}

/** Reads inputs with the value before and after. */
export function changedInputsOf(value: unknown): readonly ChangedInput[] {
	return listOf(value).flatMap((entry) => {
		const { node, title, input, from, to } = recordOf(entry) ?? {};
		const changed = [node, title, input, from, to].map(textOf);
		const [nodeId, nodeTitle = '', name, before, after] = changed;
		return nodeId === undefined || name === undefined || before === undefined || after === undefined
			? []
			: [{ nodeId, nodeTitle, input: name, from: before, to: after }];
	});
}

function targetOf(value: unknown): RunTarget | undefined {
	const target = recordOf(value);
	const kind = targetKinds.find((known) => known === target?.kind);
	const id = textOf(target?.id);
	if (kind === undefined || id === undefined) return undefined;
	return { kind, id, name: textOf(target?.name) ?? id };
}

function documentNameOf(value: unknown): string {
	const name = fileNameOfPath((textOf(value) ?? '').replaceAll('\\', '/')).trim();
	return name === '' || name === '.' || name === '..' ? 'workflow.json' : name.slice(0, 200).toWellFormed();
}

function indented(text: string): string {
	return text.replaceAll('\n', '\n  ');
}

const laterVersion = yourFailure(
	'input',
	l10n.t('This file was written by a later version of Easel.'),
	l10n.t('Update Easel, then try again.'),
);

const noForm = yourFailure(
	'input',
	l10n.t('The run in this file sent the values of a form, and they are not in it.'),
	l10n.t('Open the model or the deployment that the file names, and fill in its form.'),
);

const noDocument = yourFailure(
	'input',
	l10n.t('This file has no workflow document, because that of its run was not kept.'),
	l10n.t('Find the document by the name in the file, and run that.'),
);
