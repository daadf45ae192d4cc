import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success, wrongInput } from '../../base/failure.ts';
import { itemCost } from '../../batches/itemCost.ts';
import { starsOf } from '../../runs/kept.ts';
import { sweepFileEnding, sweptNames } from '../../workflow/sweep/fileName.ts';
import { readSweep } from '../../workflow/sweep/sweepFile.ts';
import type { Disk, TextFile } from '../disk.ts';
import { optionalText, text } from '../members.ts';
import { operation } from '../operation.ts';
import { withDisk } from '../withSession.ts';
import { groupsOf, keptFacts } from './keptGroups.ts';
import { readResults, resultsFileEnding, resultsFileName, resultsText } from './results.ts';
import { plannedRuns } from './rows.ts';
import { rowsInput, startedRuns, startRuns, withSweptDocument } from './startRows.ts';

export const runSweep = operation({
	id: 'run.sweep',
	title: l10n.t('Run a workflow document with each row of a table of values'),
	effect: 'spend',
	input: z.object({
		path: text(
			l10n.t('the path of a table whose name ends with {0}; its columns are inputs', sweepFileEnding),
		),
		document: optionalText(
			l10n.t('the path of the workflow; if omitted, the one with the name of the table'),
		),
		...rowsInput,
	}),
	output: startedRuns,
	run: (services, input, ask) =>
		withDisk(services, async (disk) => {
			const file = await disk.readText(input.path);
			if (!file.ok) return file;
			const table = readSweep(file.value.text);
			if ('problem' in table) return wrongInput(`${file.value.name}: ${table.problem}`);
			const path = input.document ?? (await documentOf(disk, file.value));
			if (path === undefined) return wrongInput(noDocumentText(file.value.name));
			return withSweptDocument(services, { ...input, path }, async (swept) => {
				const { folder, name } = file.value;
				const files = (pattern: string) => disk.filesLike(pattern, folder);
				const runs = plannedRuns({ ...swept.document, files }, table);
				if (!runs.ok) return runs;
				const place = { folder, name: resultsFileName(name) };
				return startRuns(services, swept, { runs: runs.value, valuesOf: name, place }, input, ask);
			});
		}),
});

/** Returns the workflow that a table is named after. */
async function documentOf(disk: Disk, { folder, name }: TextFile): Promise<string | undefined> {
	for (const each of sweptNames(name))
		if ((await disk.textIn(folder, each)) !== undefined) return `${folder}/${each}`;
	return undefined;
}

function noDocumentText(name: string): string {
	return l10n.t('No workflow for "{0}" was found next to it. Specify the document.', name);
}

/** The starred results, and the total cost divided by their number. */
const keptFact = {
	microdollars: z.number(),
	kept: z.number(),
	perKeptMicrodollars: z.exactOptional(z.number()),
};

export const sweepResults = operation({
	id: 'sweep.results',
	title: l10n.t('Write the results of a sweep into its table'),
	effect: 'write',
	input: z.object({
		path: text(l10n.t('the path of a table whose name ends with {0}', resultsFileEnding)),
	}),
	output: z.object({
		path: z.string(),
		runs: z.number(),
		ended: z.number(),
		...keptFact,
		/** True if the service did not report the cost of a run, which is estimated from its time. */
		estimated: z.exactOptional(z.literal(true)),
		/** The runs of each deployment, row and value, for rows and values that several runs have. */
		by: z.array(z.object({ name: z.string(), value: z.string(), runs: z.number(), ...keptFact })),
	}),
	run: (services, { path }) =>
		withDisk(services, async (disk) => {
			const file = await disk.readText(path);
			if (!file.ok) return file;
			const rows = readResults(file.value.text);
			if (rows.length === 0) return wrongInput(l10n.t('"{0}" is not a table of results.', file.value.name));
			const [runs, batches] = await Promise.all([services.runs(), services.batches()]);
			const text = resultsText(rows, runs);
			const place = `${file.value.folder}/${file.value.name}`;
			const written =
				text === file.value.text ? undefined : await disk.writeText(place, text, file.value.text);
			if (written?.ok === false) return written;
			const found = rows.flatMap(({ run: id, values, row }) => {
				const run = runs.get(id);
				if (run === undefined) return [];
				const cost = itemCost(run, run.batchId === undefined ? undefined : batches.get(run.batchId));
				const stars = starsOf(runs.marks.of(id));
				return [{ run, values, target: run.target.name, stars, ...cost, ...compact({ row }) }];
			});
			return success({
				path: place,
				runs: rows.length,
				ended: found.filter(({ run }) => run.endedAt !== undefined).length,
				...keptFacts(found),
				by: groupsOf(found),
				...(found.some(({ isEstimated }) => isEstimated) ? { estimated: true as const } : {}),
			});
		}),
});
