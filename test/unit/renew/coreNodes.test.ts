import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readJson } from '../../../src/core/json/tolerant.ts';
import type { Json, JsonObject } from '../../../src/core/json/value.ts';
import { type CompactClass, object, shapeOf } from '../../tools/renew/compactClass.ts';
import {
	addCapture,
	type CoreNodes,
	coreNodesFile,
	coreNodesText,
	keptCoreNodes,
	versionOf,
	withoutVersion,
} from '../../tools/renew/coreNodes.ts';
import { renewedNodes } from '../../tools/renew/renewedNodes.ts';

const nothing: CoreNodes = { versions: [], entries: [], classes: {} };

/** Returns a class as an engine describes it. */
function described(required: JsonObject, more: JsonObject = {}): JsonObject {
	return {
		input: { required },
		output: ['IMAGE'],
		output_name: ['IMAGE'],
		category: 'image',
		python_module: 'nodes',
		...more,
	};
}

const sampler = (...names: readonly string[]) =>
	described({ sampler_name: [[...names], {}], steps: ['INT', { min: 1 }] });
const loader = described({ image: [[], {}] });
const first: JsonObject = { Sampler: sampler('euler', 'heun'), Loader: loader, Old: described({}) };
const second: JsonObject = {
	Sampler: sampler('euler', 'heun', 'lcm'),
	Loader: described({ image: [['a file of this machine.png'], {}] }),
	New: described({ width: ['INT', { default: 8 }] }),
	OfAPack: described({}, { python_module: 'custom_nodes.a_pack' }),
};

/** Returns the shapes of the classes of a version. */
function shapes(kept: CoreNodes, version: string): readonly (readonly [string, string])[] {
	return [...(versionOf(kept, version) ?? [])].map(([name, record]) => [name, shapeOf(record)]);
}

/** Returns an engine's description of stored classes. */
function infoOf(kept: CoreNodes, version: string): JsonObject {
	const of = ({ r, o, h, t, n, x, d, c, m, f }: CompactClass): Json => ({
		input: {
			required: r ?? {},
			optional: o ?? {},
			hidden: Object.fromEntries((h as string[] | undefined)?.map((name) => [name, null]) ?? []),
		},
		output: t ?? [],
		output_name: n ?? t ?? [],
		output_matchtypes: x ?? null,
		display_name: d ?? null,
		category: c ?? '',
		python_module: m ?? '',
		...Object.fromEntries((f as string[] | undefined)?.map((flag) => [flag, true]) ?? []),
	});
	return Object.fromEntries(
		[...(versionOf(kept, version) ?? [])].map(([name, record]) => [name, of(record)]),
	);
}

describe('the saved core nodes', () => {
	const kept = addCapture(nothing, '1.0', first);

	it('add a version from one capture, with a list of its changes, and keep earlier versions unchanged', () => {
		const renewed = renewedNodes(kept, undefined, { version: '1.1', info: second });
		assert.equal(renewed.before, '1.0');
		assert.deepEqual(renewed.items, [
			'- New classes (1): `New`',
			'- Classes that are gone (1): `Old`',
			'- `Sampler`: `sampler_name` also takes `lcm`',
		]);
		assert.deepEqual(renewed.kept.versions, ['1.0', '1.1']);
		assert.deepEqual(shapes(renewed.kept, '1.0'), shapes(kept, '1.0'));
		assert.deepEqual(object(versionOf(renewed.kept, '1.1')?.get('Loader')?.r).image, [null]);
	});

	it('name every change of a class', () => {
		const changed: JsonObject = {
			...first,
			Sampler: described(
				{ sampler_name: [['euler'], {}], steps: ['INT', { min: 2 }], seed: ['INT', {}] },
				{ output: ['LATENT'], output_node: true },
			),
			Old: described({ model: ['MODEL'] }),
		};
		assert.deepEqual(renewedNodes(kept, undefined, { version: '1.0', info: changed }).items, [
			'- `Sampler`: `sampler_name` does not take `heun`',
			'- `Sampler`: `steps` has min 2 and had 1',
			'- `Sampler`: new required input `seed` (INT)',
			'- `Sampler`: outputs became `LATENT`',
			'- `Sampler`: became an output node',
			'- `Old`: new required input `model` (MODEL)',
		]);
	});

	it('keep a version read from its source until a capture is equally new', () => {
		const read = { version: '1.2', gone: ['Old'], classes: { Read: described({}) } };
		const older = renewedNodes(kept, read, { version: '1.1', info: { ...first, New: described({}) } });
		assert.deepEqual(older.kept.versions, ['1.0', '1.1', '1.2']);
		assert.deepEqual([...(versionOf(older.kept, '1.2')?.keys() ?? [])], ['Sampler', 'Loader', 'New', 'Read']);
		const newer = renewedNodes(older.kept, older.read, { version: '1.3', info: second });
		assert.deepEqual(newer.kept.versions, ['1.0', '1.1', '1.3']);
		assert.equal(newer.read, undefined);
		assert.equal(newer.before, '1.2');
	});

	it('produce the same file when a version is added again from the saved data', () => {
		const all = keptCoreNodes();
		const text = readFileSync(coreNodesFile, 'utf8');
		assert.equal(coreNodesText(withoutVersion(all, '0')), text);
		for (const version of all.versions)
			assert.equal(coreNodesText(addCapture(all, version, infoOf(all, version))), text, version);
	});

	it('produce the same file when a captured version is added again', function () {
		const file = '../shared/data/nodes/generated_ComfyUI-0.27.1-core_no-models.json';
		if (!existsSync(file)) {
			console.log(`      skipped: there is no ${file}`);
			return this.skip();
		}
		const all = keptCoreNodes();
		const info = object(readJson(readFileSync(file, 'utf8')));
		assert.deepEqual(renewedNodes(all, undefined, { version: '0.27.1', info }).items, []);
		assert.equal(coreNodesText(addCapture(all, '0.27.1', info)), readFileSync(coreNodesFile, 'utf8'));
	});
});
