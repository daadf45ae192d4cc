// Runs one bench file and sends its rows to the process that prints them.
import type { Bench } from './row.ts';

const { bench }: { bench: Bench } = await import(`./${process.argv[2]}`);
const rows = await bench();
process.send?.(rows, () => process.exit());
