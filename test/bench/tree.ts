import { type Sandbox, startSandbox } from '../interface/support/sandbox.ts';
import { closeEverything, openWorkbench } from '../interface/support/workbench.ts';
import { type BenchRow, median } from './row.ts';
import { clickToShown } from './support/clickToShown.ts';

const deployments = 10_000;
const rounds = 5;

/** Measures from the click on Refresh in a real window to the first row that only the new reply can show. */
export async function bench(): Promise<readonly BenchRow[]> {
	const sandbox = await startSandbox();
	const workbench = await openWorkbench({ sandbox });
	try {
		await sandbox.control('/deployments', { count: deployments });
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
		const tree = workbench.tree('Deployments');
		await tree.item(/./).row.waitFor();
		const whole: number[] = [];
		const replies: number[] = [];
		for (let round = 1; round <= rounds; round++) {
			replies.push(await replyTime(sandbox));
			const name = `Renamed in round ${round}`;
			await renameFirst(sandbox, name);
			await tree.titleAction(/More Actions/);
			whole.push(await clickToShown(workbench.page, tree.menuEntry('Refresh Deployments'), name));
		}
		return [
			{
				name: `tree of ${deployments.toLocaleString('en-US')} deployments, click to shown`,
				value: median(whole),
				unit: 'ms',
				budget: 150,
				peer: { name: "of it the service's reply", value: median(replies) },
			},
		];
	} finally {
		await closeEverything();
		await sandbox.stop();
	}
}

async function replyTime(sandbox: Sandbox): Promise<number> {
	const start = performance.now();
	await listed(sandbox);
	return performance.now() - start;
}

async function listed({ baseUrl, token }: Sandbox): Promise<readonly { readonly id: string }[]> {
	const reply = await fetch(`${baseUrl}/prod/v2/deployments`, {
		headers: { authorization: `Bearer ${token}` },
	});
	return (await reply.json()) as { id: string }[];
}

async function renameFirst(sandbox: Sandbox, name: string): Promise<void> {
	const [first] = await listed(sandbox);
	const reply = await fetch(`${sandbox.baseUrl}/prod/v2/deployments/${first?.id}`, {
		method: 'PATCH',
		headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ name }),
	});
	if (!reply.ok)
		throw new Error(`The deployment could not be renamed: ${reply.status} ${await reply.text()}`);
}
