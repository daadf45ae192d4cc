import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { Finding } from '../../../src/core/base/findings.ts';
import type { CheckOptions } from '../../../src/core/training/check.ts';
import { keyFacts } from '../../../src/core/training/schema.ts';
import { apply, configuration, findings, folder, train } from './config.ts';

type Section = 'network' | 'datasets' | 'train' | 'model' | 'sample' | 'process' | 'save' | 'samples';
type Lines = Readonly<Record<Section, readonly string[]>>;

const sound: Lines = {
	process: [],
	save: ['save_every: 250'],
	network: ['type: lora', 'conv_alpha: 8'],
	datasets: [folder],
	train: [...train, 'optimizer: adamw8bit'],
	model: ['arch: chroma', 'quantize: true'],
	sample: ['sampler: flowmatch'],
	samples: ['prompt: a lighthouse'],
};

/**
 * Returns a configuration with lines added to its sections, in which the weights are named wherever nothing else names
 * them.
 */
function built(added: Partial<Record<Section, readonly string[]>>): string {
	const lines = (section: Section) => [...sound[section], ...(added[section] ?? [])];
	const model = lines('model');
	const names = model.some((line) => line.startsWith('name_or_path'));
	const nested = (items: readonly string[]) =>
		items.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
	return configuration({
		process: [...lines('process'), 'save:', ...lines('save').map((line) => `  ${line}`)],
		network: lines('network'),
		datasets: [lines('datasets')],
		train: lines('train'),
		model: names ? model : [...model, 'name_or_path: lodestones/Chroma1-Base'],
		sample: [...lines('sample'), 'samples:', ...nested(lines('samples'))],
	});
}

/** Words of other trainers, with a value that each of them accepts. */
const words: Readonly<Record<string, string>> = {
	lora_rank: '16',
	network_dim: '16',
	dim: '16',
	network_alpha: '16',
	lora_alpha: '16',
	lora_dropout: '0.1',
	network_dropout: '0.1',
	conv_dim: '16',
	network_weights: '/app/ai-toolkit/output/a/a.safetensors',
	max_train_steps: '2000',
	train_batch_size: '1',
	lr_warmup_steps: '100',
	warmup_steps: '100',
	num_warmup_steps: '100',
	lr_scheduler_type: 'cosine',
	mixed_precision: 'bf16',
	cache_text_encoder_outputs: 'true',
	seed: '42',
	training_adapter: 'someone/adapter',
	image_folder: '/app/ai-toolkit/datasets/portraits',
	caption_extension: 'txt',
	caption_tag_dropout_rate: '0.1',
	enable_bucket: 'true',
	flip_aug: 'true',
	shuffle_caption: 'true',
	repeats: '2',
	negative_prompt: 'blurry',
	num_inference_steps: '25',
	save_steps: '250',
	save_every_n_steps: '250',
	sample_every_n_steps: '250',
	logging_dir: 'logs',
	max_res: '1024',
	cfg: '4',
	guidance: '4',
	meta: '{name: x}',
	trigger_word: 'p3rson',
	quantize_te: 'true',
	gradient_checkpoint: 'true',
};
const sections: readonly Section[] = [
	'process',
	'network',
	'datasets',
	'train',
	'model',
	'sample',
	'save',
	'samples',
];

const weight = { error: 3, warning: 2, info: 1, hint: 0 } as const;

/** Returns the findings that people act on, as `code path`. */
function loud(all: readonly Finding[]): Map<string, number> {
	const found = new Map<string, number>();
	for (const { code, path, severity } of all)
		if (severity !== 'hint')
			found.set(`${code} ${path}`, Math.max(found.get(`${code} ${path}`) ?? 0, weight[severity]));
	return found;
}

/** Returns the findings after an advice that are new and at least warnings. */
function made(before: readonly Finding[], after: readonly Finding[]): string[] {
	const known = loud(before);
	return [...loud(after)].filter(([key, severity]) => severity > 1 && !known.has(key)).map(([key]) => key);
}

/** Returns the section that a fix calls by a name. */
function sectionOf(name: string): Section | undefined {
	if (name === 'the process itself') return 'process';
	const last = name.slice(name.lastIndexOf('.') + 1);
	return sections.find((section) => section === last);
}

/** Returns the configuration after following a remedy; undefined if it leaves the change to the person. */
function followed(finding: Finding, word: string, value: string, section: Section): string | undefined {
	const remedy = finding.remedy ?? '';
	const [, key = ''] = /^Did you mean "(\w+)"\?$/.exec(remedy) ?? [];
	if (key !== '') return built({ [section]: [`${key}: ${value}`] });
	const [, to = '', as = word] = /^Move it to (.+?)(?: as (\w+))?\.$/.exec(remedy) ?? [];
	if (to !== '') {
		const home = to
			.split(/, | or /)
			.map(sectionOf)
			.find((each) => each !== undefined);
		return to === 'the top level'
			? `${built({})}${as}: ${value}\n`
			: home && built({ [home]: [`${as}: ${value}`] });
	}
	const [, group = ''] = /lr_scheduler: constant_with_warmup and (.+) in train\.$/.exec(remedy) ?? [];
	return group === '' ? undefined : built({ train: ['lr_scheduler: constant_with_warmup', group] });
}

describe('advice', () => {
	it('on a word of another trainer leads to a sound configuration, as text and by its fixes', () => {
		assert.deepEqual(made([], findings(built({}))), []);
		let told = 0;
		let fixed = 0;
		for (const [word, value] of Object.entries(words)) {
			for (const section of sections) {
				if (keyFacts.has(`config.process[].${section}.${word}`)) continue;
				const text = built({ [section]: [`${word}: ${value}`] });
				const finding = findings(text).find(
					({ code, range }) => code === 'unknown-key' && text.slice(range.start, range.end) === word,
				);
				if (finding === undefined) continue;
				const place = `${word} in ${section}: ${finding.remedy}`;
				const result = followed(finding, word, value, section);
				if (result !== undefined) {
					told++;
					assert.deepEqual(made([], findings(result)), [], place);
				}
				for (const { edits, title } of finding.fixes ?? []) {
					fixed++;
					const after = apply(text, edits);
					assert.deepEqual(made([], findings(after)), [], `${place} [${title}]`);
				}
			}
		}
		assert.ok(told > 150 && fixed > 150, `${told} told, ${fixed} fixed`);
	});

	for (const [scheduler, remedy] of [
		[
			'cosine',
			/^The cosine scheduler has no warm-up: remove it, or write lr_scheduler: constant_with_warmup/,
		],
		['linear', /^The linear scheduler has no warm-up/],
		[undefined, /^The constant scheduler has no warm-up/],
		['constant_with_warmup', /^Write lr_scheduler_params: \{ num_warmup_steps: 100 \} in train\.$/],
	] as const) {
		it(`on a warm-up depends on the scheduler ${scheduler ?? 'of none'}`, () => {
			const named = scheduler === undefined ? [] : [`lr_scheduler: ${scheduler}`];
			const text = built({ train: [...named, 'lr_warmup_steps: 100'] });
			const finding = findings(text).find(({ code }) => code === 'unknown-key');
			assert.match(finding?.remedy ?? '', remedy);
			const after = apply(text, finding?.fixes?.[0]?.edits ?? []);
			assert.deepEqual(made([], findings(after)), []);
			assert.equal(after.includes('num_warmup_steps: 100'), scheduler === 'constant_with_warmup');
		});
	}

	it('names the top level', () => {
		const text = configuration({ name: 'name: a\n  meta: {name: x}' });
		assert.equal(
			findings(text).find(({ code }) => code === 'unknown-key')?.remedy,
			'Move it to the top level.',
		);
	});
});

const careful = new URL('./careful/', import.meta.url);

/** Slips of one line of a configuration. */
const slips: readonly ((line: string) => string | undefined)[] = [
	(line) => line.replace(/^( *(?:- )?)(\w)(\w{3,}):/, '$1$2:'),
	(line) => (/: \S/.test(line) ? line.replace(/: .*$/, ':') : undefined),
	(line) => (/: [\w./-]+$/.test(line) ? line.replace(/: (.*)$/, ': "$1"') : undefined),
	(line) => (/: [\w./-]+$/.test(line) ? line.replace(/: .*$/, ': 0') : undefined),
	(line) => (/: [\w./-]+$/.test(line) ? line.replace(/: .*$/, ': -1') : undefined),
	(line) => (/: [\w./-]+$/.test(line) ? line.replace(/: .*$/, ': [1, 2]') : undefined),
	(line) =>
		/^ +\w+: [\w./-]+$/.test(line) ? line.replace(/^( +)(\w+): .*$/, '$1$2:\n$1- 1\n$1- 2') : undefined,
	(line) => (/^ +\w+: [\w./-]+$/.test(line) ? line.replace(/: (.*)$/, ': "$1"#note') : undefined),
	(line) => (/: [\w./-]+$/.test(line) ? line.replace(/: .*$/, ': yes') : undefined),
	(line) => (/: [\w./-]+$/.test(line) ? line.replace(/: (.*)$/, ': /home/me/$1') : undefined),
	(line) => line.replace(/^( *)(\w+): /, '$1lr_$2: '),
	(line) => line.replace(/^( *(?:- )?)(\w\w)(\w)(\w)(\w*): /, '$1$2$4$3$5: '),
];

describe('quick fixes of a configuration with one slip', () => {
	for (const name of readdirSync(careful)) {
		for (const target of name === 'flux.yaml' ? (['service', 'local'] as const) : (['service'] as const)) {
			it(`${name} for ${target}: add no fault, and resolve the finding`, () => {
				const options: CheckOptions = { target, hasVariable: () => true };
				const good = readFileSync(new URL(name, careful), 'utf8');
				const same = ({ code, message, path }: Finding) => `${code} ${message} ${path}`;
				const usual = new Set(findings(good, options).map(same));
				const lines = good.split('\n');
				const wrong: string[] = [];
				for (const [index, line] of lines.entries()) {
					for (const slip of slips) {
						const slipped = slip(line);
						if (slipped === undefined || slipped === line) continue;
						const text = [...lines.slice(0, index), slipped, ...lines.slice(index + 1)].join('\n');
						const before = findings(text, options);
						const read = before.every(({ code }) => !code.startsWith('42253'));
						for (const finding of before) {
							if (usual.has(same(finding))) continue;
							for (const { edits, title, act } of finding.fixes ?? []) {
								// A person completes the name of a dataset.
								const unfinished = /^(?:Fill in|Add) control_path/.test(title);
								if (act !== undefined || unfinished) continue;
								const after = apply(text, edits);
								const now = findings(after, options);
								const place = `${line.trim()} -> ${slipped.trim()} [${finding.code}: ${title}]`;
								const broken = read && now.some(({ code }) => code.startsWith('42253'));
								const stays = now.some(
									(each) =>
										each.code === finding.code &&
										each.message === finding.message &&
										each.path === finding.path,
								);
								if (broken) wrong.push(`${place}: cannot be read`);
								else if (stays && after === text) wrong.push(`${place}: nothing changes`);
								else if (
									stays &&
									before.filter(({ code, path }) => code === finding.code && path === finding.path).length ===
										1
								)
									wrong.push(`${place}: stays`);
								else if (read) {
									const faults = made(before, now).filter(
										(each) => !/^(?:wrong-type|platform-path) /.test(each),
									);
									if (faults.length > 0) wrong.push(`${place}: ${faults.join(', ')}`);
								}
							}
						}
					}
				}
				assert.deepEqual(wrong, []);
			});
		}
	}
});
