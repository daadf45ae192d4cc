import assert from 'node:assert/strict';
import { convertUi } from '../../../src/core/workflow/convert/convertUi.ts';
import type { WorkflowGroup } from '../../../src/core/workflow/convert/groups.ts';

const subgraph = 'aaaaaaaa-0000-4000-8000-000000000009';
const node = (id: number, x: number, y: number, more: object = {}): object => ({
	id,
	type: 'Blank',
	pos: [x, y],
	size: [100, 60],
	outputs: [{ name: 'LATENT', type: 'LATENT' }],
	...more,
});
const group = (title: string, bounding: unknown, color?: string): object => ({ title, bounding, color });

function groupsOf(
	nodes: readonly object[],
	groups: readonly object[],
	inner: object = {},
): readonly WorkflowGroup[] {
	const definitions = {
		subgraphs: [
			{ id: subgraph, name: 'Upscaler', nodes: [node(1, 0, 0), node(2, 200, 0)], links: [], ...inner },
		],
	};
	const made = convertUi(JSON.stringify({ nodes, links: [], groups, definitions, version: 0.4 }), undefined);
	assert.ok(made.ok);
	return made.groups;
}

const idsByTitle = (groups: readonly WorkflowGroup[]) => groups.map(({ title, nodeIds }) => [title, nodeIds]);

describe('the groups of a UI document', () => {
	it('contain the nodes whose center is inside, outer groups before inner ones', () => {
		const nodes = [
			node(1, 0, 0),
			node(2, 200, 0),
			node(3, 400, 0),
			node(4, 900, 0),
			node(5, 190, 0, { mode: 2 }),
		];
		const found = groupsOf(nodes, [
			group('Inner', [180, -50, 160, 200]),
			group('Outer', [-20, -60, 460, 300]),
		]);
		// The third one begins inside, but its middle is not.
		assert.deepEqual(idsByTitle(found), [
			['Outer', ['1', '2']],
			['Inner', ['2']],
		]);
	});

	it('include subgraph contents, which belong to the groups around the instance', () => {
		const nodes = [
			node(1, 0, 0),
			node(10, 200, 0, { type: subgraph, title: 'Finish' }),
			node(11, 900, 0, { type: subgraph }),
		];
		const inside = { groups: [group('First', [-10, -50, 120, 200])] };
		assert.deepEqual(idsByTitle(groupsOf(nodes, [group('All', [-50, -50, 400, 200])], inside)), [
			['All', ['1', '10:1', '10:2']],
			['Finish', ['10:1', '10:2']],
			['Upscaler', ['11:1', '11:2']],
			['First', ['10:1']],
			['First', ['11:1']],
		]);
	});

	it('are omitted if empty, partly overlapping, or without a place', () => {
		const nodes = [node(1, 0, 0), node(2, 200, 0), node(3, 400, 0)];
		const found = groupsOf(nodes, [
			group('Left', [-20, -60, 340, 300]),
			group('Right', [180, -60, 340, 300]),
			group('Empty', [2000, 0, 50, 50]),
			group('Nowhere', 'here'),
			group('Last', { 0: 380, 1: -60, 2: 200, 3: 300 }),
		]);
		// The last node is within the right one, which was removed.
		assert.deepEqual(idsByTitle(found), [['Last', ['3']]]);
	});

	it('count a folded card by the place of its title', () => {
		const folded = node(1, 0, 0, { flags: { collapsed: true }, size: { 0: 900, 1: 700 } });
		assert.equal(groupsOf([folded], [group('Top', [-10, -60, 200, 100])]).length, 1);
	});

	it('have the nearest theme color', () => {
		const colors = ['#3f789e', '#8A8', '#b58b2a', '#a1309b', '#A88', '#b06634', '#444', 'red', undefined];
		const nodes = colors.map((_, index) => node(index, index * 300, 0));
		const groups = colors.map((color, index) => group(`${index}`, [index * 300 - 10, -60, 150, 200], color));
		assert.deepEqual(
			groupsOf(nodes, groups).map(({ tint }) => tint),
			['blue', 'green', 'orange', 'purple', 'red', 'orange', 'plain', 'plain', 'plain'],
		);
	});
});
