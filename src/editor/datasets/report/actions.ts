import { join } from 'node:path';
import * as vscode from 'vscode';
import { success } from '../../../core/base/failure.ts';
import { numberText } from '../../../core/base/language.ts';
import type { Handlers } from '../../../core/base/panel/protocol.ts';
import type { RequestHandlers } from '../../../core/base/panel/requests.ts';
import { failingKinds } from '../../../core/datasets/report/findingKinds.ts';
import type { UploadReportProtocol } from '../../../core/datasets/report/messages.ts';
import type { UploadReportModel } from '../../../core/datasets/report/model.ts';
import type { Report } from '../../../core/datasets/report/report.ts';
import { fileRows } from '../../../core/datasets/report/rows.ts';
import { isFindingKind, isFix } from '../../../core/datasets/report/view.ts';
import { datasetRetry, datasetUpload, uploadCancel } from '../../../core/operations/datasets/uploads.ts';
import { runCommand } from '../../shell/commands.ts';
import { ask } from '../../shell/messages.ts';
import { askForFolder } from '../../shell/questions.ts';
import { isTrustedToSend } from '../../shell/trust.ts';
import { showUploadProgress } from '../upload/progress.ts';
import type { StartedUploads } from '../upload/startedUploads.ts';
import type { UploadReportParts } from './panels.ts';

/** Returns the handlers of the controls of a report. */
export function reportHandlers(
	parts: UploadReportParts,
	model: UploadReportModel,
	started: StartedUploads,
): Handlers<UploadReportProtocol['toHost']> {
	const { acts, uploads, selection, openReport, documents } = parts;
	const row = () => {
		const { upload } = model;
		if (upload === undefined) return undefined;
		const { datasetId: id, datasetName: name } = upload;
		return {
			kind: 'dataset',
			dataset: { id, name, state: upload.state === 'ready' ? 'READY' : 'UPLOADING' },
		};
	};
	return {
		setName: ({ name }) => model.setName(name),
		setFamily: ({ family }) => model.setFamily(family),
		setControls: ({ controls }) => model.setControls(controls),
		async chooseControls() {
			const folder = await askForFolder({
				openLabel: vscode.l10n.t('Use for Control Images'),
				title: vscode.l10n.t('Select the Folder with the Control Images'),
			});
			if (folder !== undefined) await model.chooseControls(folder.fsPath);
		},
		uploadControls() {
			const { controls } = model.report;
			const [root] = selection.paths;
			if (controls?.folder !== undefined && root !== undefined)
				openReport({ paths: [join(root, ...controls.folder.split('/'))] });
		},
		scanAgain: () => model.report.scan(),
		compared: ({ pictures }) => model.report.setCompared(pictures),
		async editCaptions() {
			const [path] = selection.paths;
			if (path !== undefined) await runCommand('easel.editCaptions', vscode.Uri.file(path));
		},
		async showFile({ id }) {
			await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(id), { preview: true });
		},
		upload: () => upload(parts, model, started),
		async cancel() {
			const { upload } = model;
			if (upload !== undefined) await acts.done(uploadCancel, { id: upload.id });
		},
		async retry() {
			const { upload } = model;
			const again = upload && (await acts.done(datasetRetry, { id: upload.datasetId }));
			const sending = again && (await uploads.open()).upload(again.id);
			if (sending !== undefined) void showUploadProgress(parts, sending);
		},
		backToReport() {
			started.forget(selection);
			return model.startOver();
		},
		async insert() {
			const isTraining = (document: vscode.TextDocument) => documents.kindOf(document) === 'training';
			// The panel has the focus, and the command works on the text that has it.
			const shown = vscode.window.visibleTextEditors.find(({ document }) => isTraining(document));
			const document = shown?.document ?? vscode.workspace.textDocuments.find(isTraining);
			if (document !== undefined)
				await vscode.window.showTextDocument(document, {
					viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
				});
			await runCommand('easel.insertDataset', row());
		},
		newConfiguration: () => runCommand('easel.newTrainingConfiguration', row()),
	};
}

/**
 * Returns the handlers of the questions of a report's view.
 * @param addressOf returns the address from which the view loads a file.
 */
export function reportRequests(
	model: UploadReportModel,
	addressOf: (path: string) => string,
): RequestHandlers<UploadReportProtocol['requests']> {
	const { report } = model;
	return {
		pictures: ({ count }) =>
			success({ rows: report.uncompared.slice(0, count).map((id) => ({ id, address: addressOf(id) })) }),
		files(params) {
			const { state } = report;
			return success(
				state.kind === 'ready' ? fileRows(state.report, params, report.family) : { total: 0, rows: [] },
			);
		},
		async fix({ kind: finding, fix, ...input }) {
			if (!isFindingKind(finding) || !isFix(fix))
				return success({ sentence: vscode.l10n.t('This fix is not available.') });
			return success({ sentence: await report.fix({ kind: finding, fix, ...input }) });
		},
		fixAllThatIsSafe: async () => success({ sentence: await report.fixAllThatIsSafe() }),
		undo: async () => success({ sentence: await report.undo() }),
	};
}

/** Asks the necessary questions, and starts the upload. */
async function upload(
	{ acts, signedIn, uploads, selection }: UploadReportParts,
	model: UploadReportModel,
	started: StartedUploads,
): Promise<void> {
	if (!(await isTrustedToSend()) || !(await signedIn())) return;
	await model.settled();
	const { state } = model.report;
	if (state.kind !== 'ready' || !model.state.upload.enabled) return;
	if (state.report.wouldFail && !(await confirmFailing(state.report))) return;
	const [folder = ''] = selection.paths;
	const begun = await acts.done(datasetUpload, { folder }, { services: { openReport: model } });
	if (begun === undefined) return;
	started.remember(selection, begun.id);
	const upload = (await uploads.open()).upload(begun.id);
	if (upload !== undefined) void showUploadProgress({ acts, uploads }, upload);
}

async function confirmFailing({ findings }: Report): Promise<boolean> {
	const errors = findings
		.filter(({ kind: finding }) => failingKinds.has(finding))
		.map(({ title, files }) => `${title}: ${numberText(files.length)}`);
	const [show, anyway] = [vscode.l10n.t('Show Problems'), vscode.l10n.t('Upload Anyway')];
	const answer = await ask(
		vscode.l10n.t('Upload although the service is expected to mark the dataset as failed?'),
		vscode.l10n.t(
			'{0}. A failed dataset accepts no more files, so you would have to create a new one.',
			errors.join(', '),
		),
		// The report is behind the dialog, so showing the problems means not to send.
		show,
		anyway,
	);
	return answer === anyway;
}
