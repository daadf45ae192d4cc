import { Pool } from 'undici';
import { startSandbox } from '../interface/support/sandbox.ts';
import type { BenchRow } from './row.ts';

const seconds = 4;
const connections = 16;
/** The job of the demo account that is running. */
const runningJob = '/prod/v1/trainers/ai-toolkit/jobs/7a100000-0000-4000-8000-000000000002/status';

/** Status calls that one sandbox process answers while this process asks as fast as it can. */
export async function bench(): Promise<readonly BenchRow[]> {
	const sandbox = await startSandbox();
	const pool = new Pool(sandbox.baseUrl, { connections });
	const headers = { authorization: `Bearer ${sandbox.token}` };
	const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
		const reply = await pool.request({
			method,
			path,
			headers: { ...headers, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await reply.body.text();
		if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`);
		return JSON.parse(text);
	};
	try {
		const listed = await call('GET', '/prod/v2/deployments');
		const [deployment] = (Array.isArray(listed) ? listed : listed.deployments) as { id: string }[];
		const workflow = {
			'3': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
			'4': { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'bench' } },
		};
		const { request_id: request } = await call('POST', `/prod/v1/deployments/${deployment?.id}/inference`, {
			workflow_api_json: workflow,
		});
		const runStatus = `/prod/v1/deployments/${deployment?.id}/requests/${request}/status`;
		const rows: BenchRow[] = [];
		for (const [name, path] of [
			['sandbox, status calls', runStatus],
			['sandbox, status calls of a training job that runs', runningJob],
		] as const) {
			const value = await callsPerSecond(() => call('GET', path));
			rows.push({ name, value, unit: '/s', budget: 2000, lowerIsBetter: false });
		}
		return rows;
	} finally {
		await pool.destroy();
		await sandbox.stop();
	}
}

async function callsPerSecond(call: () => Promise<unknown>): Promise<number> {
	for (let warm = 0; warm < 500; warm++) await call();
	const end = performance.now() + seconds * 1000;
	let calls = 0;
	await Promise.all(
		Array.from({ length: connections }, async () => {
			while (performance.now() < end) {
				await call();
				calls++;
			}
		}),
	);
	return calls / seconds;
}
