import { looseName } from './namedInput.ts';

/** A thing that needs a unique name. */
interface Nameable {
	/** The preferred name: that of an input, or the one given by a person. */
	readonly label: string;
	/** The title of its node. */
	readonly title: string;
	readonly nodeId: string;
}

/**
 * Returns a name for each of several inputs, no two alike: its own one, with the title of its node if another input has it too, and the id
 * of its node if that is not enough.
 */
export function distinctNames(inputs: readonly Nameable[]): readonly string[] {
	const ways = [
		({ label }: Nameable) => label,
		({ label, title }: Nameable) => `${title} ${label}`,
		({ label, title, nodeId }: Nameable) => `${title} ${label} ${nodeId}`,
	];
	let names = inputs.map(() => '');
	for (const way of ways) {
		const known = names;
		names = inputs.map((input, at) => (isAlone(known, at) ? (known[at] ?? '') : plain(way(input))));
	}
	const taken = new Map<string, number>();
	return names.map((name) => {
		const count = (taken.get(looseName(name)) ?? 0) + 1;
		taken.set(looseName(name), count);
		return count === 1 ? name : `${name} ${count}`;
	});
}

function isAlone(names: readonly string[], at: number): boolean {
	const own = looseName(names[at] ?? '');
	return own !== '' && names.filter((name) => looseName(name) === own).length === 1;
}

/** Returns a name without equals signs: in `NAME=VALUE` a name ends at the first one. */
function plain(name: string): string {
	return name.replace(/[=\s]+/g, ' ').trim();
}
