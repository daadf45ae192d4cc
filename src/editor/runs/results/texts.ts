import * as vscode from 'vscode';
import type { CopiedText } from '../../../core/runs/results/messages.ts';
import type { Run } from '../../../core/runs/run.ts';
import { labelText } from '../../shell/plainText.ts';

/** Returns the text if the service had nothing to cancel. */
export function notCancellableText({ target, documentName }: Run): string {
	return target.kind === 'model'
		? vscode.l10n.t(
				'"{0}" was not canceled: a model can be canceled only while it waits in the queue, and it has already started or ended.',
				labelText(target.name),
			)
		: vscode.l10n.t(
				'"{0}" had already ended, so there was nothing to cancel. Its result is kept.',
				labelText(documentName),
			);
}

/** Returns the text once something is on the clipboard. */
export function copiedText(what: CopiedText): string {
	switch (what) {
		case 'text':
			return vscode.l10n.t('Copied the text.');
		case 'error':
			return vscode.l10n.t('Copied the error.');
		case 'prompt':
			return vscode.l10n.t('Copied the prompt.');
		case 'seed':
			return vscode.l10n.t('Copied the seed.');
		case 'requestId':
			return vscode.l10n.t('Copied the request ID.');
		case 'instance':
			return vscode.l10n.t('Copied the instance.');
	}
}
