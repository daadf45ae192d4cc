// Measures every `test/bench/*.ts` that exports `bench`, each in a separate process, and prints one table.
import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './row.ts';

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(here)
	.filter(
		(name) =>
			name.endsWith('.ts') &&
			!['run.ts', 'row.ts', 'process.ts', 'largeWorkflow.ts', 'measuringCopy.ts'].includes(name),
	)
	.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
	.sort();

const rows: BenchRow[] = [];
let broken = 0;
for (const file of files) {
	process.stderr.write(`${file} ...\n`);
	const measured = await measure(file);
	if (measured === undefined) broken++;
	else rows.push(...measured);
}
printTable(rows);
if (broken > 0) console.log(`\n${broken} of ${files.length} files gave no figures.`);
process.exitCode = broken > 0 || rows.length === 0 ? 1 : 0;

function measure(file: string): Promise<readonly BenchRow[] | undefined> {
	return new Promise((resolve) => {
		const child = fork(join(here, 'process.ts'), [file], { execArgv: ['--expose-gc'] });
		let rows: readonly BenchRow[] | undefined;
		child.once('message', (message) => {
			rows = message as readonly BenchRow[];
		});
		child.once('exit', () => resolve(rows));
	});
}

function printTable(measured: readonly BenchRow[]): void {
	const cells = measured.map((row) => [
		row.name,
		`${figure(row.value)} ${row.unit}`,
		row.budget === undefined
			? ''
			: `${isKept(row) ? '✓' : '✗ over'} ${row.lowerIsBetter === false ? '≥' : '≤'} ${figure(row.budget)}`,
		row.peer === undefined
			? ''
			: `${row.peer.name}: ${figure(row.peer.value)} (${ratio(row.value, row.peer.value)})`,
	]);
	const table = [['figure', 'value', 'budget', 'beside'], ...cells];
	const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
	const print = (line: readonly string[]) =>
		console.log(
			line
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd(),
		);
	console.log();
	for (const [index, line] of table.entries()) {
		print(line);
		if (index === 0) print(widths.map((width) => '-'.repeat(width)));
	}
}

function isKept({ value, budget = 0, lowerIsBetter = true }: BenchRow): boolean {
	return lowerIsBetter ? value <= budget : value >= budget;
}

function figure(value: number): string {
	if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
	return value.toPrecision(3);
}

/** Returns our figure as a multiple of the peer's. */
function ratio(value: number, peer: number): string {
	return peer === 0 ? '-' : `${(value / peer).toFixed(2)}x`;
}
