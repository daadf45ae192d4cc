import * as vscode from 'vscode';
import type { Clock } from '../../../core/base/clock.ts';
import { numberText } from '../../../core/base/language.ts';
import { type Upload, uploadHasEnded } from '../../../core/datasets/upload/upload.ts';
import {
	CollectedNotices,
	type Fewer,
	firstNames,
	notice as showNotice,
} from '../../shell/collectedNotices.ts';
import { runCommand, showView } from '../../shell/commands.ts';
import { readSetting } from '../../shell/settings.ts';
import type { UploadReports } from '../report/panels.ts';
import type { StartedUploads } from './startedUploads.ts';
import type { WindowUploads } from './windowUploads.ts';

interface UploadNotifierParts {
	readonly uploads: Pick<WindowUploads, 'opened'>;
	readonly reports: Pick<UploadReports, 'isVisible' | 'open'>;
	readonly started: Pick<StartedUploads, 'selectionOf'>;
	readonly clock: Clock;
}

/** Notifies of the ends of uploads: each once, in one window, simultaneous ends in one message, and none for a visible panel. */
export class UploadNotifier implements vscode.Disposable {
	readonly #parts: UploadNotifierParts;
	readonly #notices: CollectedNotices<Upload>;

	constructor(parts: UploadNotifierParts) {
		this.#parts = parts;
		const { reports, started, clock } = parts;
		this.#notices = new CollectedNotices<Upload>({
			groupOf: ({ state }) => (state === 'ready' ? 'ready' : 'not ready'),
			isSeen: ({ id }) => {
				const selection = started.selectionOf(id);
				return selection !== undefined && reports.isVisible(selection);
			},
			say: (uploads, group) => {
				const fewer: Fewer = {
					these: vscode.l10n.t('Messages Like This One'),
					mute: () => this.#notices.mute(group),
					all: vscode.l10n.t('All Uploads'),
					setting: 'easel.notifyAboutUploads',
				};
				return uploads[0].state === 'ready' ? reportReady(uploads, fewer) : this.#sayNotReady(uploads, fewer);
			},
			clock,
		});
	}

	/** Notes that an upload has changed, perhaps to its end. */
	async changed(upload: Upload): Promise<void> {
		if (!uploadHasEnded(upload) || !(await this.#parts.uploads.opened?.claimNotification(upload.id))) return;
		if (readSetting('easel.notifyAboutUploads') && upload.state !== 'canceled') this.#notices.add(upload);
	}

	dispose(): void {
		this.#notices.dispose();
	}

	async #sayNotReady(uploads: readonly [Upload, ...Upload[]], fewer: Fewer): Promise<void> {
		const { reports, started } = this.#parts;
		const [{ datasetId, datasetName: name, state, files, notice = '' }] = uploads;
		const text =
			uploads.length > 1
				? vscode.l10n.t(
						'{0} uploads have ended without all of their files: {1}.',
						numberText(uploads.length),
						namesOf(uploads),
					)
				: state === 'failed'
					? vscode.l10n.t('The dataset "{0}" has failed. {1}', name, notice)
					: vscode.l10n.t(
							'{0} of {1} files were uploaded to "{2}". {3}',
							numberText(files.done),
							numberText(files.count),
							name,
							notice,
						);
		const selection = uploads.map(({ id }) => started.selectionOf(id)).findLast((each) => each !== undefined);
		const [show, retry] = [vscode.l10n.t('Show'), vscode.l10n.t('Retry')];
		const mayRetry = uploads.length === 1 && state === 'incomplete';
		const buttons = [...(selection === undefined ? [] : [show]), ...(mayRetry ? [retry] : [])];
		const choice = await showNotice(text, false, buttons, fewer);
		if (choice === show && selection !== undefined) reports.open(selection);
		const row = { kind: 'dataset', dataset: { id: datasetId, name, state: '' } };
		if (choice === retry) await runCommand('easel.retryUpload', row);
	}
}

async function reportReady(uploads: readonly [Upload, ...Upload[]], fewer: Fewer): Promise<void> {
	if (uploads.length > 1) {
		const show = vscode.l10n.t('Show Datasets');
		const count = numberText(uploads.length);
		const text = vscode.l10n.t('{0} datasets are ready for training: {1}.', count, namesOf(uploads));
		if ((await showNotice(text, true, [show], fewer)) === show) await showView('easel.datasets');
		return;
	}
	const [{ datasetName: name, datasetId: id }] = uploads;
	const write = vscode.l10n.t('New Training Configuration');
	const insert = vscode.l10n.t('Insert into Configuration');
	const text = vscode.l10n.t('The dataset "{0}" is ready for training.', name);
	const choice = await showNotice(text, true, [write, insert], fewer);
	const row = { kind: 'dataset', dataset: { id, name, state: 'READY' } };
	if (choice === write) await runCommand('easel.newTrainingConfiguration', row);
	if (choice === insert) await runCommand('easel.insertDataset', row);
}

function namesOf(uploads: readonly Upload[]): string {
	return firstNames(uploads.map(({ datasetName }) => datasetName));
}
