import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { kindOfFile } from '../../../core/base/fileKind.ts';
import { counted } from '../../../core/base/language.ts';
import { describeRun, runName } from '../../../core/runs/describe.ts';
import { groupKey } from '../../../core/runs/history/group.ts';
import type { PictureId } from '../../../core/runs/pictures/messages.ts';
import type { Run, RunFile } from '../../../core/runs/run.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { WindowRuns } from '../windowRuns.ts';
import type { PicturesPanels } from './panels.ts';

export interface ComparePicturesDeps {
	readonly windowRuns: WindowRuns;
	readonly pictures: PicturesPanels;
}

/** The arguments of the command: none, one or both of the pictures. */
const argumentSchema = z.array(z.object({ runId: z.string(), fileKey: z.string() }));

/** Runs that are offered. */
const offered = 200;

interface RunItem extends vscode.QuickPickItem {
	readonly run?: Run;
}

interface FileItem extends vscode.QuickPickItem {
	readonly file: RunFile;
}

/** Compares two pictures of any runs side by side; asks for those that the argument does not name. */
export async function comparePictures(
	{ windowRuns, pictures }: ComparePicturesDeps,
	argument: unknown,
): Promise<void> {
	const parsed = argumentSchema.safeParse(argument);
	const [first, second] = parsed.success ? parsed.data : [];
	await windowRuns.open();
	const left = first ?? (await pickPicture(windowRuns, vscode.l10n.t('Compare Pictures: First Picture')));
	if (left === undefined) return;
	const title = vscode.l10n.t('Compare Pictures: Second Picture');
	const right = second ?? (await pickPicture(windowRuns, title, left));
	if (right === undefined) return;
	await pictures.open({ left, right }, { column: vscode.ViewColumn.Active });
}

/** Asks for a run, then for one of its pictures if it has several. @param other is not offered again. */
async function pickPicture(
	windowRuns: WindowRuns,
	title: string,
	other?: PictureId,
): Promise<PictureId | undefined> {
	const service = await windowRuns.open();
	const wanted = (run: Run): readonly RunFile[] =>
		picturesOf(run).filter(({ key }) => run.id !== other?.runId || key !== other.fileKey);
	const runs = windowRuns.latest(offered).filter((run) => wanted(run).length > 0);
	if (runs.length === 0) {
		await inform(
			other === undefined
				? vscode.l10n.t('No run on this computer has a picture yet. Run a workflow first.')
				: vscode.l10n.t('There is no other picture to compare with yet. Run the workflow again first.'),
		);
		return undefined;
	}
	const item = (run: Run): RunItem => {
		const files = wanted(run);
		const count = counted(files.length, vscode.l10n.t('1 picture'), vscode.l10n.t('{0} pictures'));
		return {
			label: labelText(runName(run)),
			description: labelText([...describeRun(run, Date.now()), count].join(' · ')),
			detail: labelText(run.summary.prompt ?? run.target.name, 120),
			...faceOf(service.archivePath(run), files[0]),
			run,
		};
	};
	const beside = other && service.get(other.runId);
	const [near, far] = [true, false].map((isNear) =>
		runs.filter((run) => (beside !== undefined && groupKey(run) === groupKey(beside)) === isNear),
	) as [Run[], Run[]];
	// Most people want to compare with another run: it is the first row, which Enter takes.
	near.sort((one, two) => Number(one.id === beside?.id) - Number(two.id === beside?.id));
	const items: RunItem[] = [
		...near.map(item),
		...(near.length > 0 && far.length > 0
			? [{ label: vscode.l10n.t('Other Documents'), kind: vscode.QuickPickItemKind.Separator }]
			: []),
		...far.map(item),
	];
	const run = (
		await vscode.window.showQuickPick(items, {
			title,
			placeHolder: vscode.l10n.t('Select a run'),
			matchOnDescription: true,
			matchOnDetail: true,
		})
	)?.run;
	if (run === undefined) return undefined;
	const files = wanted(run);
	const file = files.length === 1 ? files[0] : await pickFile(service.archivePath(run), run, files, title);
	return file && { runId: run.id, fileKey: file.key };
}

async function pickFile(
	folder: string,
	run: Run,
	files: readonly RunFile[],
	title: string,
): Promise<RunFile | undefined> {
	const items = files.map(
		(file): FileItem => ({
			label: labelText(file.filename),
			description: labelText(run.summary.outputTitles[file.nodeId ?? ''] ?? ''),
			...faceOf(folder, file),
			file,
		}),
	);
	const placeHolder = vscode.l10n.t('Select a picture');
	return (await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true }))?.file;
}

/** Returns the pictures of a run that are on this computer. */
function picturesOf({ files }: Run): readonly RunFile[] {
	return files.filter(
		({ filename, archivedAs }) => archivedAs !== undefined && kindOfFile(filename) === 'image',
	);
}

function faceOf(folder: string, file: RunFile | undefined): { readonly iconPath?: vscode.Uri } {
	if (file?.archivedAs === undefined) return {};
	return { iconPath: vscode.Uri.joinPath(vscode.Uri.file(folder), file.archivedAs) };
}
