import assert from 'node:assert/strict';
import { converted, type LinkRow, loader, notes, type UiNodeText, uiText } from './support.ts';

const prompt = (link: number | null): UiNodeText => ({
	id: 9,
	type: 'Prompt',
	inputs: [{ name: 'clip', type: 'CLIP', link }],
	widgets_values: ['a lighthouse'],
});

/** Converts a chain from the loader's CLIP through the given nodes to the prompt. */
function through(nodes: readonly UiNodeText[], links: readonly LinkRow[]): ReturnType<typeof converted> {
	return converted(uiText([loader, ...nodes, prompt(10)], links));
}

describe('conversion: links', () => {
	it('writes a link as the sender ID and its slot', () => {
		const { nodes } = through([], [[10, 1, 1, 9, 0, 'CLIP']]);
		assert.deepEqual(nodes['9']?.inputs, { text: 'a lighthouse', clip: ['1', 1] });
	});

	it('accepts links in object form too', () => {
		const { nodes } = converted(
			uiText(
				[loader, prompt(10)],
				[{ id: 10, origin_id: 1, origin_slot: 1, target_id: 9, target_slot: 0, type: 'CLIP' }],
			),
		);
		assert.deepEqual(nodes['9']?.inputs.clip, ['1', 1]);
	});

	it('follows any number of reroutes', () => {
		const reroutes = [2, 3, 4].map(
			(id): UiNodeText => ({
				id,
				type: 'Reroute',
				inputs: [{ name: '', type: '*', link: id }],
				outputs: [{ name: '', type: 'CLIP' }],
			}),
		);
		const { nodes } = through(reroutes, [
			[2, 1, 1, 2, 0, '*'],
			[3, 2, 0, 3, 0, '*'],
			[4, 3, 0, 4, 0, '*'],
			[10, 4, 0, 9, 0, 'CLIP'],
		]);
		assert.deepEqual(Object.keys(nodes), ['1', '9']);
		assert.deepEqual(nodes['9']?.inputs.clip, ['1', 1]);
	});

	it('stops at circular reroutes', () => {
		const { nodes, report } = through(
			[
				{ id: 2, type: 'Reroute', inputs: [{ name: '', type: '*', link: 3 }] },
				{ id: 3, type: 'Reroute', inputs: [{ name: '', type: '*', link: 2 }] },
			],
			[
				[2, 2, 0, 3, 0, '*'],
				[3, 3, 0, 2, 0, '*'],
				[10, 2, 0, 9, 0, 'CLIP'],
			],
		);
		assert.equal(nodes['9']?.inputs.clip, undefined);
		assert.ok(notes(report, '9').some((text) => text.includes('leads back to itself')));
	});

	it('follows Set and Get nodes by their name', () => {
		const { nodes } = through(
			[
				{
					id: 2,
					type: 'SetNode',
					inputs: [{ name: 'CLIP', type: 'CLIP', link: 2 }],
					widgets_values: ['main clip'],
				},
				{ id: 3, type: 'GetNode', outputs: [{ name: 'CLIP', type: 'CLIP' }], widgets_values: ['main clip'] },
			],
			[
				[2, 1, 1, 2, 0, 'CLIP'],
				[10, 3, 0, 9, 0, 'CLIP'],
			],
		);
		assert.deepEqual(nodes['9']?.inputs.clip, ['1', 1]);
	});

	it('reports the missing variable of a Get node', () => {
		const { report } = through(
			[{ id: 3, type: 'GetNode', widgets_values: ['other'] }],
			[[10, 3, 0, 9, 0, 'CLIP']],
		);
		assert.ok(notes(report, '9').some((text) => text.includes('"other"')));
	});

	it('writes the value of a primitive into every input that it feeds', () => {
		const inputs = [{ name: 'text', type: 'STRING', widget: { name: 'text' }, link: 11 }];
		const { nodes } = converted(
			uiText(
				[
					{
						id: 5,
						type: 'PrimitiveNode',
						widgets_values: ['from outside', 'fixed'],
						outputs: [{ name: 'STRING', type: 'STRING' }],
					},
					{ id: 9, type: 'Prompt', inputs, widgets_values: ['its own'] },
				],
				[[11, 5, 0, 9, 0, 'STRING']],
			),
		);
		assert.equal(nodes['9']?.inputs.text, 'from outside');
		assert.equal(nodes['5'], undefined);
	});

	it('prefers a link to the widget of the same input', () => {
		const inputs = [{ name: 'size', type: 'INT', widget: { name: 'size' }, link: 11 }];
		const { nodes } = converted(
			uiText(
				[
					{
						id: 5,
						type: 'Modes',
						widgets_values: [5, 'fixed', 'fixed'],
						outputs: [{ name: 'INT', type: 'INT' }],
					},
					{ id: 6, type: 'Blank', inputs, widgets_values: [640] },
				],
				[[11, 5, 0, 6, 0, 'INT']],
			),
		);
		assert.deepEqual(nodes['6']?.inputs.size, ['5', 0]);
	});

	it('omits a muted node, and reports the missing inputs it fed', () => {
		const { nodes, report } = converted(
			uiText([{ ...loader, mode: 2 }, prompt(10)], [[10, 1, 1, 9, 0, 'CLIP']]),
		);
		assert.deepEqual(Object.keys(nodes), ['9']);
		assert.equal(nodes['9']?.inputs.clip, undefined);
		assert.ok(notes(report, '9').some((text) => text.includes('node 1 is muted')));
		assert.ok(notes(report, '9').some((text) => text.includes('the server will refuse')));
	});

	it('replaces no link from a muted node with a widget value', () => {
		const numbers: UiNodeText = { id: 1, type: 'Modes', mode: 2, outputs: [{ name: 'INT', type: 'INT' }] };
		const blank: UiNodeText = {
			id: 2,
			type: 'Blank',
			inputs: [{ name: 'size', type: 'INT', widget: { name: 'size' }, link: 5 }],
			widgets_values: [640],
		};
		const { nodes, report } = converted(uiText([numbers, blank], [[5, 1, 0, 2, 0, 'INT']]));
		assert.deepEqual(nodes['2']?.inputs, {});
		assert.ok(notes(report, '2').some((text) => text.includes('node 1 is muted')));
		assert.ok(notes(report, '2').some((text) => text.includes('the server will refuse')));
	});

	it('forwards a bypassed node from the input of the same type', () => {
		const lora: UiNodeText = {
			id: 2,
			type: 'Lora',
			mode: 4,
			inputs: [
				{ name: 'model', type: 'MODEL', link: 2 },
				{ name: 'clip', type: 'CLIP', link: 3 },
			],
			outputs: [
				{ name: 'MODEL', type: 'MODEL' },
				{ name: 'CLIP', type: 'CLIP' },
			],
		};
		const { nodes } = through(
			[lora],
			[
				[2, 1, 0, 2, 0, 'MODEL'],
				[3, 1, 1, 2, 1, 'CLIP'],
				[10, 2, 1, 9, 0, 'CLIP'],
			],
		);
		assert.deepEqual(nodes['9']?.inputs.clip, ['1', 1]);
		assert.equal(nodes['2'], undefined);
	});

	it('forwards from another slot if the same slot does not fit', () => {
		const swap: UiNodeText = {
			id: 2,
			type: 'Swap',
			mode: 4,
			inputs: [
				{ name: 'model', type: 'MODEL', link: 2 },
				{ name: 'any', type: 'clip', link: 3 },
			],
			outputs: [{ name: 'CLIP', type: 'CLIP' }],
		};
		const { nodes } = through(
			[swap],
			[
				[2, 1, 0, 2, 0, 'MODEL'],
				[3, 1, 1, 2, 1, 'CLIP'],
				[10, 2, 0, 9, 0, 'CLIP'],
			],
		);
		assert.deepEqual(nodes['9']?.inputs.clip, ['1', 1]);
	});

	it('forwards by the type of the fed input if a bypassed output has every type', () => {
		const choice: UiNodeText = {
			id: 2,
			type: 'Choice',
			mode: 4,
			inputs: [
				{ name: 'first', type: 'BOOLEAN', link: 2 },
				{ name: 'model', type: 'MODEL', link: 3 },
				{ name: 'clip', type: 'CLIP', link: 4 },
			],
			outputs: [{ name: '*', type: '*' }],
		};
		const { nodes } = through(
			[choice, { id: 3, type: 'Flagged', outputs: [{ name: 'INT', type: 'INT' }] }],
			[
				[2, 3, 0, 2, 0, 'BOOLEAN'],
				[3, 1, 0, 2, 1, 'MODEL'],
				[4, 1, 1, 2, 2, 'CLIP'],
				[10, 2, 0, 9, 0, 'CLIP'],
			],
		);
		assert.deepEqual(nodes['9']?.inputs.clip, ['1', 1]);
	});

	for (const [what, setMode, rerouteMode] of [
		['Set node', 2, 0],
		['Reroute', 0, 2],
	] as const)
		it(`passes through a muted ${what}, which exists only in the node editor`, () => {
			const { nodes } = through(
				[
					{
						id: 2,
						type: 'Reroute',
						mode: rerouteMode,
						inputs: [{ name: '', type: '*', link: 2 }],
						outputs: [{ name: '', type: 'CLIP' }],
					},
					{
						id: 3,
						type: 'SetNode',
						mode: setMode,
						inputs: [{ name: 'CLIP', type: 'CLIP', link: 3 }],
						widgets_values: ['words'],
					},
					{ id: 4, type: 'GetNode', outputs: [{ name: 'CLIP', type: 'CLIP' }], widgets_values: ['words'] },
				],
				[
					[2, 1, 1, 2, 0, '*'],
					[3, 2, 0, 3, 0, 'CLIP'],
					[10, 4, 0, 9, 0, 'CLIP'],
				],
			);
			assert.deepEqual(nodes['9']?.inputs.clip, ['1', 1]);
		});

	it('drops a link that a bypassed node cannot forward', () => {
		const encode: UiNodeText = {
			id: 2,
			type: 'Encode',
			mode: 4,
			inputs: [{ name: 'model', type: 'MODEL', link: 2 }],
			outputs: [{ name: 'CLIP', type: 'CLIP' }],
		};
		const { nodes, report } = through(
			[encode],
			[
				[2, 1, 0, 2, 0, 'MODEL'],
				[10, 2, 0, 9, 0, 'CLIP'],
			],
		);
		assert.equal(nodes['9']?.inputs.clip, undefined);
		assert.ok(notes(report, '9').some((text) => text.includes('bypassed')));
	});

	it('omits notes, and reports nodes that send values without links', () => {
		const { nodes, report } = converted(
			uiText([
				{ id: 1, type: 'MarkdownNote', widgets_values: ['read me'] },
				{ id: 2, type: 'Note', widgets_values: ['read me'] },
				{ id: 3, type: 'Anything Everywhere', inputs: [{ name: 'anything', type: '*', link: null }] },
				{ id: 4, type: 'Fancy Sticker', widgets_values: ['!'] },
			]),
		);
		assert.deepEqual(nodes, {});
		assert.deepEqual(
			report.map((entry) => [entry.nodeId, entry.severity]),
			[
				['3', 'warning'],
				['4', 'info'],
			],
		);
	});

	it('reports that group nodes of older editors must be dissolved', () => {
		const { report } = converted(
			uiText([{ id: 1, type: 'workflow>My Group', inputs: [{ name: 'a', type: 'IMAGE', link: null }] }]),
		);
		assert.ok(
			notes(report, '1').some((text) => text.startsWith('error:') && text.includes('Convert to nodes')),
		);
		const withoutSockets = converted(uiText([{ id: 1, type: 'workflow/My Group', widgets_values: [1] }]));
		assert.deepEqual(Object.keys(withoutSockets.nodes), ['1']);
		assert.ok(
			notes(withoutSockets.report, '1').some(
				(text) => text.startsWith('error:') && text.includes('Convert to nodes'),
			),
		);
	});
});
