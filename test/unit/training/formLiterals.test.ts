import assert from 'node:assert/strict';
import { constantOf, unreadable } from '../../tools/renew/formLiterals.ts';

describe('constants read from a source without running it', () => {
	it('are texts, numbers, switches, lists and groups, with references followed', () => {
		const source = `
			import { elsewhere } from "./other";
			const rank = 32; // the usual one
			const forms = [
				{
					name: "flux",
					"config.process[0].network.linear": [rank, void 0],
					'on': [true, false, null, undefined, -1.5],
					/* left out */
					made: elsewhere,
					shown: React.createElement("p", null, "a, b]"),
					act: (value) => {
						if (value) return { name: "no" };
					},
					label: "FLUX.1, \\"dev\\""
				},
				...more,
				elsewhere
			].sort((one, other) => one.label.localeCompare(other.label));
		`;
		assert.deepEqual(constantOf(source, 'forms'), [
			{
				name: 'flux',
				'config.process[0].network.linear': [32, undefined],
				on: [true, false, null, undefined, -1.5],
				made: unreadable,
				shown: unreadable,
				act: unreadable,
				label: 'FLUX.1, "dev"',
			},
			unreadable,
			unreadable,
		]);
		assert.equal(constantOf(source, 'rank'), 32);
		assert.equal(constantOf(source, 'absent'), undefined);
	});

	it('terminate wherever a source breaks off', () => {
		const source = 'const forms = [{ name: "a", list: [1, { b: "c" }], more: call("x") }];';
		for (let end = 0; end <= source.length; end++) constantOf(source.slice(0, end), 'forms');
	});
});
