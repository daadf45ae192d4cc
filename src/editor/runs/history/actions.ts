import * as vscode from 'vscode';
import type { Failure } from '../../../core/base/failure.ts';
import { counted, numberText } from '../../../core/base/language.ts';
import type { Log } from '../../../core/base/log.ts';
import { runDelete, runFetch, runMark } from '../../../core/operations/runs/history.ts';
import { type ExportFormat, exportFormats, exportRuns } from '../../../core/runs/archive/runExport.ts';
import { runName } from '../../../core/runs/describe.ts';
import type { MarksChange, RunMarks } from '../../../core/runs/history/marks.ts';
import { hasEnded, noteLimit, type Run, undownloadedFiles } from '../../../core/runs/run.ts';
import type { Acts } from '../../shell/acts/acts.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { failureText, showFailure } from '../../shell/failures.ts';
import { confirm, fail, inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { missingText } from '../notifier.ts';
import type { RunServices } from '../services.ts';

/** Changes stars or notes of runs, and shows the first failure. */
export async function markRuns(
	{ acts, log }: Pick<AppServices, 'acts' | 'log'>,
	runs: readonly Run[],
	change: MarksChange,
): Promise<void> {
	const results = await Promise.all(runs.map(({ id }) => acts.run(runMark, { id, ...change })));
	const failed = results.find((result) => !result.ok);
	if (failed && !failed.ok) await showFailure(log, failed.failure);
}

/** Asks for the note on a run. */
export async function editNote(
	{ windowRuns, ...services }: Pick<RunServices, 'acts' | 'log' | 'windowRuns'>,
	run: Run,
): Promise<void> {
	const { marks } = await windowRuns.open();
	// The box has one line and would join those of the note.
	const value = marks.of(run.id).note.replaceAll('\n', ' ⏎ ');
	const note = await vscode.window.showInputBox({
		title: vscode.l10n.t('Note on the Run of {0}', labelText(runName(run), 60)),
		prompt: vscode.l10n.t('Kept on this computer. Leave empty to remove the note.'),
		value,
		ignoreFocusOut: true,
		validateInput: (text) =>
			text.trim().length <= noteLimit
				? undefined
				: vscode.l10n.t(
						'A note can have at most {0} characters; this one has {1}.',
						numberText(noteLimit),
						numberText(text.trim().length),
					),
	});
	if (note !== undefined) await markRuns(services, [run], { note: note.replaceAll(/ ?⏎ ?/g, '\n') });
}

/** Downloads the missing results of runs, and warns of those that are still missing afterwards. */
export async function downloadMissing(
	acts: Acts,
	runs: readonly Run[],
	get: (runId: string) => Run | undefined,
): Promise<void> {
	const lacking = runs.filter(({ files }) => files.some(({ problem }) => problem !== undefined));
	if (lacking.length === 0) {
		await inform(vscode.l10n.t('No results are missing on this computer.'));
		return;
	}
	const outcomes = await Promise.all(lacking.map(({ id }) => acts.run(runFetch, { id, wait: true })));
	const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]));
	const [first] = failures;
	if (first === undefined) {
		await reportMissingFiles(acts, lacking, get);
		return;
	}
	await fail(
		failures.length === 1
			? failureText(first)
			: vscode.l10n.t(
					'The results of {0} runs could not be downloaded. {1}',
					numberText(failures.length),
					failureText(first),
				),
	);
}

async function reportMissingFiles(
	acts: Acts,
	runs: readonly Run[],
	get: (runId: string) => Run | undefined,
): Promise<void> {
	const missing = runs.flatMap(({ id }) => get(id) ?? []).filter((run) => undownloadedFiles(run).length > 0);
	const text = missingText(missing);
	if (text === undefined) return;
	const again = vscode.l10n.t('Download Again');
	if ((await warn(text, again)) === again) await downloadMissing(acts, missing, get);
}

/** Writes runs with their stars and notes into a file that the person chooses. */
export async function exportToFile(log: Log, runs: readonly Run[], marks: RunMarks): Promise<void> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const uri = await vscode.window.showSaveDialog({
		title: counted(runs.length, vscode.l10n.t('Export 1 Run'), vscode.l10n.t('Export {0} Runs')),
		filters: { JSON: ['json'], CSV: ['csv'] },
		...(folder ? { defaultUri: vscode.Uri.joinPath(folder, 'runs.json') } : {}),
	});
	if (uri === undefined) return;
	const marked = runs.map((run) => ({ run, marks: marks.of(run.id) }));
	try {
		await vscode.workspace.fs.writeFile(uri, Buffer.from(exportRuns(marked, formatOf(uri))));
	} catch (cause) {
		log.error('Runs could not be exported', cause);
		await fail(
			vscode.l10n.t(
				'"{0}" could not be written. Choose a folder that can be written to, or make sure that the disk is not full.',
				labelText(uri.path.split('/').at(-1) ?? ''),
			),
		);
		return;
	}
	vscode.window.setStatusBarMessage(
		counted(runs.length, vscode.l10n.t('Exported 1 run'), vscode.l10n.t('Exported {0} runs')),
		6000,
	);
}

function formatOf(uri: vscode.Uri): ExportFormat {
	return exportFormats.find((format) => uri.path.toLowerCase().endsWith(`.${format}`)) ?? 'json';
}

/** Removes the ended ones of some runs, after a question. */
export async function removeRuns(acts: Acts, chosen: readonly Run[]): Promise<void> {
	const runs = chosen.filter(hasEnded);
	const active = chosen.length - runs.length;
	if (chosen.length === 0) return;
	if (runs.length === 0) {
		await warn(
			active === 1
				? vscode.l10n.t('This run has not ended, so it stays in the history. Cancel it first.')
				: vscode.l10n.t('These runs have not ended, so they stay in the history. Cancel them first.'),
		);
		return;
	}
	if (!(await mayRemove(runs, active))) return;
	const failures = await vscode.window.withProgress({ location: { viewId: 'easel.runs' } }, () =>
		removeAll(acts, runs),
	);
	const [first] = failures;
	if (first === undefined) return;
	await (failures.length === 1
		? fail(failureText(first))
		: fail(
				vscode.l10n.t('{0} runs could not be removed. {1}', numberText(failures.length), failureText(first)),
			));
}

/** Asks whether to remove runs; `active` more were selected that have not ended. */
function mayRemove(runs: readonly Run[], active: number): PromiseLike<boolean> {
	return confirm(removalQuestion(runs), {
		detail: [
			vscode.l10n.t(
				'Its data on this computer is deleted: result files, the sent document, star and note. Files that you saved elsewhere are kept.',
			),
			...(active === 0
				? []
				: [
						counted(
							active,
							vscode.l10n.t('1 selected run has not ended and stays.'),
							vscode.l10n.t('{0} selected runs have not ended and stay.'),
						),
					]),
		].join(' '),
		action: vscode.l10n.t('Remove'),
	});
}

async function removeAll(acts: Acts, runs: readonly Run[]): Promise<readonly Failure[]> {
	const failures: Failure[] = [];
	// One question covers all of them.
	const answers = { confirmDelete: async () => true };
	for (const { id } of runs) {
		const removed = await acts.run(runDelete, { id }, { answers });
		if (!removed.ok) failures.push(removed.failure);
	}
	return failures;
}

function removalQuestion(runs: readonly Run[]): string {
	const [first] = runs;
	return runs.length === 1 && first !== undefined
		? vscode.l10n.t('Remove this run of "{0}" from the history?', labelText(first.documentName, 80))
		: vscode.l10n.t('Remove {0} runs from the history?', numberText(runs.length));
}
