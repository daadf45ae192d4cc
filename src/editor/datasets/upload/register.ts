import type * as vscode from 'vscode';
import { lazy } from '../../../core/base/lazy.ts';
import type { Upload } from '../../../core/datasets/upload/upload.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { registerLazyCommands } from '../../shell/commands.ts';
import { uploadsCommandIds } from '../../shell/ids.ts';
import { UploadReports, type UploadReportsDeps } from '../report/panels.ts';
import { StartedUploads } from './startedUploads.ts';

/** Registers the way of files into a dataset: the command, its panels, and the message at the end of an upload. */
export function registerUploads(
	context: vscode.ExtensionContext,
	deps: Omit<UploadReportsDeps, 'context'> & Pick<AppServices, 'clock'>,
): void {
	const { log, clock, uploads } = deps;
	const reports = new UploadReports({ ...deps, context });
	const started = new StartedUploads(context.workspaceState);
	const notifier = lazy(
		async () => {
			const { UploadNotifier } = await import('../features.ts');
			return new UploadNotifier({ uploads, reports, started, clock });
		},
		(made) => made.dispose(),
	);
	const reportEnded = async (upload: Upload): Promise<void> => {
		if (upload.endedAt !== undefined) await (await notifier.get()).changed(upload);
	};
	context.subscriptions.push(
		reports,
		notifier,
		uploads.onDidChange((upload) =>
			reportEnded(upload).catch((cause) => log.error('The end of an upload could not be reported', cause)),
		),
		registerLazyCommands(log, uploadsCommandIds, async () => {
			const { uploadDataset } = await import('../features.ts');
			return { 'easel.uploadDataset': (first, all) => uploadDataset(reports, first, all) };
		}),
	);
}
