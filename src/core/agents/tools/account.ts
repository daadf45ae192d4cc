import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success } from '../../base/failure.ts';
import { roughUsd } from '../../base/money.ts';
import { balanceShow, spendingList } from '../../operations/account.ts';
import { datasetFact, datasetList } from '../../operations/datasets/datasets.ts';
import { optionalText } from '../../operations/members.ts';
import { countOf, foundBy, named, nextPage, pageOf, startOf } from '../texts.ts';
import { reads, type Tool, tool } from '../tool.ts';

const balance = tool({
	name: 'get_balance',
	title: 'Show the balance',
	description: 'Shows the balance, and an estimate of what this computer has spent today.',
	annotations: reads,
	input: z.strictObject({}),
	output: z.object({ ...balanceShow.output.shape, todayMicrodollars: z.number() }),
	async run(call) {
		const shown = await call.run(balanceShow, {});
		if (!shown.ok) return shown;
		const spent = await call.run(spendingList, { limit: 1 });
		if (!spent.ok) return spent;
		const { todayMicrodollars } = spent.value;
		return success({
			value: { ...shown.value, todayMicrodollars },
			text: `Balance: ${shown.value.text}\nSpent today from this computer: about ${roughUsd(todayMicrodollars)}`,
		});
	},
});

const pageSize = 50;

const { id: _id, files: _files, ...facts } = datasetFact.shape;

const datasets = tool({
	name: 'list_datasets',
	title: 'List datasets',
	description: 'Lists the datasets of the account, which training configurations refer to by name.',
	annotations: reads,
	input: z.strictObject({
		search: optionalText('words in the ID, name or state'),
		cursor: optionalText('next_cursor of the page before'),
	}),
	output: z.object({
		datasets: z.array(z.object({ dataset_id: z.string(), ...facts })),
		total: z.number(),
		/** Datasets in the reply of the service that could not be read. */
		skipped: z.array(z.string()),
		next_cursor: z.exactOptional(z.string()),
	}),
	async run(call, { search, cursor }) {
		const start = startOf(cursor);
		if (!start.ok) return start;
		const listed = await call.run(datasetList, {});
		if (!listed.ok) return listed;
		const found = foundBy(listed.value.datasets, lineOf, search);
		const { items, next } = pageOf(found, start.value, pageSize);
		const { skipped } = listed.value;
		return success({
			value: {
				datasets: items.map(({ id, files: _, ...dataset }) => ({ dataset_id: id, ...dataset })),
				total: found.length,
				skipped,
				...compact({ next_cursor: next }),
			},
			text: [
				countOf(found.length, 'dataset'),
				...items.map(lineOf),
				...skipped,
				...nextPage(next, start.value),
			].join('\n'),
		});
	},
});

function lineOf({ id, name, state, error }: z.output<typeof datasetFact>): string {
	return [id, named(name), state, error && named(error)].filter(Boolean).join(' ');
}

export const accountTools: readonly Tool[] = [balance, datasets];
