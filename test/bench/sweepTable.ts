import sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { readSweepDocument } from '../../src/core/operations/sweeps/sweepDocument.ts';
import { sweepTable } from '../../src/core/operations/sweeps/sweepTable.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { ViewPage, ViewServer } from '../interface/support/viewPage.ts';
import { launchBrowser } from '../tools/browser.ts';
import { type BenchRow, median } from './row.ts';

const tableRows = 1_000;

const table = `6.text,3.steps,3.cfg,3.sampler_name,3.seed\n${Array.from(
	{ length: tableRows },
	(_, at) => `"a lighthouse, number ${at}",${4 + (at % 40)},${at % 9}.5,euler,${at * 7919}\n`,
).join('')}`;

/** Measures from the text of a table to its rows on the screen, as its editor opens. */
export async function bench(): Promise<readonly BenchRow[]> {
	const workflow = JSON.stringify(sample, undefined, 2);
	const disk = {
		textIn: async (_: string, name: string) => (name === 'harbor.json' ? workflow : undefined),
		filesLike: () => [],
	};
	const server = await new ViewServer('sweep', { uri: 'file:///harbor.sweep.csv' }).start();
	const browser = await launchBrowser();
	const times: number[] = [];
	try {
		const empty = { name: '', columns: [], rows: [], problems: [], unreadable: '' };
		for (let round = 0; round < 5; round++) {
			const view = await ViewPage.open(browser, server, { state: empty });
			const start = performance.now();
			const read = await readSweepDocument('harbor.sweep.csv', table, { disk, folder: '/' }, () =>
				loadCoreCatalog(),
			);
			const payload = sweepTable('harbor.sweep.csv', read, undefined);
			const made = performance.now() - start;
			const painted: number = await view.page.evaluate(`(async () => {
				const payload = ${JSON.stringify(payload)};
				const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
				const start = performance.now();
				window.postMessage({ kind: 'state', payload }, '*');
				const rows = () => document.querySelector('easel-sweep').shadowRoot.querySelector('easel-sweep-grid')?.shadowRoot.querySelectorAll('.row').length ?? 0;
				while (rows() < 20) await frame();
				return performance.now() - start;
			})()`);
			times.push(made + painted);
			await view.close();
		}
	} finally {
		await browser.close();
		await server.stop();
	}
	return [
		{
			name: `table editor of ${tableRows.toLocaleString('en-US')} rows: read, checked and first painted`,
			value: median(times),
			unit: 'ms',
			budget: 300,
		},
	];
}
