import * as vscode from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import type { Failure } from '../../../core/base/failure.ts';
import { numberText } from '../../../core/base/language.ts';
import type { Log } from '../../../core/base/log.ts';
import { type ExportFormat, exportFormats, exportRuns } from '../../../core/runs/archive/runExport.ts';
import { runName } from '../../../core/runs/describe.ts';
import { isNoFilter, noFilter, type RunFilter } from '../../../core/runs/history/filter.ts';
import type { MarksChange } from '../../../core/runs/history/marks.ts';
import { hasEnded, noteLimit, type Run } from '../../../core/runs/run.ts';
import { pictureOf } from '../../deployments/runRow.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { type HandlersOf, runCommand, showView } from '../../shell/commands.ts';
import { setContext } from '../../shell/contextKeys.ts';
import { failureText } from '../../shell/failures.ts';
import type { historyCommandIds } from '../../shell/ids.ts';
import { confirm, fail, inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { type RunArgument, RunChooser } from '../chooseRun.ts';
import type { LazyRunService } from '../lazyRunService.ts';
import { openPresent, writeInputsBack, writeSeedBack } from '../results/writeBackCommands.ts';
import { editFilter, filterText } from './filter.ts';
import type { HistoryNode } from './nodes.ts';
import { type KeptText, readKept, runTextUri } from './runTexts.ts';
import { filesHere, saveRunFiles } from './saveRunFiles.ts';
import type { HistoryTree } from './tree.ts';

interface HistoryCommandDeps {
	readonly log: Log;
	readonly session: SessionSource;
	readonly history: LazyRunService;
	readonly workflows: WorkflowDocuments;
	readonly tree: HistoryTree;
	readonly view: vscode.TreeView<HistoryNode>;
	/** Where the folder that was chosen last is remembered. */
	readonly state: vscode.Memento;
}

/** More than anyone exports; a list of that length is some 100 MB. */
const mostExported = 100_000;

/** Commands on runs of the history. Each takes the selected rows, or asks which run is meant. */
export function historyCommands(deps: HistoryCommandDeps) {
	const { log, history, session, tree, view } = deps;
	const choose = new RunChooser(history, session);

	function applyFilter(filter: RunFilter): void {
		tree.setFilter(filter);
		view.description = filterText(filter);
		setContext('easel.runsFiltered', !isNoFilter(filter));
	}

	const isStarred = ({ id }: Run) => history.opened?.marks.of(id).starred === true;

	async function mark(runs: readonly Run[], change: MarksChange): Promise<void> {
		const { marks } = await history.open();
		const results = await Promise.all(runs.map(({ id }) => marks.set(id, change)));
		const failed = results.find((result) => !result.ok);
		if (failed && !failed.ok) await fail(failureText(failed.failure));
	}

	async function editNote(argument: RunArgument): Promise<void> {
		const run = await choose.one(argument);
		if (run === undefined) return;
		const { marks } = await history.open();
		const note = await vscode.window.showInputBox({
			title: vscode.l10n.t('Note on the Run of {0}', labelText(runName(run), 60)),
			prompt: vscode.l10n.t('Kept on this computer. Leave empty to remove the note.'),
			value: marks.of(run.id).note,
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
		if (note !== undefined) await mark([run], { note });
	}

	/** The text that was kept; says so where there is none. */
	async function keptOf(run: Run, what: KeptText): Promise<string | undefined> {
		const text = await readKept(history.archive.fsPath, run.id, what);
		if (text === undefined)
			await inform(
				what === 'request'
					? vscode.l10n.t('What this run sent was not kept: an earlier version of Easel sent it.')
					: vscode.l10n.t('This run was not made from a document, or its document was not kept.'),
			);
		return text;
	}

	async function savePictures(argument: RunArgument, selected?: readonly HistoryNode[]): Promise<void> {
		const runs = await choose.many(argument, selected, (run) => pictureOf(run) !== undefined);
		await saveRunFiles(runs.flatMap(filesHere), {
			state: deps.state,
			archive: history.archive.fsPath,
			log,
			notify: (text) => vscode.window.setStatusBarMessage(text, 5000),
		});
	}

	async function showSent(argument: RunArgument): Promise<void> {
		const run = await choose.one(argument);
		if (run === undefined || (await keptOf(run, 'request')) === undefined) return;
		await vscode.window.showTextDocument(runTextUri(run, 'request'), { preview: true });
	}

	async function compareSent(argument: RunArgument): Promise<void> {
		const run = await choose.one(argument, ({ documentUri }) => documentUri !== undefined);
		if (run === undefined || (await keptOf(run, 'document')) === undefined) return;
		if (run.documentUri === undefined) return;
		const present = await openPresent(run.documentUri, run.documentName);
		if (present === undefined) return;
		await vscode.commands.executeCommand(
			'vscode.diff',
			runTextUri(run, 'document'),
			present.uri,
			vscode.l10n.t('{0}: Sent and Present', labelText(runName(run), 60)),
		);
	}

	/** Of one run or two; what is missing is asked for. A starred picture of a run represents it, else its first. */
	async function comparePictures(argument: RunArgument, selected?: readonly HistoryNode[]): Promise<void> {
		const runs = await choose.many(argument, selected);
		if (runs.length > 2) {
			await inform(vscode.l10n.t('Select one or two runs to compare their pictures.'));
			return;
		}
		const { marks } = await history.open();
		const pictures = runs.flatMap((run) => {
			const file = pictureOf(run, marks.of(run.id).starredFiles);
			return file === undefined ? [] : [{ runId: run.id, fileKey: file.key }];
		});
		if (pictures.length === runs.length) await runCommand('easel.comparePictures', pictures);
		else await inform(vscode.l10n.t('No picture of a selected run is on this computer.'));
	}

	async function remove(argument: RunArgument, selected?: readonly HistoryNode[]): Promise<void> {
		const fromKey = argument === undefined && selected === undefined;
		const chosen = await choose.many(argument, fromKey ? view.selection : selected, hasEnded);
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
		const sure = await confirm(removalQuestion(runs), {
			detail: [
				vscode.l10n.t(
					'What is kept of it on this computer is deleted: result files, what was sent, star and note. Files that you saved elsewhere stay.',
				),
				...(active === 0
					? []
					: [
							active === 1
								? vscode.l10n.t('1 selected run has not ended and stays.')
								: vscode.l10n.t('{0} selected runs have not ended and stay.', numberText(active)),
						]),
			].join(' '),
			action: vscode.l10n.t('Remove'),
		});
		if (!sure) return;
		const failures = await vscode.window.withProgress({ location: { viewId: 'easel.runs' } }, () =>
			removeAll(runs),
		);
		const [first] = failures;
		if (first === undefined) return;
		await (failures.length === 1
			? fail(failureText(first))
			: fail(
					vscode.l10n.t(
						'{0} runs could not be removed. {1}',
						numberText(failures.length),
						failureText(first),
					),
				));
	}

	async function removeAll(runs: readonly Run[]): Promise<readonly Failure[]> {
		const runService = await history.open();
		const failures: Failure[] = [];
		for (const { id } of runs) {
			const removed = await runService.remove(id);
			if (!removed.ok) failures.push(removed.failure);
		}
		return failures;
	}

	async function exportSome(argument: RunArgument, selected?: readonly HistoryNode[]): Promise<void> {
		const runService = await history.open();
		// From a row: the selected ones. Otherwise all that the view shows, pages that are not shown included.
		const runs =
			typeof argument === 'object' && argument.kind === 'run'
				? await choose.many(argument, selected)
				: history.found(tree.filter, mostExported);
		if (runs.length === 0) {
			await inform(isNoFilter(tree.filter) ? choose.nothingRan : vscode.l10n.t('No run matches the filter.'));
			return;
		}
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
		const uri = await vscode.window.showSaveDialog({
			title:
				runs.length === 1
					? vscode.l10n.t('Export 1 Run')
					: vscode.l10n.t('Export {0} Runs', numberText(runs.length)),
			filters: { JSON: ['json'], CSV: ['csv'] },
			...(folder ? { defaultUri: vscode.Uri.joinPath(folder, 'runs.json') } : {}),
		});
		if (uri === undefined) return;
		const marked = runs.map((run) => ({ run, marks: runService.marks.of(run.id) }));
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
			runs.length === 1
				? vscode.l10n.t('Exported 1 run')
				: vscode.l10n.t('Exported {0} runs', numberText(runs.length)),
			6000,
		);
	}

	return {
		'easel.filterRuns': async () => {
			// A filter of a list that nobody sees would be forgotten, and hide runs later.
			if (!view.visible) await showView('easel.runs');
			editFilter(() => tree.filter, activeWorkflow(deps.workflows), applyFilter);
		},
		'easel.clearRunFilter': () => applyFilter(noFilter),
		'easel.showOlderRuns': () => tree.showOlder(),
		'easel.writeSeedBack': async (argument: RunArgument) => {
			const run = await choose.one(argument, ({ documentUri }) => documentUri !== undefined);
			if (run) await writeSeedBack(deps, run);
		},
		'easel.writeInputsBack': async (argument: RunArgument) => {
			const run = await choose.one(argument, ({ documentUri }) => documentUri !== undefined);
			if (run) await writeInputsBack(deps, run);
		},
		'easel.showSentRequest': showSent,
		'easel.compareSentDocument': compareSent,
		'easel.starRun': async (argument: RunArgument, selected?: readonly HistoryNode[]) =>
			mark(await choose.many(argument, selected), { starred: true }),
		'easel.unstarRun': async (argument: RunArgument, selected?: readonly HistoryNode[]) =>
			mark(await choose.many(argument, selected, isStarred), { starred: false }),
		'easel.editRunNote': editNote,
		'easel.compareRunPictures': comparePictures,
		'easel.showRunPictures': async (argument: RunArgument, selected?: readonly HistoryNode[]) => {
			const runs = await choose.many(argument, selected);
			if (runs.length > 0) await runCommand('easel.showContactSheet', { runIds: runs.map(({ id }) => id) });
		},
		'easel.saveRunPictures': savePictures,
		'easel.exportRuns': exportSome,
		'easel.removeRun': remove,
	} satisfies HandlersOf<typeof historyCommandIds>;
}

function removalQuestion(runs: readonly Run[]): string {
	const [first] = runs;
	return runs.length === 1 && first !== undefined
		? vscode.l10n.t('Remove this run of "{0}" from the history?', labelText(first.documentName, 80))
		: vscode.l10n.t('Remove {0} runs from the history?', numberText(runs.length));
}

function formatOf(uri: vscode.Uri): ExportFormat {
	return exportFormats.find((format) => uri.path.toLowerCase().endsWith(`.${format}`)) ?? 'json';
}

/** The workflow in the active editor, to filter by. */
function activeWorkflow(workflows: WorkflowDocuments): string | undefined {
	const active = vscode.window.activeTextEditor?.document;
	return active && workflows.get(active)?.kind === 'api' ? active.uri.toString() : undefined;
}
