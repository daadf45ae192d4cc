import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { type UploadReportProtocol, uploadReportProtocol } from '../../../core/datasets/report/messages.ts';
import { UploadReportModel } from '../../../core/datasets/report/model.ts';
import { uploadSelectionKey } from '../../../core/datasets/report/selection.ts';
import { uploadHasEnded } from '../../../core/datasets/upload/upload.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { StartedUploads } from '../upload/startedUploads.ts';
import { reportHandlers, reportRequests } from './actions.ts';
import { reportFamilies } from './families.ts';
import type { UploadReportParts } from './panels.ts';

/** Reads the state of a panel from before the window was reloaded. */
export const savedUploadReport = identityReader(uploadReportProtocol);

/** Creates the panel of one selection; reading it begins immediately. */
export async function createUploadReport(parts: UploadReportParts): Promise<Panel<UploadReportProtocol>> {
	const { context, log, selection, place, uploads } = parts;
	const key = uploadSelectionKey(selection);
	const store = await parts.datasetStore.get();
	const families = reportFamilies();
	const earlier = parts.madeOnDisk.get(key) ?? [];
	const account = parts.session;
	const model = new UploadReportModel({ selection, account, store, uploads, families, log, earlier });
	const started = new StartedUploads(context.workspaceState);
	const roots = await Promise.all(selection.paths.map(rootOf));
	const panel: Panel<UploadReportProtocol> = createPanel({
		viewType: 'easel.uploadReport',
		protocol: uploadReportProtocol,
		extensionUri: context.extensionUri,
		log,
		title: () => titleOf(model),
		identity: { paths: [...selection.paths], ...(selection.dataset && { dataset: selection.dataset }) },
		roots,
		state: () => model.state,
		handlers: () => reportHandlers(parts, model, started),
		onShow: () => void model.lookAgain(),
		requests: () => reportRequests(model, (path) => panel.uriFor(vscode.Uri.file(path))),
		...place,
	});
	let noted: readonly ReadonlyMap<string, unknown>[] = [new Map(), new Map()];
	const watch = model.onDidChange(() => {
		panel.refresh();
		const captions = [model.captionsInUploadOnly, model.captionsFromElsewhere] as const;
		if (isDeepStrictEqual(captions, noted)) return;
		noted = captions;
		parts.uploadCaptions.note(model, ...captions);
	});
	panel.onDidDispose(() => {
		watch.dispose();
		parts.uploadCaptions.note(model, new Map());
		parts.madeOnDisk.set(key, model.report.madeOnDisk);
		model.dispose();
	});
	void showEarlier(parts, model, started, 'restored' in place);
	return panel;
}

/** Returns the folder that the view may load pictures from: the selected one, or that of a selected file. */
async function rootOf(path: string): Promise<vscode.Uri> {
	const isFolder = await stat(path).then(
		(found) => found.isDirectory(),
		() => false,
	);
	return vscode.Uri.file(isFolder ? path : dirname(path));
}

function titleOf({ name, report }: UploadReportModel): string {
	return name === '' ? vscode.l10n.t('Upload "{0}"', report.label) : vscode.l10n.t('Upload to "{0}"', name);
}

/** Shows an unfinished upload of this selection again; a finished one only after a reload. */
async function showEarlier(
	{ uploads, log, selection }: UploadReportParts,
	model: UploadReportModel,
	started: StartedUploads,
	restored: boolean,
): Promise<void> {
	const id = started.uploadOf(selection);
	if (id === undefined) return;
	try {
		const upload = (await uploads.open()).upload(id);
		if (upload !== undefined && (restored || !uploadHasEnded(upload))) model.show(id);
		else started.forget(selection);
	} catch (cause) {
		log.error('The upload of a report could not be restored', cause);
	}
}
