import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../core/base/compact.ts';
import { filesLike } from '../core/base/disk/filesLike.ts';
import { readWhole, textIn } from '../core/base/disk/readWhole.ts';
import { checkDocument, type DocumentCheckSetup } from '../core/operations/documents.ts';
import type { CheckOptions, DatasetKnowledge } from '../core/training/check.ts';
import { loadClassHistory, loadCoreCatalog } from '../core/workflow/catalog.ts';
import { longestWorkflow } from '../core/workflow/document.ts';
import { readNodeInfo } from '../core/workflow/nodeInfo.ts';
import type { CheckArguments } from './check/arguments.ts';
import { findFiles, standardInput } from './check/files.ts';
import { asJson, asSarif, asText, asWhole, type FileReport } from './check/report.ts';
import { runOnChange, type Watched } from './check/watch.ts';
import { failing, failureOf } from './frame/failing.ts';
import type { CommandIo } from './terminal/io.ts';
import { shortened } from './terminal/printable.ts';
import { statuses } from './terminal/status.ts';

const datasetsFile = z.record(z.string(), z.looseObject({ state: z.string(), files: z.array(z.string()) }));

/** A sentence that ends the command with status 2. */
class Refusal extends Error {}

/** A text as it was read; `faulty` when its bytes are not UTF-8. */
interface ReadText {
	readonly text: string;
	readonly faulty: boolean;
}

async function readBytes(path: string, io: CommandIo): Promise<ReadText> {
	const read =
		path === standardInput
			? { bytes: await io.readInput(longestWorkflow) }
			: await readWhole(resolve(io.cwd, path), longestWorkflow);
	if ('why' in read) throw new Refusal(l10n.t('{0} cannot be read: {1}.', path, read.why));
	const { bytes } = read;
	if (bytes.byteLength > longestWorkflow) throw new Refusal(tooLong(path));
	return { text: new TextDecoder(encodingOf(bytes)).decode(bytes), faulty: !isUtf8(bytes) };
}

function tooLong(name: string): string {
	const most = `${longestWorkflow / 1_000_000} MB`;
	return l10n.t('{0} is larger than {1}, the largest file that is checked.', name, most);
}

/** Returns whether a file is larger than any document. It is then not read. */
async function isTooLong(path: string, io: CommandIo): Promise<boolean> {
	const found = await stat(resolve(io.cwd, path)).catch(() => undefined);
	return found !== undefined && found.size > longestWorkflow;
}

/** Returns the encoding of a file; UTF-16 begins with a byte order mark. */
function encodingOf(bytes: Uint8Array): string {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

async function read(path: string, io: CommandIo): Promise<string> {
	const { text, faulty } = await readBytes(path, io);
	if (faulty) throw new Refusal(notUtf8(path));
	return text;
}

function notUtf8(path: string): string {
	return l10n.t(
		'{0} is not written in UTF-8, the only encoding that the engine and the toolkit read. Save it as UTF-8.',
		path,
	);
}

async function prepare(options: CheckArguments, io: CommandIo): Promise<DocumentCheckSetup> {
	const { gpuType, gpuCount } = options;
	const submission = compact({ gpuType, gpuCount });
	const base: CheckOptions = {
		target: options.target,
		submission,
		hasVariable: (name) => io.env[name] !== undefined,
	};
	const training =
		options.datasets === undefined ? base : { ...base, datasets: await readDatasets(options.datasets, io) };
	const { engineVersion } = options;
	if (options.nodeInfo === undefined) return { training, nodeInfo: () => loadCoreCatalog(engineVersion) };
	const text = await read(options.nodeInfo, io);
	const source = { kind: 'file', label: basename(options.nodeInfo) } as const;
	const info = readNodeInfo(text, source, { engineVersion, history: await loadClassHistory() });
	if (info === undefined)
		throw new Refusal(l10n.t('{0} is not a description of node classes.', options.nodeInfo));
	return { training, nodeInfo: () => Promise.resolve(info) };
}

async function readDatasets(path: string, io: CommandIo): Promise<DatasetKnowledge> {
	const text = await read(path, io);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Refusal(l10n.t('{0} is not valid JSON.', path));
	}
	const parsed = datasetsFile.safeParse(value);
	if (!parsed.success) {
		throw new Refusal(
			l10n.t('{0} must have the form {1}.', path, '{"<name>": {"state": "READY", "files": ["a.png"]}}'),
		);
	}
	const datasets = new Map(Object.entries(parsed.data));
	return { lookup: (name) => datasets.get(name) ?? 'missing', names: () => [...datasets.keys()] };
}

const besides = {
	textIn: (folder: string, name: string) => textIn(folder, name, longestWorkflow),
	filesLike,
};

/** Returns the folder of a file, and the files in it. */
function placeOf(path: string, io: CommandIo): Pick<DocumentCheckSetup, 'place'> {
	if (path === standardInput) return {};
	return { place: { disk: besides, folder: dirname(resolve(io.cwd, path)) } };
}

interface Round {
	readonly status: number;
	readonly watched: Watched;
}

async function checkOnce(options: CheckArguments, io: CommandIo): Promise<Round> {
	const setup = await prepare(options, io);
	const { files, missing, empty, folders } = await findFiles(options.files, io.cwd);
	const problems: string[] = [];
	const refuse = (message: string) => {
		problems.push(message);
		io.err(`${shortened(message)}\n`);
	};
	for (const name of missing) refuse(l10n.t('{0} does not exist.', name));
	for (const name of empty) refuse(l10n.t('{0} contains no JSON or YAML file.', name));
	const reports: FileReport[] = [];
	for (const { path, named } of files) {
		const name = path === standardInput ? '<stdin>' : path;
		try {
			if (await isTooLong(path, io)) {
				if (named) refuse(tooLong(name));
				continue;
			}
			const { text, faulty } = await readBytes(path, io);
			const checked = await checkDocument(name, text, { ...setup, ...placeOf(path, io) });
			const report = checked && { file: name, text, ...checked };
			if (faulty && (named || report !== undefined)) refuse(notUtf8(name));
			else if (report !== undefined) reports.push(report);
			else if (named && text.trim() === '') refuse(l10n.t('{0} is empty.', name));
			else if (named)
				refuse(
					l10n.t(
						'{0} is not a workflow document, a training configuration, a deployment file, a preset file or a sweep table.',
						name,
					),
				);
		} catch (cause) {
			if (!(cause instanceof Refusal)) throw cause;
			refuse(cause.message);
		}
	}
	print(options, reports, problems, io);
	const errors = reports.some((report) => report.findings.some((finding) => finding.severity === 'error'));
	return {
		status: problems.length > 0 ? statuses.wrongUse : errors ? statuses.failed : statuses.done,
		watched: {
			files: [...files.map((file) => file.path), ...missing].map((path) => resolve(io.cwd, path)),
			folders,
		},
	};
}

/** Prints the findings. If nothing was checked, prints no result for people, and only the reason for programs. */
function print(
	{ format }: CheckArguments,
	reports: readonly FileReport[],
	problems: readonly string[],
	io: CommandIo,
): void {
	const hasResult = reports.length > 0 || problems.length === 0;
	if (format === 'json') io.out(asJson(reports));
	else if (format === 'sarif') io.out(asSarif(reports));
	else if (!hasResult) io.report?.(failureOf('invalid-input', problems));
	else io.out(format === 'text' ? asText(reports) : asWhole(reports, problems));
}

/** Checks again after each change until the signal, and answers the last status. */
async function keepChecking(first: Round, options: CheckArguments, io: CommandIo): Promise<number> {
	let { status } = first;
	const extra = [options.datasets, options.nodeInfo].flatMap((path) =>
		path === undefined ? [] : [resolve(io.cwd, path)],
	);
	const withExtra = ({ files, folders }: Watched) => ({ files: [...files, ...extra], folders });
	let watched = withExtra(first.watched);
	await runOnChange(
		watched,
		async () => {
			try {
				const round = await checkOnce(options, io);
				status = round.status;
				watched = withExtra(round.watched);
			} catch (cause) {
				status = 2;
				io.err(`${shortened(cause instanceof Error ? cause.message : String(cause))}\n`);
			}
			return watched;
		},
		io.signal,
	);
	return status;
}

/** Checks the given files, with `--watch` until the signal, and returns the exit status. */
export async function check(options: CheckArguments, io: CommandIo): Promise<number> {
	try {
		const round = await checkOnce(options, io);
		return options.watch ? await keepChecking(round, options, io) : round.status;
	} catch (cause) {
		if (!(cause instanceof Refusal)) throw cause;
		return failing(io, 'invalid-input', [cause.message], statuses.wrongUse);
	}
}
