import { type Sandbox, startSandbox } from '../interface/support/sandbox.ts';
import { closeEverything, openWorkbench } from '../interface/support/workbench.ts';
import { type BenchRow, median } from './row.ts';
import { clickToShown, rowShown } from './support/clickToShown.ts';

const models = 5000;
const rounds = 3;
/** Finds the last of the models, and those added in each round. */
const lastModels = 'copies/050';

/**
 * Measures a catalog of 5,000 models in a real window: from the click on Refresh, and from the last key of a search, to
 * the new row.
 */
export async function bench(): Promise<readonly BenchRow[]> {
	const sandbox = await startSandbox();
	const workbench = await openWorkbench({ sandbox, size: { width: 1280, height: 1700 } });
	try {
		await sandbox.control('/models', { count: models });
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
		const tree = workbench.tree('Models');
		await tree.takeAllRoom();
		await tree.item(/./).row.waitFor();
		await tree.titleAction('Filter Models');
		await workbench.quickInput.enter(lastModels);
		await tree.item('Copy 05000').row.waitFor();
		const whole: number[] = [];
		const replies: number[] = [];
		for (let round = 1; round <= rounds; round++) {
			replies.push(await replyTime(sandbox, lastModels));
			await sandbox.control('/models', { count: 1 });
			const name = `Copy ${String(models + round).padStart(5, '0')}`;
			await tree.pane.locator('.pane-header').hover();
			const refresh = tree.pane.getByRole('button', { name: 'Refresh Models' });
			whole.push(await clickToShown(workbench.page, refresh, name));
		}
		const found: number[] = [];
		for (let round = 1; round <= rounds; round++) {
			await tree.titleAction('Filter Models');
			await workbench.quickInput.type(`copies/00${round}`);
			await tree.item(`Copy 00${round}00`).row.waitFor();
			const start = performance.now();
			await workbench.page.keyboard.type('7');
			await rowShown(workbench.page, `Copy 00${round}70`, `Copy 00${round}00`);
			found.push(performance.now() - start);
			await workbench.page.keyboard.press('Enter');
		}
		const name = models.toLocaleString('en-US');
		const peer = { name: "of it the service's reply", value: median(replies) };
		return [
			{
				name: `catalog of ${name} models, click to shown`,
				value: median(whole),
				unit: 'ms',
				budget: 300,
				peer,
			},
			{
				name: `search in ${name} models, last key to shown (250 ms of it wait for another key)`,
				value: median(found),
				unit: 'ms',
				budget: 400,
				peer,
			},
		];
	} finally {
		await closeEverything();
		await sandbox.stop();
	}
}

async function replyTime({ modelApiUrl, token }: Sandbox, search: string): Promise<number> {
	const start = performance.now();
	const query = new URLSearchParams({ search, limit: '100', offset: '0' });
	const reply = await fetch(`${modelApiUrl}/v1/models?${query}`, {
		headers: { authorization: `Bearer ${token}` },
	});
	await reply.json();
	return performance.now() - start;
}
