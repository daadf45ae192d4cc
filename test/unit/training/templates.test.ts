import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'yaml';
import { compact } from '../../../src/core/base/compact.ts';
import { checkTraining } from '../../../src/core/training/check.ts';
import { recognizeTraining } from '../../../src/core/training/recognize.ts';
import {
	proposedName,
	type TemplateAnswers,
	type TemplateDataset,
	writeConfiguration,
} from '../../../src/core/training/templates/configuration.ts';
import { knownModel, secondDataset, templateModels } from '../../../src/core/training/templates/models.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';
import { entryOf, itemsOf, scalarOf } from '../../../src/core/training/yaml/node.ts';

const [model] = templateModels;
assert(model !== undefined);
const usual: TemplateAnswers = {
	model,
	name: 'portraits_v1',
	trigger: 'p3rson',
	gpuType: 'ADA_80_PLUS',
	gpuCount: 1,
	steps: 2000,
};

const datasets: readonly (TemplateDataset | undefined)[] = [
	undefined,
	{ name: 'portraits' },
	{ name: 'portraits', files: ['a.png', 'a.txt'] },
	{ name: 'clips', files: ['a.mp4', 'a.txt'] },
	{ name: 'clips', folder: 'my: clips # "1"\n2' },
];
const seconds: readonly (TemplateDataset | undefined)[] = [
	undefined,
	{ name: 'before' },
	{ name: 'before', files: ['a b.png', 'c.JPG', 'a.txt'] },
	{ name: 'before', folder: 'before' },
];

function findings(answers: TemplateAnswers) {
	const { text } = writeConfiguration(answers);
	return checkTraining(parseTraining(text), {
		submission: { operation: 'submit', format: 'yaml', gpuType: answers.gpuType, gpuCount: answers.gpuCount },
	}).map(({ code, message }) => `${answers.model.arch} ${code}: ${message}`);
}

describe('a new training configuration', () => {
	it('breaks no rule and gives no remark, for any answers', () => {
		for (const model of templateModels)
			for (const dataset of datasets)
				for (const second of seconds)
					for (const trigger of ['', 'p3rson'])
						for (const steps of [1, 10, 400, 2000, 500_000])
							assert.deepEqual(
								findings({
									...usual,
									model,
									trigger,
									steps,
									...compact({ dataset, second }),
								}),
								[],
							);
	});

	it('is offered for at least six families, with every kind of model', () => {
		const kinds = templateModels.map((each) => knownModel(each).arch.kind);
		for (const kind of ['image', 'image_edit', 'video', 'i2v'] as const)
			assert(kinds.includes(kind), `no template of the kind ${kind}`);
		const families = new Set(templateModels.map((each) => knownModel(each).arch.family));
		assert(families.size >= 6, [...families].join(', '));
	});

	it('is recognized as a training configuration', () => {
		assert(recognizeTraining(writeConfiguration(usual).text));
	});

	it('reads back every answer as entered, for the toolkit and other YAML readers', () => {
		const awkward = [
			'yes',
			'1e5',
			'0x1F',
			'012',
			'null',
			'~',
			'[trigger]',
			'"quoted"',
			"it's",
			'back\\slash',
			'a: b',
			'# not a comment',
			' padded ',
			'- item',
			'émile 林檎 🎨',
			'tab\there',
			'next\u0085line\u2028',
			'\u0000\u007f\ufeff',
			'%percent',
			'@at',
			'*alias',
			'&anchor',
			'!tag',
			'1:30',
		];
		const prove = (trigger: string) => {
			const { text } = writeConfiguration({ ...usual, trigger });
			const document = parseTraining(text);
			assert.deepEqual(document.problems, []);
			const process = itemsOf(entryOf(document.root, 'config')?.value, 'process')[0];
			assert.equal(scalarOf(process, 'trigger_word')?.value, trigger, text);
			assert.equal(parse(text).config.process[0].trigger_word, trigger);
			assert.equal(parse(text, { version: '1.1' }).config.process[0].trigger_word, trigger);
		};
		for (const trigger of awkward) prove(trigger);
		fc.assert(fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), prove));
		fc.assert(fc.property(fc.string({ minLength: 1, unit: 'binary' }), prove));
	});

	it('writes names that YAML would misread as texts', () => {
		for (const name of ['yes', '1e5', '2024', 'null', '0x10', 'off', '-', '1_000']) {
			const { text } = writeConfiguration({ ...usual, name, dataset: { name } });
			const read = parse(text, { version: '1.1' }).config;
			assert.equal(read.name, name);
			assert.equal(read.process[0].datasets[0].folder_path, `/app/ai-toolkit/datasets/${name}`);
			assert.deepEqual(findings({ ...usual, name, dataset: { name } }), []);
		}
	});

	it('selects the first missing answer: the dataset, then a picture, then the prompts', () => {
		const at = (answers: Partial<TemplateAnswers>) => {
			const { text, first } = writeConfiguration({ ...usual, ...answers });
			return text.slice(first.start, first.end);
		};
		const edit = templateModels.find((each) => secondDataset(each) === 'before');
		assert(edit !== undefined);
		const dataset = { name: 'portraits' };
		assert.equal(at({}), 'my_dataset');
		assert.match(at({ dataset }), /^a photo of \[trigger\]/);
		assert.equal(at({ model: edit, dataset }), 'my_pictures_before');
		assert.equal(at({ model: edit, dataset, second: { name: 'before' } }), 'picture.jpg');
		assert.match(
			at({ model: edit, dataset, second: { name: 'before', files: ['a.png'] } }),
			/^turn the picture/,
		);
	});

	it('makes previews with the pictures of the chosen dataset, and none if required pictures are not chosen', () => {
		const start = templateModels.find((each) => secondDataset(each) === 'start');
		assert(start !== undefined);
		const second = { name: 'start', files: ['one.png', 'two.png', 'one.txt'] };
		const read = (answers: Partial<TemplateAnswers>) =>
			parse(writeConfiguration({ ...usual, model: start, ...answers }).text).config.process[0];
		assert.deepEqual(
			read({ second }).sample.samples.map((each: { ctrl_img: string }) => each.ctrl_img),
			['/app/ai-toolkit/datasets/start/one.png', '/app/ai-toolkit/datasets/start/two.png'],
		);
		assert.equal(read({}).train.disable_sampling, true);
		assert.equal(read({}).sample, undefined);
	});

	it('trains a video model on single frames if the dataset has only pictures', () => {
		const video = templateModels.find((each) => each.arch === 'wan22_14b:t2v');
		assert(video !== undefined);
		const frames = (files: readonly string[]) =>
			parse(writeConfiguration({ ...usual, model: video, dataset: { name: 'd', files } }).text).config
				.process[0].datasets[0].num_frames;
		assert.equal(frames(['a.png', 'a.txt']), 1);
		assert.equal(frames(['a.png', 'b.mp4']), 41);
	});

	it('proposes job names that the service accepts', () => {
		for (const each of templateModels)
			for (const name of ['portraits', 'über mich', '🎨'])
				assert.match(proposedName(each, { name }), /^[A-Za-z0-9_-]+$/);
	});
});
