import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CheckOptions } from '../../../src/core/training/check.ts';
import {
	renameJob,
	renameTarget,
	trainingHints,
	trainingLenses,
	trainingLinks,
	trainingOutline,
} from '../../../src/core/training/language/annotations.ts';
import { completeTraining } from '../../../src/core/training/language/completion.ts';
import { trainingFolds } from '../../../src/core/training/language/folds.ts';
import { hoverTraining } from '../../../src/core/training/language/hover.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';
import { apply, configuration, findings, folder, train, verdict } from './config.ts';

const account: CheckOptions = {
	datasets: {
		lookup: (name) =>
			name === 'portraits' ? { state: 'READY', files: ['a.png', 'a.txt', 'b.mp4', 'b.txt'] } : 'missing',
		names: () => ['portraits', 'landscapes'],
	},
};

/** Returns the text without its `‸`, and the offset of that. */
function cursor(marked: string): { readonly text: string; readonly offset: number } {
	return { text: marked.replace('‸', ''), offset: marked.indexOf('‸') };
}

function offered(marked: string, options: CheckOptions = {}): readonly string[] {
	const { text, offset } = cursor(marked);
	return completeTraining(text, offset, options).map((suggestion) => suggestion.label);
}

function includes(labels: readonly string[], ...wanted: readonly string[]): void {
	for (const label of wanted) assert.ok(labels.includes(label), `${label} among ${labels.slice(0, 40)}`);
}

function excludes(labels: readonly string[], ...unwanted: readonly string[]): void {
	for (const label of unwanted) assert.ok(!labels.includes(label), `${label} is not offered`);
}

const plain = configuration();

describe('completion', () => {
	it('offers the keys of the place and omits existing ones', () => {
		includes(offered('‸'), 'job', 'config', 'meta');
		includes(offered('job: extension\nconfig:\n  ‸'), 'name', 'process');
		const keys = offered(plain.replace('        lr: 0.0001', '        lr: 0.0001\n        ‸'));
		includes(keys, 'optimizer', 'gradient_checkpointing', 'diff_output_preservation');
		excludes(keys, 'lr', 'steps', 'folder_path', 'arch');
	});

	it('offers keys on a half-written line, in list items and at the same column as the dash', () => {
		includes(offered(plain.replace('        lr: 0.0001', '        lr: 0.0001\n        optim‸')), 'optimizer');
		includes(
			offered(plain.replace('          resolution', '          num‸\n          resolution')),
			'num_frames',
			'num_repeats',
		);
		includes(offered('config:\n  process:\n  - ‸'), 'type', 'train');
		includes(offered('config:\n  process:\n  - type: sd_trainer\n    ‸'), 'train', 'model');
		excludes(
			offered('config:\n  process:\n  - type: sd_trainer\n    ‸'),
			'type',
			'replacements',
			'input_path',
		);
	});

	it('offers keys only for an architecture that reads them', () => {
		const at = (arch: string) =>
			offered(configuration({ datasets: [[folder, '‸']], model: ['name_or_path: a/b', `arch: ${arch}`] }));
		includes(at('ltx2'), 'do_i2v');
		excludes(at('chroma'), 'do_i2v');
	});

	it('offers values: lists, switches, defaults', () => {
		const value = (line: string) =>
			offered(plain.replace('        lr: 0.0001', `        lr: 0.0001\n        ${line}`));
		includes(value('optimizer: ‸'), 'adamw8bit', 'adafactor', 'prodigyopt');
		includes(value('gradient_checkpointing: ‸'), 'true', 'false');
		includes(value('lr_scheduler: co‸'), 'constant', 'cosine');
		includes(offered('job: ‸'), 'extension');
		includes(offered(plain.replace('diffusion_trainer', '‸')), 'sd_trainer');
		excludes(offered(plain.replace('diffusion_trainer', '‸')), 'to_folder');
	});

	it('offers architectures, also with missing defaults', () => {
		const { text, offset } = cursor(
			configuration({ model: ['name_or_path: ai-toolkit/Wan2.2-T2V-A14B-Diffusers-bf16', 'arch: ‸'] }),
		);
		const suggestions = completeTraining(text, offset);
		const full = suggestions.find((each) => each.label === 'wan22_14b:t2v with its defaults');
		assert.ok(full?.edits);
		const edited = apply(text, [...full.edits, { range: full.range, newText: full.snippet }]);
		assert.deepEqual(verdict(edited), []);
		assert.match(edited, / quantize: true\n/);
		assert.equal(edited.match(/noise_scheduler:/g)?.length, 1, 'what is set stays');
		includes(
			suggestions.map((each) => each.label),
			'flux',
			'qwen_image_edit_plus:2511',
		);
	});

	it('writes the name of a dataset as one text, whatever its characters', () => {
		const hostile = 'a\n      train:\n        lr: 1e9';
		const names = ['plain name_1', 'b: c #', '*alias', "it's", 'a$1', hostile];
		const named: CheckOptions = { datasets: { lookup: () => 'missing', names: () => names } };
		const marked = (value: string) => cursor(configuration({ datasets: [[`folder_path: ${value}`]] }));
		const { text, offset } = marked('‸');
		const found = completeTraining(text, offset, named).filter(({ kind }) => kind === 'dataset');
		assert.deepEqual(
			found.map(({ snippet }) => snippet.replaceAll(/\\([$}\\])/g, '$1')),
			names.map((name, index) =>
				index === 0 ? `/app/ai-toolkit/datasets/${name}` : JSON.stringify(`/app/ai-toolkit/datasets/${name}`),
			),
		);
		for (const quote of ['"', "'"]) {
			const between = marked(`${quote}‸${quote}`);
			const labels = completeTraining(between.text, between.offset, named).map(({ label }) => label);
			assert.deepEqual(labels, [`/app/ai-toolkit/datasets/plain name_1`]);
		}
	});

	it('offers valid values inside quotes, and replaces the quoted text', () => {
		const completed = (marked: string, label: string): string => {
			const { text, offset } = cursor(marked);
			const found = completeTraining(text, offset, account).find((each) => each.label === label);
			assert.ok(found, `${label} in ${marked}`);
			return apply(text, [{ range: found.range, newText: found.snippet }]);
		};
		for (const [written, label, result] of [
			['arch: "‸"', 'flux', 'arch: "flux"'],
			["arch: 'ch‸'", 'chroma', "arch: 'chroma'"],
			['arch: "fl‸ux"', 'flux2', 'arch: "flux2"'],
			['arch: "‸', 'flux', 'arch: "flux"'],
			['arch: "‸"  # which', 'flux', 'arch: "flux"  # which'],
		] as const) {
			const marked = plain.replace('arch: chroma', written);
			assert.equal(completed(marked, label), plain.replace('arch: chroma', result));
		}
		const optimizer = (value: string) => configuration({ train: [...train, `optimizer: ${value}`] });
		assert.equal(completed(optimizer('"‸"'), 'adamw8bit'), optimizer('"adamw8bit"'));
		const sampler = (value: string) => configuration({ sample: [`sampler: ${value}`] });
		assert.equal(completed(sampler('"‸"'), '"dpmsolver++"'), sampler('"dpmsolver++"'));
		const list = (value: string) =>
			configuration({ network: ['type: lora', 'only_if_contains:', `  - ${value}`] });
		assert.deepEqual(
			offered(list('"‸"')).filter((label) => label === 'true'),
			[],
		);
		assert.deepEqual(offered(configuration({ train: [...train, 'train_unet: "‸"'] })), []);
		assert.equal(
			completed(
				plain.replace('/app/ai-toolkit/datasets/portraits', '"/app‸"'),
				'/app/ai-toolkit/datasets/landscapes',
			),
			plain.replace('/app/ai-toolkit/datasets/portraits', '"/app/ai-toolkit/datasets/landscapes"'),
		);
	});

	it('offers the datasets of the account, else their folder', () => {
		const marked = plain.replace('/app/ai-toolkit/datasets/portraits', '/app‸');
		assert.deepEqual(offered(marked, account), [
			'/app/ai-toolkit/datasets/portraits',
			'/app/ai-toolkit/datasets/landscapes',
		]);
		assert.deepEqual(offered(marked), ['/app/ai-toolkit/datasets/']);
	});

	it('offers flags inside a prompt', () => {
		includes(offered(configuration({ sample: ['prompts:', '  - a place --‸'] })), '--ctrl_img', '--seed');
		assert.deepEqual(
			offered(configuration({ sample: ['neg: a --‸'] })).filter((label) => label.startsWith('--')),
			[],
		);
	});

	it('offers nothing in comments and block texts', () => {
		assert.deepEqual(offered('job: extension\n# c‸'), []);
		assert.deepEqual(offered(configuration({ sample: ['samples:', '  - prompt: |', '      wi‸'] })), []);
	});

	it('keeps the text valid', () => {
		const { text, offset } = cursor(plain.replace('      network:', '      sa‸\n      network:'));
		const save = completeTraining(text, offset).find((each) => each.label === 'save');
		assert.ok(save);
		assert.equal(text.slice(save.range.start, save.range.end), 'sa');
		assert.equal(save.snippet, 'save:\n  $0');
	});

	it('never throws, wherever the cursor is', () => {
		fc.assert(
			fc.property(
				fc.nat(plain.length),
				fc.nat(12),
				fc.constantFrom('', ':', '- ', '"', '\n', '\t', '--', '['),
				(at, cut, put) => {
					const text = plain.slice(0, at) + put + plain.slice(at + cut);
					const offset = Math.min(at + put.length, text.length);
					for (const { range } of completeTraining(text, offset, account)) {
						assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length);
					}
					hoverTraining(parseTraining(text), offset, account);
				},
			),
			{ numRuns: 400 },
		);
	});
});

describe('hover', () => {
	const show = (text: string, word: string, options: CheckOptions = {}) =>
		hoverTraining(parseTraining(text), text.indexOf(word) + 1, options);

	it('shows meaning, type, default and rules of a key', () => {
		const hover = show(plain, 'lr: ');
		assert.match(hover?.markdown ?? '', /Type: number/);
		assert.match(hover?.markdown ?? '', /42274 INVALID_LEARNING_RATE/);
		assert.equal(plain.slice(hover?.range.start, hover?.range.end), 'lr');
	});

	it('shows the requirements of an architecture', () => {
		const text = configuration({ model: ['name_or_path: a/b', 'arch: qwen_image_edit_plus'] });
		const hover = show(text, 'qwen_image_edit_plus');
		assert.match(hover?.markdown ?? '', /control images in every dataset/);
		assert.match(hover?.markdown ?? '', /42259/);
	});

	it('shows a name and a state literally, never as a picture or link', () => {
		const name = '![x](https://host.example/t.png) <img src=a>';
		const text = configuration({ datasets: [[`folder_path: "/app/ai-toolkit/datasets/${name}"`]] });
		for (const facts of ['missing', { state: '[s](https://host.example)', files: [] }] as const) {
			const { markdown = '' } =
				show(text, '![x]', { datasets: { lookup: () => facts, names: () => [] } }) ?? {};
			assert.match(markdown, /&#33;&#91;x&#93;/);
			assert.doesNotMatch(markdown, /[[\]<]|:\/\//);
		}
	});

	it('shows no code for a value named like a built-in property', () => {
		const text = configuration({ train: ['optimizer: constructor', 'noise_scheduler: toString'] });
		for (const word of ['constructor', 'toString'])
			assert.doesNotMatch(show(text, word)?.markdown ?? '', /native code|—.*—/);
	});

	it('shows the state of a dataset and the meaning of a flag', () => {
		assert.match(show(plain, '/app/ai-toolkit/datasets', account)?.markdown ?? '', /ready, 4 files/);
		const text = configuration({ sample: ['prompts:', '  - a place --seed 7'] });
		assert.match(show(text, '--seed')?.markdown ?? '', /sets the seed/);
	});
});

describe('the language support of a configuration', () => {
	const labels = (text: string) => trainingHints(parseTraining(text)).map((hint) => hint.label);

	it('computes images, checkpoints and seconds', () => {
		const text = configuration({
			model: ['name_or_path: a/b', 'arch: wan22_14b'],
			datasets: [[folder, 'num_frames: 81', 'fps: 16']],
			train: ['batch_size: 2', 'steps: 1000', 'gradient_accumulation: 3', 'lr: 0.1'],
		}).replace('      datasets:', '      save:\n        save_every: 250\n      datasets:');
		assert.deepEqual(labels(text), ['3 checkpoints and the final file', '5.1 s', '6,000 videos seen']);
		assert.deepEqual(labels(plain), ['2,000 images seen']);
	});

	it('counts problems and shows datasets', () => {
		const lenses = trainingLenses(parseTraining(plain), [], account).map((lens) => lens.title);
		assert.deepEqual(lenses, ['portraits: ready, 1 image, 1 video'], 'nothing is said of no problems');
		const text = configuration({ train: [...train, 'gradient_checkpoint: true', 'poi: x'] });
		const titles = trainingLenses(parseTraining(text), findings(text)).map((lens) => lens.title);
		assert.deepEqual(titles, ['2 warnings', 'Fix 1 Problem']);
	});

	it('names processes and datasets in the outline', () => {
		const [, config] = trainingOutline(parseTraining(plain));
		const process = config?.children.find((item) => item.name === 'process')?.children[0];
		assert.equal(process?.name, 'diffusion_trainer');
		assert.equal(
			process?.children.find((item) => item.name === 'datasets')?.children[0]?.name,
			'/app/ai-toolkit/datasets/portraits',
		);
	});

	it('lists content repeated by aliases only once', () => {
		const circle = `x-a: &a [${Array(50).fill('*a').join(', ')}, b]\n${plain}`;
		const [first] = trainingOutline(parseTraining(circle));
		assert.deepEqual(
			first?.children.map((child) => child.name),
			['b'],
		);
	});

	it('folds sections, items and comments, even if a list starts in the column of its key', () => {
		const text = '# one\n# two\njob: extension\nconfig:\n  process:\n  - type: x\n    train:\n      lr: 1\n';
		const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
		assert.deepEqual(
			trainingFolds(parseTraining(text)).map(({ start, end, comment }) => [
				lineOf(start),
				lineOf(end),
				comment,
			]),
			[
				[1, 2, true],
				[4, 8, false],
				[5, 8, false],
				[6, 8, false],
				[7, 8, false],
			],
		);
	});

	it('links weights to their page', () => {
		assert.deepEqual(
			trainingLinks(parseTraining(plain)).map((link) => link.url),
			['https://huggingface.co/lodestones/Chroma1-Base'],
		);
	});

	it('renames the job, but only to a name that the service accepts', () => {
		const text = `${plain}meta:\n  name: portraits_v1\n`;
		const document = parseTraining(text);
		const offset = text.indexOf('portraits_v1') + 2;
		assert.ok(renameTarget(document, offset));
		assert.equal(renameTarget(document, 0), undefined);
		assert.equal(renameJob(document, offset, 'a b'), undefined);
		const renamed = apply(text, renameJob(document, offset, 'faces') ?? []);
		assert.ok(renamed.includes('name: faces\n') && renamed.includes('name: "[name]"\n'));
	});
});
