import * as l10n from '@vscode/l10n';
import { trimEndOf } from '../../base/trimEnd.ts';
import { jobNameOf } from '../configModel.ts';
import type { CheckContext, FindingDetails } from '../context.ts';
import { type Entry, entryOf, placeOfEntry } from '../yaml/node.ts';

const goodName = /^[A-Za-z0-9_-]+$/;

/** Checks the job name: its letters, whether it is free, and whether it is still the one the job was made with. */
export function checkNames(context: CheckContext): void {
	const { name, metaName } = context.config;
	const jobName = name?.value.kind === 'scalar' ? name.value.source : undefined;
	if (name !== undefined && jobName !== undefined) checkName(context, name, 'config.name', jobName);
	for (const { node, path, trains } of context.config.processes) {
		const own = trains ? entryOf(node, 'name') : undefined;
		if (own?.value.kind === 'scalar') checkSlash(context, own, `${path}.name`, own.value.source);
	}
	if (metaName?.value.kind === 'scalar' && metaName.value.source !== '') {
		const { source } = metaName.value;
		const value = source.replaceAll('[name]', jobName ?? '');
		// Without a job name [name] has no value, and the missing key is reported already.
		const reported = jobName === undefined && source.includes('[name]');
		if (value !== jobName && !reported) checkName(context, metaName, 'meta.name', value);
	}
	const { submission, datasets } = context.options;
	if (submission?.operation === 'edit') {
		if (submission.originalName !== undefined) checkRenamed(context, submission.originalName);
		return;
	}
	const naming = jobName === undefined || jobName === '' ? metaName : name;
	const named = jobNameOf(context.config);
	if (naming === undefined || named === undefined || !goodName.test(named)) return;
	if (datasets?.jobNameTaken?.(named) !== true) return;
	const free = nextName(named, (each) => datasets.jobNameTaken?.(each) === true);
	context.service(40951, {
		range: placeOfEntry(naming),
		path: naming === name ? 'config.name' : 'meta.name',
		message: l10n.t('This account already has a job named {0}.', named),
		remedy: l10n.t('Choose another name, for example with a number at its end.'),
		fixes: context.replace(naming, free, l10n.t('Write {0}', free)),
	});
}

/** Checks that both names match the job: trainer-service.md, "Configuration keys that the service checks". */
function checkRenamed(context: CheckContext, original: string): void {
	const { name, metaName } = context.config;
	for (const [path, entry] of [
		['config.name', name],
		['meta.name', metaName],
	] as const) {
		if (entry?.value.kind !== 'scalar' || entry.value.source === original) continue;
		const { source } = entry.value;
		// The toolkit writes config.name in the place of [name].
		if (path === 'meta.name' && (source === '' || source === '[name]')) continue;
		context.service(42277, {
			range: placeOfEntry(entry),
			path,
			message: l10n.t('The job was created as {0}, and an edit cannot rename it.', original),
			remedy: l10n.t('Write {0} again, or start a new job.', original),
			fixes: context.replace(entry, original, l10n.t('Write {0}', original), true),
		});
	}
}

function checkName(context: CheckContext, entry: Entry, path: string, value: string): void {
	if (
		goodName.test(value) ||
		value.includes('${') ||
		(value === '' && entry.value.kind === 'scalar' && entry.value.value === null)
	)
		return;
	if (context.local && path === 'config.name' && checkSlash(context, entry, path, value)) return;
	context.service(42262, {
		...betterName(context, entry, path, value),
		message:
			value === ''
				? l10n.t('The job name is empty.')
				: l10n.t(
						'The job name has a space or a special character, and the service accepts only letters, digits, _ and -.',
					),
	});
}

/** Returns the place of a name, and the proposal of another one. */
function betterName(
	context: CheckContext,
	entry: Entry,
	path: string,
	value: string,
): Omit<FindingDetails, 'message'> {
	const place = { range: placeOfEntry(entry), path };
	const better = cleanName(value);
	return better === ''
		? { ...place, remedy: l10n.t('Write a name of letters, digits, _ and -.') }
		: {
				...place,
				remedy: l10n.t('Write {0}, for example.', better),
				fixes: context.replace(entry, JSON.stringify(better), l10n.t('Change to {0}', better), true),
			};
}

/**
 * Reports a slash. The toolkit creates the folder of a job, but none for a slash in the names of its files. Returns
 * whether a slash was found.
 */
function checkSlash(context: CheckContext, entry: Entry, path: string, value: string): boolean {
	if (!value.includes('/') || !context.config.processes.some(({ trains }) => trains)) return false;
	context.error(42262, {
		...betterName(context, entry, path, value),
		message: l10n.t(
			'The name has a slash, so files are saved in a folder that does not exist, and the first save stops the job.',
		),
	});
	return true;
}

/** Letters that do not come apart into a plain one and a mark. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** Returns the nearest name that the service takes. */
export function cleanName(value: string): string {
	const name = value
		.replace(/[ßæœøłđ]/gi, (letter) => spelled[letter.toLowerCase()] ?? letter)
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]/g, '')
		.replace(/[^A-Za-z0-9_-]+/g, '_')
		.replace(/^_+/, '');
	return trimEndOf(name, /_/);
}

/** Maximum number of tried names; if all are taken, the last one is as good as any. */
const mostTries = 1000;

/** Returns the next name with a higher number at its end that is not taken. */
export function nextName(name: string, taken: (name: string) => boolean = () => false): string {
	const stem = trimEndOf(name, /\d/);
	const known = Number(name.slice(stem.length));
	// A long row of digits is not a number to continue counting from.
	const counts = stem !== name && Number.isSafeInteger(known + mostTries);
	const base = counts ? stem : `${name}_`;
	const first = counts ? known + 1 : 2;
	for (let number = first; number < first + mostTries; number++)
		if (!taken(`${base}${number}`)) return `${base}${number}`;
	return `${base}${first}`;
}
