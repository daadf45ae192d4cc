import * as l10n from '@vscode/l10n';
import { closestMatch } from '../../base/closestMatch.ts';
import type { Finding, Fix, Severity, TextRange } from '../../base/findings.ts';
import type { Setting } from '../settings.ts';

/** The details of a problem in addition to its sentence; it is an error, unless another severity is given. */
export interface ProblemDetails {
	readonly severity?: Severity;
	readonly remedy?: string;
	readonly fixes?: readonly Fix[];
}

interface ReadValue {
	readonly setTo?: string | number | boolean;
	readonly problem?: { readonly code: string; readonly message: string; readonly more?: ProblemDetails };
}

/** Reads the text at `range` as the value of a setting. `hardware` are the known names of machines. */
export function readSetting(
	setting: Setting,
	written: string,
	range: TextRange,
	hardware: readonly string[],
): ReadValue {
	const { wire } = setting;
	switch (setting.type) {
		case 'text':
			return written.length > setting.longest
				? outOfRange(l10n.t('"{0}" has more than {1} characters.', wire, setting.longest))
				: { setTo: written };
		case 'integer': {
			const { lowest, highest } = setting;
			const number = /^-?\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
			if (!Number.isSafeInteger(number)) return ofOtherType(l10n.t('"{0}" must be a whole number.', wire));
			if (number >= lowest && number <= highest) return { setTo: number };
			return outOfRange(
				highest === Number.MAX_SAFE_INTEGER
					? l10n.t('"{0}" must be at least {1}.', wire, lowest)
					: l10n.t('"{0}" must be from {1} to {2}.', wire, lowest, highest),
			);
		}
		case 'boolean':
			return /^(true|false)$/.test(written)
				? { setTo: written === 'true' }
				: ofOtherType(l10n.t('"{0}" must be true or false.', wire));
		case 'hardware':
			return hardwareOf(written, range, hardware);
	}
}

/** Reads a machine. The service may know machines that the document does not name, so an unknown one is not an error. */
function hardwareOf(written: string, range: TextRange, hardware: readonly string[]): ReadValue {
	const code = 'deployment_hardware';
	const remedy = l10n.t('Known ones are {0}.', hardware.join(', '));
	if (!/^[\w.-]{1,64}$/.test(written))
		return { problem: { code, message: l10n.t('This is not the name of a machine.'), more: { remedy } } };
	if (hardware.includes(written)) return { setTo: written };
	const message = l10n.t('"{0}" is not a machine that Easel knows.', written);
	const close = closestMatch(written, hardware);
	const more: ProblemDetails =
		close === undefined
			? { severity: 'warning', remedy }
			: {
					severity: 'warning',
					remedy: l10n.t('Did you mean {0}?', close.match),
					fixes: [replace(l10n.t('Change to {0}', close.match), range, close.match, close.clear)],
				};
	return { setTo: written, problem: { code, message, more } };
}

function outOfRange(message: string): ReadValue {
	return { problem: { code: 'deployment_range', message } };
}

function ofOtherType(message: string): ReadValue {
	return { problem: { code: 'deployment_type', message } };
}

/** Returns the fix that writes another text at a place. */
export function replace(title: string, range: TextRange, newText: string, preferred: boolean): Fix {
	return { title, edits: [{ range, newText }], ...(preferred ? { preferred } : {}) };
}

/** Returns whether a file has no errors that keep it from being sent. */
export function canBeSent({ findings }: { readonly findings: readonly Finding[] }): boolean {
	return !findings.some(({ severity }) => severity === 'error');
}
