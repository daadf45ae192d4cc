import assert from 'node:assert/strict';
import { type Expression, expressionsOf, growsFaster } from './support/expressions.ts';
import { isSquare, pumpsOf, slowestOf } from './support/pumped.ts';

/**
 * Returns texts that may be slow for an expression: its own characters, neighbors among them, and matches of its
 * classes.
 */
function piecesOf(source: string): ReadonlySet<string> {
	const characters = [
		...source.replaceAll(/\\[bBdDsSwWpPu](?:\{[^}]*\})?|[\\^$[\](){}|*+?]/g, (found) =>
			found.length > 1 && '$[](){}|*+?^'.includes(found.charAt(1)) ? found.charAt(1) : '',
		),
	];
	const escaped = [...source.matchAll(/\\([$[\](){}|*+?^.\\/])/g)].map(([, character = '']) => character);
	const own = [...characters, ...escaped];
	const neighbors = own.map((character, index) => character + (own[index + 1] ?? ''));
	const escapedNeighbors = escaped.map((character, index) => character + (escaped[index + 1] ?? ''));
	return new Set([...own, ...neighbors, ...escapedNeighbors, 'a', '1', ' ', '\n']);
}

/** Returns whether finding all matches takes quadratic time for some text. */
function isSlowRun({ source, flags }: Pick<Expression, 'source' | 'flags'>): boolean {
	const expression = new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`);
	const run = (text: string) => {
		for (const _ of text.matchAll(expression.global ? expression : new RegExp(source, `${flags}g`)));
	};
	const pumps = pumpsOf(piecesOf(source), [['', '\u0001']]);
	return slowestOf(run, pumps, 2).some((pump) => isSquare(run, pump));
}

describe('regular expressions', () => {
	let all: readonly Expression[];
	before(async () => {
		all = await expressionsOf('src');
	});

	it('take time in proportion to the text', () => {
		assert.ok(all.length > 200, 'the sources are searched');
		const slow = all.filter(growsFaster);
		assert.deepEqual(
			slow.map((each) => `${each.file}: /${each.source}/${each.flags}`),
			[],
			'scan by hand, or let no two repetitions take the same character',
		);
	});

	it('take time in proportion to texts of their own characters, as they run', function () {
		this.timeout(300_000);
		const distinct = new Map(all.map((each) => [`/${each.source}/${each.flags}`, each]));
		const slow = [...distinct].filter(([, expression]) => isSlowRun(expression));
		assert.deepEqual(
			slow.map(([name, { file }]) => `${file}: ${name}`),
			[],
		);
	});

	it('are found to be slow by running them', function () {
		this.timeout(300_000);
		for (const { source, flags } of [/\$\{[^}\r\n]*\}/g, /\s+$/, /<a[^>]*>/])
			assert.ok(isSlowRun({ source, flags }), source);
		for (const { source, flags } of [/\$\{[^}$\r\n]*\}/g, /^\s+/, /[a-z]+/g])
			assert.ok(!isSlowRun({ source, flags }), source);
	});

	it('grow faster than the text only if slow', () => {
		for (const expression of [/\s+$/, /\s+#.*$/, /^(\w+)*$/, /\d+\.?\d*x/, /^\s+:/m])
			assert.ok(growsFaster(expression), String(expression));
		for (const expression of [/^\s+/, /"class_type"\s*:/, /^(?:[^']|'')*$/])
			assert.ok(!growsFaster(expression), String(expression));
	});
});
