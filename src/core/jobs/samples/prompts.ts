import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { configModel, type ProcessModel } from '../../training/configModel.ts';
import { parsePrompt } from '../../training/prompt.ts';
import { parseTraining } from '../../training/yaml/document.ts';
import { entryOf, isOn, type MapNode, memberText, scalarOf } from '../../training/yaml/node.ts';

/** A sample prompt of a job's configuration, as the toolkit samples it. */
export interface SamplePrompt {
	/** The words, without flags, with the trigger word and the name of the job in their places. */
	readonly text: string;
	/** In its original digits; absent if the configuration leaves it to chance. */
	readonly seed?: string;
	/** The other settings that the configuration writes out, with a label for each. */
	readonly settings: readonly { readonly label: string; readonly value: string }[];
}

/** The settings in the order in which they are shown: the flags that set them, the keys of the configuration, and a label. */
const settings = [
	{ flags: ['w'], key: 'width', label: l10n.t('Width') },
	{ flags: ['h'], key: 'height', label: l10n.t('Height') },
	{ flags: ['frames', 'num_frames'], key: 'num_frames', label: l10n.t('Frames') },
	{ flags: ['fps'], key: 'fps', label: l10n.t('Frames per second') },
	{ flags: ['s', 'steps'], key: 'sample_steps', label: l10n.t('Sampling steps') },
	{ flags: ['l', 'cfg'], key: 'guidance_scale', label: l10n.t('Guidance scale') },
	{ flags: ['gr'], key: undefined, label: l10n.t('Guidance rescale') },
	{ flags: ['m', 'network_multiplier'], key: 'network_multiplier', label: l10n.t('LoRA strength') },
	{ flags: ['a'], key: undefined, label: l10n.t('Adapter strength') },
	{ flags: ['ref'], key: undefined, label: l10n.t('Refiner start') },
	{ flags: ['ev', 'extra_values'], key: undefined, label: l10n.t('Extra values') },
	{ flags: ['n'], key: 'neg', label: l10n.t('Negative prompt') },
	{ flags: ['p2'], key: undefined, label: l10n.t('Second prompt') },
	{ flags: ['n2'], key: undefined, label: l10n.t('Second negative prompt') },
	{ flags: ['ctrl_img'], key: 'ctrl_img', label: l10n.t('Control image') },
	{ flags: ['ctrl_idx'], key: 'ctrl_idx', label: l10n.t('Control index') },
	{ flags: [], key: 'ctrl_img_1', label: l10n.t('Control image 1') },
	{ flags: [], key: 'ctrl_img_2', label: l10n.t('Control image 2') },
	{ flags: [], key: 'ctrl_img_3', label: l10n.t('Control image 3') },
] as const;

/**
 * Returns the sample prompts of a configuration, in the order of their indexes; empty if it is unreadable. Flags of a
 * prompt override its item, and the item overrides the section (training-config.md, section 5).
 */
export function samplePrompts(configText: string): readonly SamplePrompt[] {
	const model = configModel(parseTraining(configText));
	const process = model.processes.find(({ samples }) => samples.length > 0);
	if (process === undefined) return [];
	const name = memberText(model.config, 'name');
	const replaced = (text: string): string => {
		const named = name === undefined ? text : text.replaceAll('[name]', () => name);
		const { trigger } = process;
		return trigger === undefined ? named : named.replaceAll('[trigger]', () => trigger);
	};
	const nextSeed = seedsOf(process);
	// The toolkit drops items without a prompt but not their settings, so those of all later prompts shift by one.
	const words = process.samples.flatMap(({ text }) => (text === undefined ? [] : [text]));
	return words.map((raw, index) => {
		const { text, flags } = parsePrompt(replaced(raw).trim());
		const flag = (names: readonly string[]) =>
			flags.findLast((each) => names.includes(each.name) && each.value !== '')?.value;
		const item = process.samples[index]?.item;
		const seed = flag(['d', 'seed']) ?? nextSeed(item, index);
		return {
			text,
			...compact({ seed }),
			settings: settings.flatMap(({ flags: names, key, label }) => {
				const value = flag(names) ?? written(item, key) ?? written(process.sample, key);
				return value === undefined ? [] : [{ label, value }];
			}),
		};
	});
}

/** Returns the seeds of the items one after the other, each counted on from the previous one, as the toolkit does. */
function seedsOf({ sample }: ProcessModel): (item: MapNode | undefined, index: number) => string | undefined {
	const walks = isOn(sample, 'walk_seed');
	// Without a seed, the section begins at 0.
	const first = written(sample, 'seed') ?? '0';
	let current = first;
	return (item, index) => {
		if (walks && /^\d+$/.test(first)) current = String(BigInt(first) + BigInt(index));
		current = written(item, 'seed') ?? current;
		return current.startsWith('-') ? undefined : current;
	};
}

/** Returns a value as written; undefined without one. */
function written(node: MapNode | undefined, key: string | undefined): string | undefined {
	if (key === undefined || entryOf(node, key) === undefined) return undefined;
	const scalar = scalarOf(node, key);
	// `neg: false` is how the toolkit writes none.
	if (scalar === undefined || scalar.value === null || scalar.value === '' || scalar.value === false)
		return undefined;
	return scalar.source;
}
