import * as l10n from '@vscode/l10n';
import { closestMatch } from '../../../base/closestMatch.ts';
import { jsonLine } from '../../../json/value.ts';
import { readMarkedFile } from '../../markedFile.ts';
import type { InputSpec, NodeClass, NodeInfo } from '../../nodeInfo.ts';
import type { InputValue } from '../../nodeReader.ts';
import { executionErrorCode } from '../classes.ts';
import type { ValueProblem } from '../valueProblem.ts';
import { sameFile } from './sameFile.ts';

/**
 * Returns the problem of the name of a file, which the class itself checks against a list that may have changed since; undefined without
 * one.
 */
export function fileProblem(
	value: InputValue,
	spec: InputSpec,
	nodeClass: NodeClass,
	nodeInfo: NodeInfo,
): ValueProblem | undefined {
	if (value.type !== 'string')
		return {
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message: l10n.t('"{0}" must be the name of a file; the engine fails on anything but text.', spec.name),
			remedy: l10n.t('Write the name in quotes.'),
		};
	const code = 'custom_validation_failed';
	const name = value.value;
	const { listedFiles } = spec;
	const { name: cut, folder } = readMarkedFile(name);
	if (isFolder(cut))
		return {
			code: 'no_file_chosen',
			severity: 'warning',
			message:
				cut === ''
					? l10n.t(
							'No file is chosen for "{0}": the engine accepts the workflow and fails while running it.',
							spec.name,
						)
					: l10n.t(
							'"{0}" names a folder and no file: the engine accepts the workflow and fails while running it.',
							spec.name,
						),
			remedy: l10n.t('Write the name of a file.'),
		};
	if (leadsOut(cut))
		return {
			code,
			severity: 'error',
			message: l10n.t('"{0}" leads out of the engine\'s folder, so the engine refuses it.', spec.name),
			remedy: l10n.t('Name a file within the folder, or upload the file.'),
		};
	if (isAbsolute(cut))
		return {
			code,
			severity: 'info',
			message: l10n.t(
				'The engine accepts no absolute path for "{0}". A run from here embeds or uploads the file from this computer.',
				spec.name,
			),
			remedy: l10n.t('Name a file within the folder where the workflow runs without Easel.'),
		};
	const mark = `[${folder}]`;
	if (folder !== undefined && !name.endsWith(` ${mark}`) && listedFiles?.includes(cut) !== true) {
		const spaced = jsonLine(`${name.slice(0, -mark.length)} ${mark}`);
		return {
			code,
			severity: 'error',
			message: l10n.t(
				'Without a space before {0} the engine cuts off one character too many and looks for {1}.',
				mark,
				jsonLine(cut),
			),
			remedy: l10n.t('Write {0}.', spaced),
			written: { text: spaced, preferred: true },
		};
	}
	const elsewhere = cut.includes('/') || (folder ?? 'input') !== 'input';
	if (nodeInfo.source.kind === 'deployment' || !listedFiles || elsewhere || listedFiles.includes(cut))
		return undefined;
	const files = listedFiles.filter((file) => typeof file === 'string');
	const near = sameFile(cut, files)?.option ?? closestMatch(cut, files)?.match;
	const missing = {
		code,
		severity: 'info',
		message: l10n.t(
			'The node info of the engine has no file with this name for "{0}". Without the file, the engine refuses the node.',
			spec.name,
		),
	} as const;
	if (near === undefined) return { ...missing, remedy: l10n.t('Upload the file before the run.') };
	const text = jsonLine(near);
	return { ...missing, remedy: l10n.t('Did you mean {0}?', text), written: { text, preferred: false } };
}

/** Returns whether a name is that of the engine's folder, or of one in it: it exists, but the class requires a file. */
function isFolder(name: string): boolean {
	return name.endsWith('/') || name.split('/').every((part) => part === '' || part === '.');
}

/** Returns whether the name of a file leads out of its folder; a part that a later `..` removes need not exist. */
function leadsOut(name: string): boolean {
	let depth = 0;
	for (const part of name.split(/[\\/]/)) {
		if (part === '..') depth -= 1;
		else if (part !== '' && part !== '.') depth += 1;
		if (depth < 0) return true;
	}
	return false;
}

/** Returns whether a name is an absolute path outside the engine's own folders. */
function isAbsolute(name: string): boolean {
	return /^(?:\/|[A-Za-z]:[\\/])/.test(name) && !/[\\/](?:input|output|temp)[\\/]/.test(name);
}
