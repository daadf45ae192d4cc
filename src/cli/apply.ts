import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { compact } from '../core/base/compact.ts';
import { applyEdits } from '../core/base/fixAll.ts';
import { readDeploymentFile } from '../core/deployments/file/deploymentFile.ts';
import { idEdits } from '../core/deployments/file/deploymentFileText.ts';
import { deploymentFileEnding, isDeploymentFileName } from '../core/deployments/file/fileName.ts';
import { failureSentences, type NamedText } from '../core/deployments/file/several.ts';
import { applyDeployments, type FileOutcome, planDeployments } from '../core/operations/deployments.ts';
import { runOperation } from '../core/operations/operation.ts';
import { replaceWhole } from '../core/transfers/wholeFile.ts';
import { type ApplyArguments, applyUsage, planUsage, readArguments } from './apply/arguments.ts';
import { asJson, asText } from './apply/report.ts';
import { findFiles } from './check/files.ts';
import { answersOf } from './commands/answers.ts';
import { readDeploymentText } from './place/deploymentText.ts';
import { servicesOf } from './place/services.ts';
import { printable } from './terminal/printable.ts';

/** Where the commands read and write. */
interface ApplyIo {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	out(text: string): void;
	err(text: string): void;
}

/** `easel plan`: status 0 without a difference, 2 with differences, 1 when a file or the service is in the way. */
export async function planCommand(argv: readonly string[], io: ApplyIo): Promise<number> {
	return withArguments(argv, io, planUsage, async (options) => {
		const outcomes = await plannedOrApplied('plan', options, io);
		if (typeof outcomes === 'string') return outcomes;
		const differs = outcomes.some(({ action }) => action === 'create' || action === 'change');
		return { outcomes, status: differs ? 2 : 0 };
	});
}

/** `easel apply`: status 0 when every file is applied or needs nothing, 1 otherwise. Nothing is sent unless every file can be. */
export async function applyCommand(argv: readonly string[], io: ApplyIo): Promise<number> {
	return withArguments(argv, io, applyUsage, async (options) => {
		const outcomes = await plannedOrApplied('apply', options, io);
		if (typeof outcomes === 'string') return outcomes;
		return { outcomes: await Promise.all(outcomes.map((each) => withId(each, io))), status: 0 };
	});
}

interface Round {
	readonly outcomes: readonly FileOutcome[];
	/** Where no file is in trouble. */
	readonly status: number;
}

async function withArguments(
	argv: readonly string[],
	io: ApplyIo,
	usage: string,
	work: (options: ApplyArguments) => Promise<Round | string>,
): Promise<number> {
	const options = readArguments(argv);
	if (typeof options === 'string') {
		io.err(`${printable(options)}\n\n${usage}`);
		return 1;
	}
	if (options.help) {
		io.out(usage);
		return 0;
	}
	const round = await work(options);
	if (typeof round === 'string') {
		io.err(`${printable(round)}\n`);
		return 1;
	}
	const { outcomes, status } = round;
	io.out(options.format === 'json' ? asJson(outcomes) : asText(outcomes));
	return outcomes.some(({ action }) => action === 'trouble') ? 1 : status;
}

/** What became of every file, or would; a sentence where there is no account to ask. */
async function plannedOrApplied(
	wanted: 'plan' | 'apply',
	options: ApplyArguments,
	io: ApplyIo,
): Promise<readonly FileOutcome[] | string> {
	// A question would come between the lines of the plan, so only the flag answers.
	const answers = answersOf({ err: io.err }, { yes: options.yes, anyway: false });
	const services = await servicesOf(io, compact({ baseUrl: options.baseUrl }), answers.ask);
	if (typeof services === 'string') return services;
	try {
		const { files, troubles } = await readFiles(options.files, io);
		if (files.length === 0) return troubles;
		// Nothing is sent while a file cannot be read.
		const operation = wanted === 'apply' && troubles.length === 0 ? applyDeployments : planDeployments;
		const done = await runOperation(operation, services, { files }, answers.ask);
		if (done.ok) return [...done.value.files, ...troubles];
		const [unanswered] = answers.unanswered;
		if (unanswered !== undefined) return unanswered;
		return [...files.map(({ name }) => troubleOf(name, failureSentences(name, done.failure))), ...troubles];
	} finally {
		await services.close();
	}
}

/** The files that names lead to, and what keeps some of them from being read. */
async function readFiles(names: readonly string[], io: ApplyIo) {
	const found = await findFiles(names, io.cwd);
	const files: NamedText[] = [];
	const troubles = found.missing.map((path) => troubleOf(path, [l10n.t('{0} is not there.', path)]));
	for (const { path, named } of found.files) {
		if (isDeploymentFileName(path)) {
			const read = await readDeploymentText(path, io.cwd);
			if ('text' in read) files.push({ name: path, text: read.text });
			else troubles.push(troubleOf(path, [read.problem]));
		} else if (named)
			troubles.push(
				troubleOf(path, [l10n.t('{0}: the name must end with {1}.', path, deploymentFileEnding)]),
			);
	}
	if (files.length === 0 && troubles.length === 0) {
		const sentence = l10n.t('No file there has a name that ends with {0}.', deploymentFileEnding);
		troubles.push(troubleOf(names.join(' '), [sentence]));
	}
	return { files, troubles };
}

function troubleOf(file: string, sentences: readonly string[]): FileOutcome {
	return { file, action: 'trouble', changes: [], applied: false, sentences: [...sentences] };
}

/** From now on the file belongs to the deployment that was made from it. */
async function withId(outcome: FileOutcome, io: ApplyIo): Promise<FileOutcome> {
	const { file: path, action, applied, id, name = '' } = outcome;
	if (action !== 'create' || !applied || id === undefined || (await writeId(path, id, io))) return outcome;
	const sentence = l10n.t('{0}: "{1}" was created. Add this line to the file: id: {2}', path, name, id);
	return { ...outcome, action: 'trouble', sentences: [sentence] };
}

async function writeId(path: string, id: string, io: ApplyIo): Promise<boolean> {
	const read = await readDeploymentText(path, io.cwd);
	if ('problem' in read) return false;
	const { text } = read;
	try {
		const changed = applyEdits(text, idEdits(text, readDeploymentFile(text), id));
		await replaceWhole(resolve(io.cwd, path), Buffer.from(changed));
		return true;
	} catch {
		return false;
	}
}
