import fc from 'fast-check';
import { it } from 'mocha';
import { parseJson } from '../../../src/core/json/exact.ts';

/**
 * Proves that parsers do not throw for any mutation of a reply, any other JSON or any damaged text.
 * @param genuine valid replies; a mutation may replace each member
 */
export function provesDamage(
	parsers: Readonly<Record<string, (value: unknown) => unknown>>,
	genuine: readonly string[],
): void {
	const [mutation, damage] = [mutated(genuine), damaged(genuine)];
	for (const [name, parse] of Object.entries(parsers)) {
		it(`of ${name} takes any mutation of any reply, and any JSON, without an exception`, () => {
			fc.assert(
				fc.property(fc.oneof(mutation, fc.jsonValue({ maxDepth: 6 }), fc.anything()), (value) => {
					parse(value);
				}),
				{ numRuns: 500 },
			);
		});

		it(`of ${name} takes damaged text without an exception`, () => {
			fc.assert(
				fc.property(damage, (source) => {
					const value = parseJson(source);
					if (value.ok) parse(value.value);
				}),
				{ numRuns: 300 },
			);
		});
	}
}

/** Replaces one random value somewhere inside. */
function mutated(genuine: readonly string[]): fc.Arbitrary<unknown> {
	const odd = fc.constantFrom('1.0', '', [], {}, [[[]]], '__proto__', -1, 1e300);
	return fc
		.record({
			source: fc.constantFrom(...genuine),
			at: fc.nat(),
			by: fc.oneof(fc.jsonValue(), fc.anything(), odd),
		})
		.map(({ source, at, by }) => {
			const places: (() => void)[] = [];
			const root = { value: JSON.parse(source) as unknown };
			const visit = (holder: Record<string, unknown>): void => {
				for (const key of Object.keys(holder)) {
					places.push(() => {
						holder[key] = by;
					});
					const inner = holder[key];
					if (typeof inner === 'object' && inner !== null) visit(inner as Record<string, unknown>);
				}
			};
			visit(root);
			places[at % places.length]?.();
			return root.value;
		});
}

/** Returns text that was cut, or has one character exchanged. */
function damaged(genuine: readonly string[]): fc.Arbitrary<string> {
	return fc
		.tuple(fc.constantFrom(...genuine), fc.nat(), fc.string({ minLength: 0, maxLength: 2 }))
		.map(
			([source, at, by]) =>
				source.slice(0, at % source.length) + by + source.slice((at % source.length) + (by ? 1 : 9999)),
		);
}
