import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import papa from 'papaparse';
import { parseDocument } from 'yaml';
import sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { readPresetsDocument } from '../../src/core/operations/named/presetsDocument.ts';
import { noAnswers } from '../../src/core/operations/questions.ts';
import { readSweepDocument } from '../../src/core/operations/sweeps/sweepDocument.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { anchorOf } from '../../src/core/workflow/named/anchor.ts';
import { changedPresets } from '../../src/core/workflow/named/presetsText.ts';
import { readSweep } from '../../src/core/workflow/sweep/sweepFile.ts';
import { OperationCaller, OperationWorld } from '../support/operations.ts';
import { type BenchRow, median, timed } from './row.ts';

const tableRows = 1_000;
const presets = 100;
const rounds = 15;
const deployment = '5a9d0000-0000-4000-8000-000000000001';

/** Returns a table as people make it with a spreadsheet: a text, numbers, a choice, and a seed for each row. */
function table(): string {
	const rows = Array.from(
		{ length: tableRows },
		(_, at) => `"a lighthouse, number ${at}, in the fog",${4 + (at % 40)},${at % 9}.5,euler,${at * 7919}`,
	);
	return `6.text,3.steps,3.cfg,3.sampler_name,3.seed\n${rows.join('\n')}\n`;
}

/** Tables of values and files of presets, each compared with the parse of its text alone. */
export async function bench(): Promise<readonly BenchRow[]> {
	return [...(await sweep()), await preset(), await sweepKey()];
}

/** Measures from the call until a person can confirm the runs of a table. */
async function sweep(): Promise<readonly BenchRow[]> {
	const world = await OperationWorld.open();
	const folder = await mkdtemp(join(tmpdir(), 'easel-bench-sweep-'));
	try {
		const services = world.services();
		const { value, call } = new OperationCaller(() => services);
		const text = table();
		const path = join(folder, 'harbor.sweep.csv');
		await writeFile(join(folder, 'harbor.json'), JSON.stringify(sample, undefined, 2));
		await writeFile(path, text);
		const shown: number[] = [];
		const checked: number[] = [];
		const parsed: number[] = [];
		for (let round = 0; round < rounds; round++) {
			parsed.push(timed(1, () => papa.parse(text)));
			let start = performance.now();
			await value('run.sweep', { path, deployment, draws: false, dryRun: true });
			checked.push(performance.now() - start);
			start = performance.now();
			let took: number | undefined;
			const reviewRun = async () => {
				took = performance.now() - start;
				return undefined;
			};
			await call('run.sweep', { path, deployment, draws: false }, { ...noAnswers, reviewRun });
			if (took === undefined) throw new Error('The sweep was not shown.');
			shown.push(took);
		}
		const name = `sweep of ${tableRows.toLocaleString('en-US')} rows`;
		const peer = { name: 'papaparse alone', value: median(parsed) };
		return [
			{ name: `${name}, checked`, value: median(checked), unit: 'ms', peer },
			{
				name: `${name}, checked and shown to be confirmed`,
				value: median(shown),
				unit: 'ms',
				budget: 300,
				peer,
			},
			{
				name: `${name}, the text read`,
				value: timed(rounds, () => readSweep(text)),
				unit: 'ms',
				budget: 5,
				peer,
			},
		];
	} finally {
		await world.end();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Measures a table as the editor checks it after each key. */
async function sweepKey(): Promise<BenchRow> {
	const workflow = JSON.stringify(sample, undefined, 2);
	const disk = {
		textIn: async (_: string, name: string) => (name === 'harbor.json' ? workflow : undefined),
		filesLike: () => [],
	};
	const check = (text: string) =>
		readSweepDocument('harbor.sweep.csv', text, { disk, folder: '/' }, () => loadCoreCatalog());
	const text = table();
	const { findings } = await check(text);
	if (findings.length > 0) throw new Error(`The measured table should be sound: ${findings[0]?.message}`);
	const times: number[] = [];
	for (let round = 0; round < 3 * rounds; round++) {
		const typed = text.replace('number 500,', `number 500 ${round},`).replace('0.5,euler', '0.5,eulerr');
		const start = performance.now();
		const checked = await check(typed);
		times.push(performance.now() - start);
		if (checked.findings.length !== 1) throw new Error('The typed mistake was not found.');
	}
	return {
		name: `a key in a table of ${tableRows.toLocaleString('en-US')} rows: read and checked`,
		value: median(times),
		unit: 'ms',
		budget: 5,
		peer: { name: 'papaparse alone', value: timed(rounds, () => papa.parse(text)) },
	};
}

/** Measures a preset file as the editor checks it after each key. */
async function preset(): Promise<BenchRow> {
	const document = parseWorkflow(JSON.stringify(sample));
	const names = { prompt: '6.text', steps: '3.steps', sampler: '3.sampler_name' };
	const inputs = Object.entries(names).map(([name, place]) => {
		const [nodeId = '', input = ''] = place.split('.');
		const anchor = anchorOf(document, { nodeId, input });
		if (anchor === undefined) throw new Error(`The sample has no ${place}.`);
		return { name, anchor };
	});
	const each = Array.from(
		{ length: presets },
		(_, at) =>
			`  evening ${at}:\n    prompt: "fog, number ${at}"\n    steps: ${4 + at}\n    sampler: euler\n`,
	);
	const text = `${changedPresets('', { inputs })}presets:\n${each.join('')}`;
	const workflow = JSON.stringify(sample, undefined, 2);
	const disk = { textIn: async (_: string, name: string) => (name === 'harbor.json' ? workflow : undefined) };
	const check = (content: string) =>
		readPresetsDocument('harbor.presets.yaml', content, { disk, folder: '/' }, () => loadCoreCatalog());
	const { findings } = await check(text);
	if (findings.length > 0) throw new Error(`The measured file should be sound: ${findings[0]?.message}`);
	const times: number[] = [];
	const parsed: number[] = [];
	for (let round = 0; round < 3 * rounds; round++) {
		const typed = text.replace('steps: 44', `steps: 4${round % 10}`);
		parsed.push(timed(1, () => parseDocument(typed, { schema: 'failsafe', uniqueKeys: false })));
		const start = performance.now();
		await check(typed);
		times.push(performance.now() - start);
	}
	return {
		name: `a key in a file of ${presets} presets: read and checked`,
		value: median(times),
		unit: 'ms',
		budget: 2 * median(parsed),
		peer: { name: 'yaml alone', value: median(parsed) },
	};
}
