import assert from 'node:assert/strict';
import { converted, notes, uiText } from './support.ts';

describe('conversion: widget values', () => {
	it('names positional values in the order of the class and skips the word after a seed', () => {
		const { nodes } = converted(
			uiText([{ id: 3, type: 'Sampler', widgets_values: [7, 'randomize', 20, 8, 'karras'] }]),
		);
		assert.deepEqual(nodes['3']?.inputs, { seed: 7, steps: 20, cfg: 8, scheduler: 'karras' });
	});

	it('skips the boolean after a seed in files of 2023', () => {
		const { nodes, report } = converted(
			uiText([
				{ id: 3, type: 'Sampler', widgets_values: [7, true, 20, 8, 'karras'] },
				{ id: 4, type: 'Sampler', widgets_values: [7, false, 20, 8, 'karras'] },
				{ id: 5, type: 'Flagged', widgets_values: [7, true, 3] },
				{
					id: 6,
					type: 'Mystery',
					inputs: ['seed', 'count'].map((name) => ({ name, type: 'INT', widget: { name }, link: null })),
					widgets_values: [7, true, 3],
				},
			]),
		);
		assert.deepEqual(nodes['3']?.inputs, { seed: 7, steps: 20, cfg: 8, scheduler: 'karras' });
		assert.deepEqual(nodes['4']?.inputs, nodes['3']?.inputs);
		assert.deepEqual(nodes['5']?.inputs, { seed: 7, flag: true, count: 3 });
		assert.deepEqual(nodes['6']?.inputs, { seed: 7, count: 3 });
		assert.ok(!report.some((entry) => entry.message.includes('do not fit')));
	});

	it('keeps a control word that is the value of a separate choice', () => {
		const { nodes } = converted(uiText([{ id: 1, type: 'Modes', widgets_values: [5, 'randomize'] }]));
		assert.deepEqual(nodes['1']?.inputs, { seed: 5, mode: 'randomize' });
	});

	it('keeps every digit and the notation of a number', () => {
		const source = uiText([
			{ id: 3, type: 'Sampler', widgets_values: ['SEED', 'fixed', 20, 'CFG', 'normal'] },
		])
			.replace('"SEED"', '18446744073709551615')
			.replace('"CFG"', '1.0');
		const { text, report } = converted(source);
		assert.match(text, /"seed": 18446744073709551615,/);
		assert.match(text, /"cfg": 1\.0,/);
		assert.ok(!report.some((entry) => entry.message.includes('do not fit')));
	});

	it('omits an optional input that the node editor hides and the file lacks', () => {
		const { nodes, report } = converted(
			uiText([
				{ id: 1, type: 'Film', widgets_values: [64, 'auto'] },
				{ id: 2, type: 'Film', widgets_values: [64, 'auto', 'h264'] },
			]),
		);
		assert.deepEqual(nodes['1']?.inputs, { width: 64, format: 'auto' });
		assert.deepEqual(nodes['2']?.inputs, { width: 64, format: 'auto', codec: 'h264' });
		assert.deepEqual(report, []);
	});

	it('uses the default if the file has no value, and reports it', () => {
		const { nodes, report } = converted(
			uiText([{ id: 3, type: 'Sampler', widgets_values: [7, 'fixed', 20] }]),
		);
		assert.equal(nodes['3']?.inputs.cfg, 8.5);
		assert.equal(nodes['3']?.inputs.scheduler, 'normal');
		assert.ok(
			notes(report, '3').some((text) => text.startsWith('info:') && text.includes('cfg and scheduler')),
		);
	});

	it('warns when values do not fit their types, a sign of another version', () => {
		const { report } = converted(uiText([{ id: 3, type: 'Sampler', widgets_values: ['euler', 20, 8, 7] }]));
		assert.ok(notes(report, '3').some((text) => text.startsWith('warning:') && text.includes('seed')));
	});

	it('follows a dynamic choice into its inputs', () => {
		const { nodes } = converted(
			uiText([
				{ id: 1, type: 'Scale', widgets_values: ['to size', 640, 480, 'area'] },
				{ id: 2, type: 'Scale', widgets_values: ['by factor', 2, 'nearest'] },
			]),
		);
		assert.deepEqual(nodes['1']?.inputs, {
			kind: 'to size',
			'kind.width': 640,
			'kind.height': 480,
			method: 'area',
		});
		assert.deepEqual(nodes['2']?.inputs, { kind: 'by factor', 'kind.factor': 2, method: 'nearest' });
	});

	it('keeps values by name unchanged, without the preview of the last run', () => {
		const widgets_values = { frame_rate: 24, format: 'video/h264-mp4', videopreview: { hidden: false } };
		const { nodes } = converted(
			uiText([
				{ id: 1, type: 'Combine', widgets_values, inputs: [{ name: 'images', type: 'IMAGE', link: null }] },
			]),
		);
		assert.deepEqual(nodes['1']?.inputs, { frame_rate: 24, format: 'video/h264-mp4' });
	});

	it('names the values of an unknown class after its inputs if they name all of them', () => {
		const inputs = ['noise', 'count', 'label'].map((name) => ({
			name,
			type: name === 'label' ? 'STRING' : 'INT',
			widget: { name },
			link: null,
		}));
		const { nodes } = converted(
			uiText([{ id: 1, type: 'Mystery', inputs, widgets_values: [4, 'fixed', 2, 'a'] }]),
		);
		assert.deepEqual(nodes['1']?.inputs, { noise: 4, count: 2, label: 'a' });
	});

	it('omits unnamed values of an unknown class, and lists them in the report', () => {
		const inputs = [{ name: 'label', type: 'STRING', widget: { name: 'label' }, link: null }];
		const { nodes, report } = converted(
			uiText([{ id: 1, type: 'Mystery', inputs, widgets_values: ['x', 2, 'a'] }]),
		);
		assert.deepEqual(nodes['1']?.inputs, {});
		assert.ok(notes(report, '1').some((text) => text.startsWith('error:') && text.includes('"x", 2, "a"')));
	});

	it('wraps a list value that would otherwise be read as a link', () => {
		const inputs = [{ name: 'list', type: 'X', widget: { name: 'list' }, link: null }];
		const { nodes } = converted(uiText([{ id: 1, type: 'Mystery', inputs, widgets_values: [['a', 0]] }]));
		assert.deepEqual(nodes['1']?.inputs, { list: { __value__: ['a', 0] } });
	});

	it('uses the title of a node, else the name of its class', () => {
		const { nodes } = converted(
			uiText([
				{ id: 1, type: 'Prompt', title: 'Mood', widgets_values: ['x'] },
				{ id: 2, type: 'Prompt', widgets_values: ['x'] },
			]),
		);
		assert.equal(nodes['1']?._meta.title, 'Mood');
		assert.equal(nodes['2']?._meta.title, 'A Prompt');
	});
});
