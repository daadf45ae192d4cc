import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { readDocument } from '../../../core/runs/archive/runFolder.ts';
import { runName } from '../../../core/runs/describe.ts';
import { differenceOfRuns, type RunDifference, type SentRun } from '../../../core/runs/history/difference.ts';
import {
	type ComparedSide,
	type PictureId,
	type PicturesIdentity,
	type PicturesProtocol,
	picturesProtocol,
} from '../../../core/runs/pictures/messages.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { RunService } from '../../../core/runs/runService.ts';
import { runCommand } from '../../shell/commands.ts';
import type { PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import type { RunServices } from '../services.ts';

interface PicturesPanelParts extends Pick<RunServices, 'log' | 'workflows'> {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri'>;
	readonly runService: RunService;
	/** Folder with one folder of result files for each run. */
	readonly archive: vscode.Uri;
}

/** Reads the state of a panel from before the window was reloaded. */
export const savedPictures = identityReader(picturesProtocol);

/** Makes the panel that compares two pictures. It may load files of the archive only. */
export async function createPicturesPanel(
	{ left, right }: PicturesIdentity,
	place: PanelPlace,
	parts: PicturesPanelParts,
): Promise<Panel<PicturesProtocol>> {
	const { context, log, archive, runService } = parts;
	// Read once, since the document of a run does not change.
	const difference = await differenceBetween(parts, left.runId, right.runId);
	const title = (): string => {
		const run = runService.get(left.runId) ?? runService.get(right.runId);
		return run === undefined
			? vscode.l10n.t('Compare Pictures')
			: vscode.l10n.t('Compare: {0}', runName(run));
	};
	return createPanel({
		viewType: 'easel.pictures',
		protocol: picturesProtocol,
		extensionUri: context.extensionUri,
		log,
		title,
		identity: { left, right },
		roots: [archive],
		state: (panel) => ({
			now: Date.now(),
			left: sideOf(left, parts, panel, difference.words?.[0]),
			right: sideOf(right, parts, panel, difference.words?.[1]),
			inputs: [...difference.inputs],
			...compact({ inputsNote: difference.note }),
		}),
		handlers: () => ({
			showRun: ({ run }) => runCommand('easel.showRun', run),
			writeSeedBack: ({ run }) => runCommand('easel.writeSeedBack', run),
			compareOther: () => runCommand('easel.comparePictures', [left]),
		}),
		requests: () => ({}),
		...place,
	});
}

async function differenceBetween(
	parts: PicturesPanelParts,
	left: string,
	right: string,
): Promise<RunDifference> {
	const [one, other] = await Promise.all([sentRun(parts, left), sentRun(parts, right)]);
	if (one === undefined || other === undefined) {
		return {
			inputs: [],
			note: vscode.l10n.t('One of the runs is no longer in the history, so its inputs are not known.'),
		};
	}
	return differenceOfRuns(one, other);
}

async function sentRun(
	{ runService, archive, workflows }: PicturesPanelParts,
	runId: string,
): Promise<SentRun | undefined> {
	const run = runService.get(runId);
	if (run === undefined) return undefined;
	const kept = await readDocument(archive.fsPath, runId);
	return kept === undefined ? { run } : { run, document: workflows.ofText(kept.text) };
}

function sideOf(
	{ runId, fileKey }: PictureId,
	{ runService }: PicturesPanelParts,
	panel: Panel<PicturesProtocol>,
	words: string | undefined,
): ComparedSide {
	const run = runService.get(runId);
	if (run === undefined)
		return { name: '', problem: vscode.l10n.t('The run of this picture is no longer in the history.') };
	const file = run.files.find(({ key }) => key === fileKey);
	const side = { run: { ...runFacts(run), ...compact({ words }) }, name: file?.filename ?? '' };
	if (file?.archivedAs === undefined) {
		return { ...side, problem: file?.problem ?? vscode.l10n.t('This picture is not on this computer.') };
	}
	const folder = vscode.Uri.file(runService.archivePath(run));
	return { ...side, src: panel.uriFor(vscode.Uri.joinPath(folder, file.archivedAs)) };
}

function runFacts(run: Run): NonNullable<ComparedSide['run']> {
	const { seed } = run.summary;
	return {
		id: run.id,
		documentName: run.documentName,
		targetName: run.target.name,
		submittedAt: run.submittedAt,
		hasDocument: run.documentUri !== undefined,
		...compact({ seed }),
	};
}
