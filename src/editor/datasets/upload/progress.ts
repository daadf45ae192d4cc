import * as vscode from 'vscode';
import { uploadView } from '../../../core/datasets/report/view.ts';
import { type Upload, uploadHasEnded } from '../../../core/datasets/upload/upload.ts';
import { uploadCancel } from '../../../core/operations/datasets/uploads.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { labelText } from '../../shell/plainText.ts';
import type { WindowUploads } from './windowUploads.ts';

/**
 * Shows an upload as one notification that can be canceled, until everything has arrived: the later work of the service
 * has a separate notification at its end.
 */
export async function showUploadProgress(
	{ acts, uploads }: Pick<AppServices, 'acts'> & { readonly uploads: WindowUploads },
	first: Upload,
): Promise<void> {
	const options = {
		location: vscode.ProgressLocation.Notification,
		title: vscode.l10n.t('Uploading to "{0}"', labelText(first.datasetName)),
		cancellable: true,
	};
	await vscode.window.withProgress(options, async (progress, token) => {
		let shown = 0;
		const show = (upload: Upload): void => {
			const { counts, pace, fraction } = uploadView(upload);
			const percent = Math.floor(fraction * 100);
			const message = pace === undefined ? counts : `${counts}, ${pace}`;
			progress.report({ message, increment: Math.max(0, percent - shown) });
			shown = Math.max(shown, percent);
		};
		show(first);
		const { promise, resolve } = Promise.withResolvers<void>();
		const look = (upload: Upload): void => {
			if (upload.id !== first.id) return;
			if (uploadHasEnded(upload) || upload.state === 'validating') resolve();
			else show(upload);
		};
		const watches = [
			uploads.onDidChange(look),
			token.onCancellationRequested(async () => {
				await acts.done(uploadCancel, { id: first.id });
				resolve();
			}),
		];
		// It may have ended before the listener was added.
		const now = uploads.opened?.upload(first.id);
		if (now !== undefined) look(now);
		await promise;
		for (const watch of watches) watch.dispose();
	});
}
