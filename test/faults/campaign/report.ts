/** Prints the sums of counts by name. */
export function report(title: string, counts: readonly ReadonlyMap<string, number>[]): void {
	const sums = new Map<string, number>();
	for (const each of counts) for (const [name, count] of each) sums.set(name, (sums.get(name) ?? 0) + count);
	console.log(`\n${title}`);
	for (const [name, count] of [...sums].toSorted()) console.log(`  ${name.padEnd(22)} ${count}`);
}
