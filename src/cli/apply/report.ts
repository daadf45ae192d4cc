import { plural } from '../../core/base/language.ts';
import type { FileOutcome } from '../../core/operations/deployments.ts';
import { printable, printableJson } from '../check/printable.ts';

const deeds = {
	plan: { create: 'would be created', change: 'would be changed', none: 'no difference' },
	apply: { create: 'created', change: 'changed', none: 'no difference' },
} as const;

/** For people: a line for each file, its differences below it, and the sum at the end. */
export function asText(outcomes: readonly FileOutcome[]): string {
	const lines: string[] = [];
	for (const { file, action, name = '', id, changes, cost, applied, sentences } of outcomes) {
		if (action !== 'trouble') {
			const deployment = [`"${name}"`, id === undefined ? '' : `(${id})`].filter(Boolean).join(' ');
			lines.push(printable(`${file}: ${deployment}: ${deeds[applied ? 'apply' : 'plan'][action]}`));
			for (const { key, before, after } of changes)
				lines.push(
					printable(before === undefined ? `  ${key}: ${after}` : `  ${key}: ${before} -> ${after}`),
				);
			if (cost !== undefined && action !== 'none') lines.push(printable(`  ${cost}`));
		}
		lines.push(...sentences.map(printable));
	}
	const count = (action: FileOutcome['action']) => outcomes.filter((each) => each.action === action).length;
	const sum = [
		`${count('create')} to create`,
		`${count('change')} to change`,
		`${count('none')} without a difference`,
		...(count('trouble') > 0 ? [`${count('trouble')} in trouble`] : []),
	].join(', ');
	lines.push(`${plural(outcomes.length, 'file')}: ${sum}`);
	return `${lines.join('\n')}\n`;
}

/** For programs: an array with an object for each file. */
export function asJson(outcomes: readonly FileOutcome[]): string {
	return `${printableJson(outcomes)}\n`;
}
