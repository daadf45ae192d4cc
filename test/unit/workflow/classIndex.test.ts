import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readJson } from '../../../src/core/json/tolerant.ts';
import { isObject, jsonLine } from '../../../src/core/json/value.ts';
import { indexClasses, indexClassesGently } from '../../../src/core/workflow/classIndex.ts';
import { readNodeInfo, readNodeInfoInSlices } from '../../../src/core/workflow/nodeInfo.ts';

const source = { kind: 'engine', label: 'test' } as const;

const description = `\uFEFF {
	"A": {"input": {"required": {"x": ["FLOAT", {"max": Infinity, "min": -Infinity, "default": NaN}]}}, "output": ["IMAGE", ["a", "b"], "MASK"], "display_name": "The \\"A\\" {", "category": "im/age", "deprecated": true},
	"no class": {"output": ["LOST"]}, "nothing": null, "number": -1.5e3,
	"seed": {"input": {"required": {"seed": ["INT", {"max": 18446744073709551615}]}}, "output": [], "is_input_list": false},
	"a node": {"class_type": "B", "input": {}}
}
`;

describe('the index of node info', () => {
	it('finds the classes of a text and reads each as in the whole text', () => {
		const index = indexClasses(description);
		assert.ok(index);
		assert.deepEqual(index.names, ['A', 'seed']);
		const whole = readJson(description.slice(1).replaceAll('\uFEFF', ''));
		assert.ok(isObject(whole));
		for (const name of index.names)
			assert.equal(jsonLine(index.get(name) ?? null), jsonLine(whole[name] ?? null));
		assert.equal(index.get('no class'), undefined);
	});

	it('provides the data for lists and checks without reading the classes', () => {
		const info = readNodeInfo(description, source);
		assert.deepEqual(info?.summary('A'), {
			displayName: 'The "A" {',
			category: 'im/age',
			deprecated: true,
		});
		assert.equal(info?.summary('seed')?.displayName, 'seed');
		assert.equal(info?.dialect, 'new');
		assert.ok(info?.isOutputType('MASK'));
		assert.ok(!info?.isOutputType('LOST'));
		assert.equal(info?.get('seed')?.inputs[0]?.max, 18446744073709551615n);
		assert.equal(info?.get('A')?.inputs[0]?.max, Infinity);
	});

	it('keeps the last of two classes with the same name', () => {
		const info = readNodeInfo(
			'{"A": {"input": {}, "display_name": "1"}, "A": {"input": {}, "display_name": "2"}}',
			source,
		);
		assert.equal(info?.summary('A')?.displayName, '2');
		assert.deepEqual(info?.names, ['A']);
	});

	it('leaves damaged and odd texts to the tolerant reader, which recovers all it can', () => {
		const deep = `{"A": {"input": {}, "x": ${'['.repeat(90)}${']'.repeat(90)}}}`;
		for (const text of [
			'{"A": {"input": {}, "output": ["IMAGE"]}, "B": {"inp',
			'{"A": {"input": {}},}',
			'{"A": {"input": {}} "B": {"input": {}}}',
			'{"A": {"input": {}}} and more',
			'{"A": {"input": {}, "x": [}]}',
			deep,
		]) {
			assert.equal(indexClasses(text), undefined, text.slice(0, 60));
			assert.ok(readNodeInfo(text, source)?.get('A'), text.slice(0, 60));
		}
	});

	it('agrees with the tolerant reader on any text', () => {
		const entry = fc.oneof(
			fc.jsonValue(),
			fc.record(
				{
					input: fc.dictionary(fc.string(), fc.jsonValue()),
					output: fc.array(fc.oneof(fc.string(), fc.array(fc.string()))),
					display_name: fc.oneof(fc.string(), fc.jsonValue()),
					category: fc.string(),
					deprecated: fc.oneof(fc.boolean(), fc.jsonValue()),
					price_badge: fc.jsonValue(),
				},
				{ requiredKeys: ['input'] },
			),
		);
		const classes = fc.dictionary(
			fc.string().filter((name) => name !== '__proto__'),
			entry,
		);
		fc.assert(
			fc.property(classes, fc.constantFrom(0, 1, '\t'), fc.nat(200), (all, indent, cut) => {
				const text = JSON.stringify(all, null, indent);
				const index = indexClasses(text);
				assert.ok(index);
				const known = Object.entries(all).filter(
					([, one]) => isObject(one as never) && isObject((one as { input?: never }).input),
				);
				assert.deepEqual([...index.names].sort(), known.map(([name]) => name).sort());
				for (const [name, one] of known)
					assert.equal(jsonLine(index.get(name) ?? null), jsonLine(readJson(JSON.stringify(one))));
				// A truncated text does not count as complete.
				const part = text.slice(0, Math.max(0, text.length - 1 - cut));
				assert.equal(indexClasses(part), undefined);
			}),
			{ numRuns: 500 },
		);
	});

	it('yields to other work in a text of megabytes', async () => {
		const filler = 'x'.repeat(50_000);
		const text = `{${Array.from({ length: 40 }, (_, at) => `"C${at}": {"input": {}, "description": "${filler}"}`).join(', ')}}`;
		let turns = 0;
		const count = setImmediate(function again() {
			turns++;
			next = setImmediate(again);
		});
		let next = count;
		const info = await readNodeInfoInSlices(text, source);
		clearImmediate(next);
		assert.equal(info?.names.length, 40);
		assert.ok(turns >= 3, `${turns} turns`);
		assert.equal(await indexClassesGently(text.slice(0, -3)), undefined);
	});
});
