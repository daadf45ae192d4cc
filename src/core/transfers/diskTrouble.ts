import * as l10n from '@vscode/l10n';
import { codeOf } from '../base/disk/codeOf.ts';
import type { Failure } from '../base/failure.ts';

/** Returns the failure for a file system error, in a person's words. `what` names the file or folder. */
export function diskTrouble(error: unknown, what: string): Failure {
	const [message, nextStep] = textsOf(codeOf(error), what);
	return { kind: 'input', fixer: 'you', cause: error, message, nextStep };
}

function textsOf(code: string | undefined, what: string): readonly [message: string, nextStep: string] {
	switch (code) {
		case 'ENOSPC':
		case 'EDQUOT':
			return [
				l10n.t('{0} could not be written because the disk is full.', what),
				l10n.t('Free some space and try again.'),
			];
		case 'EACCES':
		case 'EPERM':
		case 'EROFS':
			return [
				l10n.t('{0} could not be written, because you do not have permission to write there.', what),
				l10n.t('Choose another folder, or allow writing to this one.'),
			];
		case 'ENOENT':
			return [
				l10n.t('{0} is no longer there.', what),
				l10n.t('Fetch the files again, or choose another folder.'),
			];
		case 'EEXIST':
		case 'ENOTDIR':
			return [
				l10n.t('{0} could not be written, because a file is where its folder should be.', what),
				l10n.t('Choose another folder, or remove that file.'),
			];
		default:
			return [
				l10n.t('{0} could not be written ({1}).', what, code ?? l10n.t('unknown error')),
				l10n.t('Check the log for details, then try again.'),
			];
	}
}

/** Returns whether a file system error reports a full disk. */
export function isFull(error: unknown): boolean {
	return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
}
