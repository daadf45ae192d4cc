import * as vscode from 'vscode';
import { runName } from '../../../core/runs/describe.ts';
import { isNoFilter, noFilter, type RunFilter } from '../../../core/runs/history/filter.ts';
import { hasEnded, type Run, undownloadedFiles } from '../../../core/runs/run.ts';
import { pictureOf } from '../../deployments/runRow.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { type HandlersOf, runCommand, showView } from '../../shell/commands.ts';
import { setContext } from '../../shell/contextKeys.ts';
import type { historyCommandIds } from '../../shell/ids.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { type RunArgument, RunChooser } from '../chooseRun.ts';
import { openPresent, writeInputsBack, writeSeedBack } from '../results/writeBackCommands.ts';
import type { RunServices } from '../services.ts';
import type { WindowRuns } from '../windowRuns.ts';
import { downloadMissing, editNote, exportToFile, markRuns, removeRuns } from './actions.ts';
import { editFilter, filterText } from './filter.ts';
import type { HistoryNode } from './nodes.ts';
import { type KeptText, readKept, runTextUri } from './runTexts.ts';
import { filesOf, saveRunFiles } from './saveRunFiles.ts';
import type { HistoryTree } from './tree.ts';

interface HistoryCommandDeps
	extends Pick<RunServices, 'acts' | 'log' | 'session' | 'windowRuns' | 'workflows'> {
	readonly tree: HistoryTree;
	readonly view: vscode.TreeView<HistoryNode>;
	/** Stores the folder that was chosen last. */
	readonly state: vscode.Memento;
}

/** More runs than anyone exports; such a list has about 100 MB. */
const mostExported = 100_000;

/** Returns the commands on runs of the history. Each applies to the selected rows, or asks for a run. */
export function historyCommands(deps: HistoryCommandDeps) {
	const { log, windowRuns, session, tree, view } = deps;
	const choose = new RunChooser(windowRuns, session);

	function applyFilter(filter: RunFilter): void {
		tree.setFilter(filter);
		view.description = filterText(filter);
		setContext('easel.runsFiltered', !isNoFilter(filter));
	}

	const hasDocument = ({ documentUri }: Run) => documentUri !== undefined;
	const isStarred = ({ id }: Run) => windowRuns.opened?.marks.of(id).starred === true;

	async function savePictures(argument: RunArgument, selected?: readonly HistoryNode[]): Promise<void> {
		const runs = await choose.many(argument, selected, (run) => pictureOf(run) !== undefined);
		await saveRunFiles(runs.flatMap(filesOf), {
			state: deps.state,
			archive: windowRuns.archive.fsPath,
			log,
			notify: (text) => vscode.window.setStatusBarMessage(text, 5000),
		});
	}

	/**
	 * Compares pictures of one run or two; asks for missing ones. A starred picture of a run represents it, else its
	 * first.
	 */
	async function comparePictures(argument: RunArgument, selected?: readonly HistoryNode[]): Promise<void> {
		const runs = await choose.many(argument, selected);
		if (runs.length > 2) {
			await inform(vscode.l10n.t('Select one or two runs to compare their pictures.'));
			return;
		}
		const { marks } = await windowRuns.open();
		const pictures = runs.flatMap((run) => {
			const file = pictureOf(run, marks.of(run.id).starredFiles);
			return file === undefined ? [] : [{ runId: run.id, fileKey: file.key }];
		});
		if (pictures.length === runs.length) await runCommand('easel.comparePictures', pictures);
		else await inform(vscode.l10n.t('No picture of a selected run is on this computer.'));
	}

	/** Downloads results of runs given by ids or rows, or of all runs of the connection. */
	async function downloadSome(
		argument: RunArgument | readonly string[],
		selected?: readonly HistoryNode[],
	): Promise<void> {
		const service = await windowRuns.open();
		const runs = isIds(argument)
			? argument.flatMap((id) => service.get(id) ?? [])
			: argument === undefined && selected === undefined
				? windowRuns.found(noFilter, mostExported).filter((run) => undownloadedFiles(run).length > 0)
				: await choose.many(argument, selected);
		await downloadMissing(deps.acts, runs, (id) => service.get(id));
	}

	async function exportSome(argument: RunArgument, selected?: readonly HistoryNode[]): Promise<void> {
		const { marks } = await windowRuns.open();
		// From a row: the selected ones. Otherwise all that the view shows, pages that are not shown included.
		const runs =
			typeof argument === 'object' && argument.kind === 'run'
				? await choose.many(argument, selected)
				: windowRuns.found(tree.filter, mostExported);
		if (runs.length === 0) {
			await inform(isNoFilter(tree.filter) ? choose.nothingRan : vscode.l10n.t('No run matches the filter.'));
			return;
		}
		await exportToFile(log, runs, marks);
	}

	return {
		'easel.filterRuns': async () => {
			// A filter of an invisible list would be forgotten, and hide runs later.
			if (!view.visible) await showView('easel.runs');
			editFilter(() => tree.filter, activeWorkflow(deps.workflows), applyFilter);
		},
		'easel.clearRunFilter': () => applyFilter(noFilter),
		'easel.showOlderRuns': () => tree.showOlder(),
		'easel.writeSeedBack': choose.command((run) => writeSeedBack(deps, run), hasDocument),
		'easel.writeInputsBack': choose.command((run) => writeInputsBack(deps, run), hasDocument),
		'easel.showSentRequest': choose.command((run) => showSent(windowRuns, run)),
		'easel.compareSentDocument': choose.command((run) => compareSent(windowRuns, run), hasDocument),
		'easel.starRun': async (argument: RunArgument, selected?: readonly HistoryNode[]) =>
			markRuns(deps, await choose.many(argument, selected), { starred: true }),
		'easel.unstarRun': async (argument: RunArgument, selected?: readonly HistoryNode[]) =>
			markRuns(deps, await choose.many(argument, selected, isStarred), { starred: false }),
		'easel.editRunNote': choose.command((run) => editNote(deps, run)),
		'easel.compareRunPictures': comparePictures,
		'easel.showRunPictures': async (argument: RunArgument, selected?: readonly HistoryNode[]) => {
			const runs = await choose.many(argument, selected);
			if (runs.length > 0) await runCommand('easel.showContactSheet', { runIds: runs.map(({ id }) => id) });
		},
		'easel.saveRunPictures': savePictures,
		'easel.downloadMissingResults': downloadSome,
		'easel.exportRuns': exportSome,
		'easel.removeRun': async (argument: RunArgument, selected?: readonly HistoryNode[]) => {
			const fromKey = argument === undefined && selected === undefined;
			await removeRuns(deps.acts, await choose.many(argument, fromKey ? view.selection : selected, hasEnded));
		},
	} satisfies HandlersOf<typeof historyCommandIds>;
}

function isIds(argument: RunArgument | readonly string[]): argument is readonly string[] {
	return Array.isArray(argument);
}

/** Returns the workflow in the active editor, to filter by. */
function activeWorkflow(workflows: WorkflowDocuments): string | undefined {
	const active = vscode.window.activeTextEditor?.document;
	return active && workflows.get(active)?.kind === 'api' ? active.uri.toString() : undefined;
}

/** Shows the body that a run has sent. */
async function showSent(windowRuns: WindowRuns, run: Run): Promise<void> {
	if ((await keptOf(windowRuns, run, 'request')) === undefined) return;
	await vscode.window.showTextDocument(runTextUri(run, 'request'), { preview: true });
}

/** Compares the document as a run has sent it with how it is now. */
async function compareSent(windowRuns: WindowRuns, run: Run): Promise<void> {
	if ((await keptOf(windowRuns, run, 'document')) === undefined || run.documentUri === undefined) return;
	const present = await openPresent(run.documentUri, run.documentName);
	if (present === undefined) return;
	await vscode.commands.executeCommand(
		'vscode.diff',
		runTextUri(run, 'document'),
		present.uri,
		vscode.l10n.t('{0}: Sent and Present', labelText(runName(run), 60)),
	);
}

/** Returns the kept text; if absent, shows a message. */
async function keptOf(windowRuns: WindowRuns, run: Run, what: KeptText): Promise<string | undefined> {
	const text = await readKept(windowRuns.archive.fsPath, run.id, what);
	if (text === undefined)
		await inform(
			what === 'request'
				? vscode.l10n.t('The inputs of this run were not kept: an earlier version of Easel sent it.')
				: vscode.l10n.t('This run was not made from a document, or its document was not kept.'),
		);
	return text;
}
