import { trimEndOf } from '../../base/trimEnd.ts';
import type { CheckContext } from '../context.ts';
import { fix, replaceValue } from '../edits.ts';
import { type Entry, entryOf, placeOfEntry } from '../node.ts';

const goodName = /^[A-Za-z0-9_-]+$/;

/** The job name: its letters, whether it is free, and whether it is still the one the job was made with. */
export function checkNames(context: CheckContext): void {
	const { name, root } = context.config;
	const jobName = name?.value.kind === 'scalar' ? name.value.source : undefined;
	if (name !== undefined && jobName !== undefined) checkName(context, name, 'config.name', jobName);
	const meta = entryOf(root, 'meta')?.value;
	const metaName = entryOf(meta, 'name');
	if (metaName?.value.kind === 'scalar' && metaName.value.source !== '') {
		const { source } = metaName.value;
		const value = source.replaceAll('[name]', jobName ?? '');
		// Without a job name [name] has no value, and the missing key is reported already.
		const reported = jobName === undefined && source.includes('[name]');
		if (value !== jobName && !reported) checkName(context, metaName, 'meta.name', value);
	}
	if (name === undefined || jobName === undefined) return;
	const { submission, datasets } = context.options;
	const original = submission?.originalName;
	if (submission?.operation === 'edit') {
		if (original !== undefined && original !== jobName) {
			context.service(42277, {
				range: placeOfEntry(name),
				path: 'config.name',
				message: `The job was created as ${original}, and an edit cannot rename it.`,
				remedy: `Write ${original} again, or start a new job.`,
				fixes: fix(`Write ${original}`, replaceValue(context.text, name, original), true),
			});
		}
	} else if (goodName.test(jobName) && datasets?.jobNameTaken?.(jobName) === true) {
		context.service(40951, {
			range: placeOfEntry(name),
			path: 'config.name',
			message: `This account already has a job named ${jobName}.`,
			remedy: 'Choose another name, for example with a number at its end.',
			fixes: fix(`Write ${nextName(jobName)}`, replaceValue(context.text, name, nextName(jobName))),
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
	const better = cleanName(value);
	context.service(42262, {
		range: placeOfEntry(entry),
		path,
		message:
			value === ''
				? 'The job name is empty.'
				: 'The job name has a space or a special character, and the service accepts only letters, digits, _ and -.',
		remedy: better === '' ? 'Write a name of letters, digits, _ and -.' : `Write ${better}, for example.`,
		fixes:
			better === '' || entry.merged
				? []
				: fix(`Change to ${better}`, replaceValue(context.text, entry, JSON.stringify(better)), true),
	});
}

/** Letters that do not come apart into a plain one and a mark. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** The nearest name that the service takes. */
export function cleanName(value: string): string {
	const name = value
		.replace(/[ßæœøłđ]/gi, (letter) => spelled[letter.toLowerCase()] ?? letter)
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]/g, '')
		.replace(/[^A-Za-z0-9_-]+/g, '_')
		.replace(/^_+/, '');
	return trimEndOf(name, /_/);
}

function nextName(name: string): string {
	const stem = trimEndOf(name, /\d/);
	return stem === name ? `${name}_2` : `${stem}${Number(name.slice(stem.length)) + 1}`;
}
