import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, type Result, success } from '../../base/failure.ts';
import { fileNameOfPath } from '../../base/files/path.ts';
import { secretNotKept } from '../../base/panel/formFields.ts';
import { scanSecrets } from '../../http/secretScanner.ts';
import { parseJson } from '../../json/exact.ts';
import { recordOf, textOf } from '../../json/fields.ts';
import { indentedJson } from '../../json/indented.ts';
import { integerOf, isoOf, timeOf } from '../../json/scalars.ts';
import { isTooMuchJson } from '../../json/size.ts';
import { keptBody } from '../../requests/keptInputs.ts';
import { type ChangedInput, type Run, type RunFile, type RunTarget, runModes, targetKinds } from '../run.ts';

/** The suffix of the name of a sidecar, after the name of the saved file. */
export const sidecarEnd = '.easel.json';

/** The mark by which a JSON file is a sidecar, and how it is laid out. */
const format = 'easel-sidecar';
const version = 1;

/** Whether a file is named like a sidecar, also one that got a number because its name was taken. */
export function isSidecarName(name: string): boolean {
	return /\.easel(?: \([0-9]+\))?\.json$/i.test(name);
}

/** A sidecar larger than this is not read, in bytes. */
export const largestSidecar = 64_000_000;
const mostValues = 2_000_000;

/** The saved file that a sidecar describes. */
export interface SavedFile {
	/** Its name in the folder of the sidecar. */
	readonly name: string;
	readonly bytes: number;
	/** The hash in hexadecimal digits. */
	readonly sha256: string;
}

/** The contents of a sidecar: the inputs of a run. */
export interface SidecarContent {
	/** The document or the values of a form as JSON text, numbers spelled as they were. */
	readonly text: string;
	/** Whether parts of addresses, or values that looked like keys, were left out. */
	readonly shortened: boolean;
}

/** A run as a sidecar describes it: enough to start it again on any computer. It has either a document or inputs. */
export interface Sidecar {
	readonly file?: SavedFile;
	readonly document?: SidecarContent & { readonly name: string };
	/** The values of a form. */
	readonly inputs?: SidecarContent;
	readonly target?: RunTarget;
	readonly mode?: Run['summary']['mode'];
	/** The inputs that were drawn into the document; empty where nothing was. */
	readonly drawn: readonly ChangedInput[];
	readonly requestId?: string;
	/** Milliseconds since 1970. */
	readonly submittedAt?: number;
}

/**
 * Returns the text of the sidecar of a saved file. No address in it has a query, since signatures are there, and no apparent key or token
 * stays. `keptText` is the kept document of the run, or the values of its form; without it, the run cannot be started again.
 */
export function writeSidecar(
	run: Run,
	file: Pick<RunFile, 'nodeId' | 'channel' | 'index' | 'filename'>,
	saved: SavedFile,
	keptText: string | undefined,
): string {
	const { target, summary } = run;
	const member = summary.mode === 'inputs' ? 'inputs' : 'document';
	const kept = keptText === undefined ? undefined : withoutSecrets(keptText);
	const content = kept === undefined || isTooMuchJson(kept, mostValues) ? undefined : parseJson(kept);
	const shortened = kept !== keptText || (member === 'inputs' && !keptBody(keptText ?? '').whole);
	const record = {
		format,
		version,
		file: {
			...saved,
			nameAtService: file.filename,
			node: file.nodeId,
			channel: file.channel,
			index: file.index,
		},
		run: {
			requestId: run.requestId,
			target: { kind: target.kind, id: target.id, name: target.name },
			sent: summary.mode,
			overrides: summary.changed.map(({ nodeId, nodeTitle, input, from, to }: ChangedInput) => ({
				node: nodeId,
				title: nodeTitle,
				input,
				from,
				to,
			})),
			drawn: summary.drawn?.map(({ nodeId, nodeTitle, input, from, to }) => ({
				node: nodeId,
				title: nodeTitle,
				input,
				from,
				to,
			})),
			seed: summary.seed,
			prompt: summary.prompt,
			submittedAt: isoOf(run.submittedAt),
			startedAt: isoOf(run.startedAt),
			endedAt: isoOf(run.endedAt),
		},
		documentName: run.documentName,
		[`${member}Shortened`]: kept === undefined ? undefined : shortened,
	};
	// The content was cleaned already; a second time would not change it, but takes as long.
	const head = withoutSecrets(indentedJson(record));
	if (!content?.ok) return `${head}\n`;
	return `${head.slice(0, head.lastIndexOf('\n}'))},\n  "${member}": ${indented(indentedJson(content.value))}\n}\n`;
}

/**
 * Reads a sidecar. Fails with kind `input` for another file, for one of a later version of Easel, and for one without a document or inputs.
 */
export function readSidecar(text: string): Result<Sidecar> {
	const json = text.replace(/^\uFEFF/, '');
	const parsed = isTooMuchJson(json, mostValues) ? undefined : parseJson(json);
	const root = parsed?.ok ? recordOf(parsed.value) : undefined;
	if (root?.format !== format) return failed(notSidecar);
	if ((integerOf(root.version) ?? Number.POSITIVE_INFINITY) > version) return failed(laterVersion);
	const document = recordOf(root.document);
	const run = recordOf(root.run) ?? {};
	const inputs = run.sent === 'inputs' ? recordOf(root.inputs) : undefined;
	if (document === undefined && inputs === undefined)
		return failed(run.sent === 'inputs' ? noForm : noDocument);
	return success(
		compact({
			file: savedFileOf(root.file),
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
			drawn: drawnOf(run.drawn),
			requestId: textOf(run.requestId),
			submittedAt: timeOf(run.submittedAt),
		}),
	);
}

function savedFileOf(value: unknown): SavedFile | undefined {
	const file = recordOf(value);
	const name = textOf(file?.name);
	const sha256 = textOf(file?.sha256)?.toLowerCase();
	const bytes = integerOf(file?.bytes);
	if (name === undefined || sha256 === undefined || bytes === undefined) return undefined;
	// A name that leads elsewhere is not one of a file next to the sidecar.
	if (!/^[0-9a-f]{64}$/.test(sha256) || /[\\/]/.test(name) || name === '..' || name === '.') return undefined;
	return { name, bytes, sha256 };
}

function drawnOf(value: unknown): readonly ChangedInput[] {
	return (Array.isArray(value) ? value : []).flatMap((entry: unknown) => {
		const { node, title, input, from, to } = recordOf(entry) ?? {};
		const drawn = [node, title, input, from, to].map(textOf);
		const [nodeId, nodeTitle = '', name, before, after] = drawn;
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

function withoutSecrets(text: string): string {
	return scanSecrets(text, { query: '', credentials: true, credential: secretNotKept });
}

function indented(text: string): string {
	return text.replaceAll('\n', '\n  ');
}

const notSidecar: Failure = {
	kind: 'input',
	message: l10n.t('This file is not a sidecar that Easel saved with a result.'),
	nextStep: l10n.t('Choose a file whose name ends with "{0}".', sidecarEnd),
	fixer: 'you',
};

const laterVersion: Failure = {
	kind: 'input',
	message: l10n.t('This sidecar was written by a later version of Easel.'),
	nextStep: l10n.t('Update the extension, then try again.'),
	fixer: 'you',
};

const noForm: Failure = {
	kind: 'input',
	message: l10n.t('The run of this sidecar sent the values of a form, and they are not in it.'),
	nextStep: l10n.t('Open the model or the deployment that the sidecar names, and fill in its form.'),
	fixer: 'you',
};

const noDocument: Failure = {
	kind: 'input',
	message: l10n.t('This sidecar has no workflow document, because none was kept of its run.'),
	nextStep: l10n.t('Look for the document by the name in the sidecar, and run that.'),
	fixer: 'you',
};
