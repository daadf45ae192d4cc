import * as l10n from '@vscode/l10n';
import { closestMatch, keyCloseness } from '../../base/closestMatch.ts';
import { type Fix, fix } from '../../base/findings.ts';
import type { ProcessModel, SampleModel } from '../configModel.ts';
import type { CheckContext } from '../context.ts';
import { flagValueFits, type PromptFlag, parsePrompt, promptFlags } from '../prompt.ts';
import { words } from '../wording.ts';
import { partsOfScalar } from '../yaml/edits.ts';
import { entryOf, mapOf, memberText, type ScalarNode } from '../yaml/node.ts';

/** Checks the prompts: flags that are dropped or stop the job, and words that are never replaced. */
export function checkPrompts(context: CheckContext, process: ProcessModel): void {
	const isReplaced = replacesTrigger(process);
	for (const sample of process.samples) {
		const node = sample.words;
		if (node === undefined || sample.text === undefined) continue;
		const path = sample.item === undefined ? sample.path : `${sample.path}.prompt`;
		if (sample.text.includes('--')) checkFlags(context, node, sample, path);
		checkDashes(context, node, sample.text, path);
		if (!isReplaced && sample.text.includes('[trigger]'))
			checkTrigger(context, process, node, sample.text, path);
	}
}

/**
 * Returns whether something replaces `[trigger]` in prompts: a trigger word, even one that is empty or of a wrong type,
 * which another rule reports; an embedding in training; an adapter with its own trigger.
 */
function replacesTrigger({ node }: ProcessModel): boolean {
	const word = entryOf(node, 'trigger_word')?.value;
	if (word !== undefined && (word.kind !== 'scalar' || word.value !== null)) return true;
	return mapOf(node, 'embedding') !== undefined || memberText(mapOf(node, 'adapter'), 'type') === 'clip';
}

function checkTrigger(
	context: CheckContext,
	process: ProcessModel,
	node: ScalarNode,
	text: string,
	path: string,
): void {
	if (context.partial) return;
	const at = text.indexOf('[trigger]');
	const elsewhere = process.datasets.some((dataset) =>
		dataset.node.entries.some((entry) => entry.key === 'trigger_word'),
	);
	context.own('sample-prompts', 'warning', {
		range: partsOfScalar(context.text, node)(at, at + '[trigger]'.length),
		path,
		message: elsewhere
			? l10n.t(
					'The process has no trigger_word, and that of a dataset is not used for previews, so the text [trigger] itself is drawn.',
				)
			: l10n.t('There is no trigger_word, so the text [trigger] itself is drawn.'),
		remedy: l10n.t('Set trigger_word on the process, or remove [trigger] from the prompt.'),
	});
}

/** Editors write a dash in place of two typed hyphens, and a flag after a dash belongs to the words of the prompt. */
function checkDashes(context: CheckContext, node: ScalarNode, text: string, path: string): void {
	if (!text.includes('–') && !text.includes('—')) return;
	for (const match of text.matchAll(/(?<=^|\s)[–—](\w{1,20}) (\S+)/g)) {
		const [, name = '', value = ''] = match;
		const facts = promptFlags.get(name);
		if (facts === undefined || (facts.type !== 'text' && !flagValueFits(facts.type, value))) continue;
		const range = partsOfScalar(context.text, node)(match.index, match.index + 1 + name.length);
		context.own('prompt-flags', 'warning', {
			range,
			path,
			message: l10n.t(
				'A flag begins with two hyphens; after a dash, "{0} {1}" is drawn as part of the prompt.',
				name,
				value,
			),
			remedy: l10n.t('Write --{0} {1}.', name, value),
			fixes: /^[–—]/.test(context.text.slice(range.start, range.end))
				? fix(
						l10n.t('Write --{0}', name),
						{ range: { start: range.start, end: range.start + 1 }, newText: '--' },
						true,
					)
				: [],
		});
	}
}

/** More flags than exist: a text with this many is not a prompt. */
const mostFlags = 100;

function checkFlags(context: CheckContext, node: ScalarNode, sample: SampleModel, path: string): void {
	const parsed = parsePrompt(sample.text ?? '');
	const part = partsOfScalar(context.text, node);
	if (parsed.text === '' && parsed.flags.length > 0) {
		context.own('prompt-flags', 'warning', {
			range: node.range,
			path,
			message: l10n.t(
				'The prompt begins with a flag, so its words become the value of that flag and the prompt itself is empty.',
			),
			remedy: l10n.t('Put the words first and the flags after them.'),
		});
	}
	for (const flag of parsed.flags.slice(0, mostFlags)) {
		const facts = promptFlags.get(flag.name);
		if (facts === undefined) {
			checkUnknownFlag(context, flag, part, path, sample);
			continue;
		}
		if (flagValueFits(facts.type, flag.value)) continue;
		const wanted =
			facts.type === 'integer'
				? l10n.t('a whole number')
				: facts.type === 'numbers'
					? l10n.t('numbers with commas between them')
					: words.number;
		const digits = /^[-+]?\d+/.exec(flag.value)?.[0];
		context.own('prompt-flags', 'error', {
			range: flag.value === '' ? part(flag.start, flag.nameEnd) : part(flag.valueStart, flag.valueEnd),
			path,
			message:
				flag.value === ''
					? l10n.t(
							'--{0} sets {1} and needs {2}; without a value the job stops.',
							flag.name,
							facts.sets,
							wanted,
						)
					: l10n.t(
							'--{0} sets {1} and needs {2}; with {3} the job stops.',
							flag.name,
							facts.sets,
							wanted,
							flag.value,
						),
			remedy: l10n.t('Write {0} after --{1} and a space.', wanted, flag.name),
			fixes:
				digits === undefined || facts.type === 'numbers'
					? []
					: fix(
							l10n.t('Write {0}', digits),
							{ range: part(flag.valueStart, flag.valueEnd), newText: digits },
							facts.type === 'integer',
						),
		});
	}
}

type Part = (from: number, to: number) => { start: number; end: number };

function checkUnknownFlag(
	context: CheckContext,
	flag: PromptFlag,
	part: Part,
	path: string,
	sample: SampleModel,
): void {
	const range = part(flag.start, flag.nameEnd);
	const precise = range.end - range.start === flag.nameEnd - flag.start;
	const replace = (title: string, newText: string, sure = true) =>
		precise ? fix(title, { range, newText }, sure) : [];
	const warn = (message: string, remedy: string, fixes: readonly Fix[] = []) =>
		context.own('prompt-flags', 'warning', { range, path, message, remedy, fixes });
	if (/^ctrl_img_[123]$/.test(flag.name)) {
		const item = sample.item !== undefined;
		warn(
			l10n.t('There is no flag --{0}, so the toolkit ignores this control image.', flag.name),
			item
				? l10n.t('Write {0} as a key of this item.', flag.name)
				: l10n.t('Use sample.samples with {0} as a key, or --ctrl_img for a single image.', flag.name),
		);
		return;
	}
	// Between spaces they are meant as a dash.
	if (flag.inWord || flag.name === '') {
		warn(
			l10n.t('Two hyphens end the prompt, so the words from here to the next flag are cut off.'),
			l10n.t('Write a single hyphen or a dash.'),
			replace(l10n.t('Write a single hyphen'), `-${flag.name}`),
		);
		return;
	}
	const equals = /^(\w+)=(.*)$/.exec(flag.name);
	const tabbed = /^(\w+)\s+(\S.*)$/s.exec(flag.name);
	const joined = equals ?? tabbed;
	const known = joined?.[1] === undefined ? undefined : meant(joined[1]);
	if (joined !== null && known !== undefined) {
		warn(
			l10n.t('A flag needs a space before its value, so the toolkit ignores {0}.', flag.name.trim()),
			l10n.t('Write --{0} {1}.', known, joined[2] ?? ''),
			replace(l10n.t('Write --{0} {1}', known, joined[2] ?? ''), `--${known} ${joined[2]}`),
		);
		return;
	}
	const spelled = meant(flag.name);
	const closest =
		spelled === undefined && flag.name.length > 2
			? closestMatch(flag.name, promptFlags.keys(), keyCloseness)
			: undefined;
	const near = spelled ?? closest?.match;
	warn(
		l10n.t('Unknown flag --{0}; the toolkit ignores it and the words after it.', flag.name),
		near === undefined
			? l10n.t('Remove it, or write a single hyphen if it is part of the text.')
			: l10n.t('Did you mean --{0}?', near),
		near === undefined
			? []
			: replace(
					l10n.t('Change to --{0}', near),
					`--${near}`,
					spelled !== undefined || closest?.clear === true,
				),
	);
}

const longNames: Readonly<Record<string, string>> = {
	width: 'w',
	height: 'h',
	negative: 'n',
	neg: 'n',
	guidance: 'cfg',
	guidance_scale: 'cfg',
	sample_steps: 'steps',
	control: 'ctrl_img',
};

/** Returns the flag that a spelling means: in another letter case, or by the long name of a short flag. */
function meant(name: string): string | undefined {
	const lower = name.toLowerCase();
	return promptFlags.has(lower) ? lower : longNames[lower];
}
