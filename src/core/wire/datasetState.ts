import * as l10n from '@vscode/l10n';

/** Returns the state of a dataset as text; an undocumented one as received. */
export function datasetStateText(state: string): string {
	switch (state) {
		case 'DRAFT':
			return l10n.t('empty');
		case 'UPLOADING':
			return l10n.t('receiving or checking files');
		case 'READY':
			return l10n.t('ready');
		case 'FAILED':
			return l10n.t('failed');
		default:
			return state;
	}
}
