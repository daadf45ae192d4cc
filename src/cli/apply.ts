import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { applyEdits } from '../core/base/fixAll.ts';
import { counted } from '../core/base/language.ts';
import { readDeploymentFile } from '../core/deployments/file/deploymentFile.ts';
import { idEdits } from '../core/deployments/file/deploymentFileText.ts';
import { deploymentFileEnding, isDeploymentFileName } from '../core/deployments/file/fileName.ts';
import type { NamedText } from '../core/deployments/file/several.ts';
import { type FileOutcome, planDeployments } from '../core/operations/deployments/files.ts';
import { replaceWhole } from '../core/transfers/wholeFile.ts';
import { findFiles } from './check/files.ts';
import { failing } from './frame/failing.ts';
import type { OperationCall } from './frame/operationCommand.ts';
import { readDeploymentText } from './place/deploymentText.ts';
import { printable } from './terminal/printable.ts';
import { statuses, statusOf } from './terminal/status.ts';

/**
 * Runs `easel plan` and `easel apply`: reports the effect of each file. Nothing is sent unless every file can be
 * applied. The exit status is that of the worst file: 1 if it differs from its deployment and nothing was sent, 2 if
 * the file itself is wrong.
 */
export async function compareFiles({
	io,
	given,
	operation,
	dry,
	call,
	fail,
	show,
}: OperationCall): Promise<number> {
	const { files, troubles } = await readFiles(given.positionals, io.cwd);
	if (files.length === 0) {
		const sentences = troubles.flatMap((trouble) => trouble.sentences);
		return failing(io, 'invalid-input', sentences, statuses.wrongUse);
	}
	const done = await call(troubles.length === 0 && dry === undefined ? operation.id : planDeployments.id, {
		files,
	});
	if (!done.ok) return fail(done.failure);
	const known = z.parse(planDeployments.output, done.value).files;
	const outcomes = [...(await Promise.all(known.map((each) => withId(each, io.cwd)))), ...troubles];
	show({ files: outcomes }, { text: asText(outcomes) });
	return Math.max(
		...outcomes.map((each) =>
			dry !== undefined && each.action !== 'trouble' ? statuses.done : statusFor(each),
		),
	);
}

function statusFor({ action, applied, failure }: FileOutcome): number {
	if (action === 'none') return statuses.done;
	if (action !== 'trouble') return applied ? statuses.done : statuses.failed;
	if (failure !== undefined) return statusOf(failure);
	// It was created, but its file has no id yet.
	return applied ? statuses.failed : statuses.wrongUse;
}

/** Reads the files of the given names, and returns the reasons why some of them cannot be read. */
async function readFiles(names: readonly string[], cwd: string) {
	const found = await findFiles(names, cwd);
	const files: NamedText[] = [];
	const troubles = found.missing.map((path) => troubleOf(path, [l10n.t('{0} does not exist.', path)]));
	for (const { path, named } of found.files) {
		if (isDeploymentFileName(path)) {
			const read = await readDeploymentText(path, cwd);
			if ('text' in read) files.push({ name: path, text: read.text });
			else troubles.push(troubleOf(path, [read.problem]));
		} else if (named)
			troubles.push(
				troubleOf(path, [l10n.t('{0}: the name must end with {1}.', path, deploymentFileEnding)]),
			);
	}
	if (files.length === 0 && troubles.length === 0) {
		const sentence = l10n.t('It contains no file whose name ends with {0}.', deploymentFileEnding);
		troubles.push(troubleOf(names.join(' '), [sentence]));
	}
	return { files, troubles };
}

function troubleOf(file: string, sentences: readonly string[]): FileOutcome {
	return { file, action: 'trouble', changes: [], applied: false, sentences: [...sentences] };
}

/** Writes the id of the created deployment into the file, which belongs to that deployment from now on. */
async function withId(outcome: FileOutcome, cwd: string): Promise<FileOutcome> {
	const { file: path, action, applied, id, name = '' } = outcome;
	if (action !== 'create' || !applied || id === undefined || (await writeId(path, id, cwd))) return outcome;
	const sentence = l10n.t('{0}: "{1}" was created. Add this line to the file: id: {2}', path, name, id);
	return { ...outcome, action: 'trouble', sentences: [sentence] };
}

async function writeId(path: string, id: string, cwd: string): Promise<boolean> {
	const read = await readDeploymentText(path, cwd);
	if ('problem' in read) return false;
	const { text } = read;
	try {
		const changed = applyEdits(text, idEdits(text, readDeploymentFile(text), id));
		await replaceWhole(resolve(cwd, path), Buffer.from(changed));
		return true;
	} catch {
		return false;
	}
}

const actionTexts = {
	plan: {
		create: l10n.t('would be created'),
		change: l10n.t('would be changed'),
		none: l10n.t('no difference'),
	},
	apply: { create: l10n.t('created'), change: l10n.t('changed'), none: l10n.t('no difference') },
} as const;

/** Returns the report for people: a line for each file, its differences below it, and the sum at the end. */
function asText(outcomes: readonly FileOutcome[]): string {
	const lines: string[] = [];
	for (const { file, action, name = '', id, changes, cost, applied, sentences } of outcomes) {
		if (action !== 'trouble') {
			const deployment = [`"${name}"`, id === undefined ? '' : `(${id})`].filter(Boolean).join(' ');
			lines.push(printable(`${file}: ${deployment}: ${actionTexts[applied ? 'apply' : 'plan'][action]}`));
			for (const { key, before, after } of changes)
				lines.push(
					printable(before === undefined ? `  ${key}: ${after}` : `  ${key}: ${before} -> ${after}`),
				);
			if (cost !== undefined && action !== 'none') lines.push(printable(`  ${cost}`));
		}
		lines.push(...sentences.map(printable));
	}
	const count = (action: FileOutcome['action']) => outcomes.filter((each) => each.action === action).length;
	const sum = [
		l10n.t('{0} to create', count('create')),
		l10n.t('{0} to change', count('change')),
		l10n.t('{0} unchanged', count('none')),
		...(count('trouble') > 0 ? [l10n.t('{0} with problems', count('trouble'))] : []),
	].join(', ');
	lines.push(`${counted(outcomes.length, l10n.t('1 file'), l10n.t('{0} files'))}: ${sum}`);
	return `${lines.join('\n')}\n`;
}
