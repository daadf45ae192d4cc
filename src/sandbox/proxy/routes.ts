import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { trimEndOf } from '../../core/base/trimEnd.ts';
import type { Accounts } from '../account/accounts.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import type { SandboxContext } from '../context.ts';
import type { DeploymentRecord, Deployments } from '../deployments/records.ts';
import type { Engine } from '../engine/engine.ts';
import { isFile } from '../engine/outcome.ts';
import { invalid, refuse } from '../errors.ts';
import type { Instance } from '../requests/fleet.ts';
import type { Requests } from '../requests/records.ts';
import type { Scheduler } from '../requests/scheduler.ts';
import { storedName } from '../requests/storedName.ts';
import { historyOf } from './history.ts';

interface Parts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly deployments: Deployments;
	readonly requests: Requests;
	readonly scheduler: Scheduler;
	readonly engine: Engine;
}

const prefix = '/prod/v2/deployments/:deploymentId/instances/:instanceId/proxy';

/** The instance proxy: the routes of the engine that make sense while an instance lives. */
export function proxyRoutes(parts: Parts): Hono<SignedIn> {
	const { sandbox, accounts, deployments, requests, scheduler, engine } = parts;
	const app = new Hono<SignedIn>();

	app.all(`${prefix}/:route{.+}`, bearer(accounts), async (context) => {
		const { deployment, instance } = live(context);
		const route = trimEndOf((context.req.param('route') ?? '').replace(/^api\//, ''), /\//);
		const [name = '', rest] = route.split(/\/(.*)/s);
		switch (`${context.req.method} ${name === 'history' || name === 'object_info' ? name : route}`) {
			case 'POST free':
				return free(context);
			case 'GET object_info':
				return objectInfo(context, deployment, rest);
			case 'GET history':
				return context.json(historyOf(requests, instance.id, rest));
			case 'GET view':
				return view(context, instance);
			case 'POST upload/image':
				return upload(context, instance);
			case 'GET queue':
				return context.json({
					queue_running: instance.busyWith === undefined ? [] : [[0, instance.busyWith]],
					queue_pending: [],
				});
			case 'GET prompt':
				return context.json({ exec_info: { queue_remaining: instance.busyWith === undefined ? 0 : 1 } });
			case 'GET system_stats':
				return context.json({
					system: { os: 'sandbox', comfyui_version: '0.3.64' },
					devices: [{ name: deployment.hardware, type: 'simulated', index: 0 }],
				});
			default:
				throw refuse('notFound', `The engine of the sandbox has no route ${context.req.method} /${route}.`);
		}
	});
	return app;

	function live(context: Context<SignedIn>): { deployment: DeploymentRecord; instance: Instance } {
		const deployment = deployments.get(context.req.param('deploymentId') ?? '');
		if (
			deployment === undefined ||
			deployment.deleted ||
			deployment.accountId !== context.get('token').accountId
		) {
			throw refuse('notFound', 'There is no such deployment.');
		}
		const instance = scheduler.fleet.running(deployment.id, context.req.param('instanceId') ?? '');
		if (instance === undefined) {
			throw refuse('notFound', 'There is no such instance. It is not up yet, or it has shut down.');
		}
		return { deployment, instance };
	}

	async function free(context: Context): Promise<Response> {
		const text = await context.req.text();
		let body: unknown = {};
		try {
			if (text !== '') body = JSON.parse(text);
		} catch {
			throw invalid([{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]);
		}
		for (const name of ['unload_models', 'free_memory']) {
			const value = (body as Record<string, unknown> | null)?.[name];
			if (value !== undefined && typeof value !== 'boolean') {
				throw invalid([{ loc: ['body', name], msg: `${name} must be true or false.`, type: 'bool_type' }]);
			}
		}
		return context.body(null, 200);
	}

	async function objectInfo(context: Context, deployment: DeploymentRecord, className: string | undefined) {
		const saved = deployments.workflow(deployment.workflowId, deployment.workflowVersion);
		const text = await engine.nodeInfo(saved?.document);
		const headers = { 'content-type': 'application/json' };
		if (className === undefined) return context.body(text, 200, headers);
		const info = (JSON.parse(text) as Record<string, unknown>)[className];
		return context.json(info === undefined ? {} : { [className]: info });
	}

	async function view(context: Context, instance: Instance): Promise<Response> {
		const { filename = '', subfolder = '', type = 'output' } = context.req.query();
		if (filename.includes('..') || filename.startsWith('/')) return context.body(null, 400);
		const uploaded = type === 'input' ? instance.uploads.get(filename) : undefined;
		if (uploaded !== undefined) return context.body(uploaded.slice().buffer, 200);
		for (const request of requests.ofInstance(instance.id).toReversed()) {
			const files = Object.values(request.outputs ?? {}).flatMap((channels) =>
				Object.values(channels).flat(),
			);
			const found = files.filter(isFile).find((file) => {
				return file.filename === filename && file.subfolder === subfolder && file.type === type;
			});
			const bytes =
				found && (await readFile(sandbox.blobs.path(request.id, storedName(found))).catch(() => undefined));
			if (bytes) return context.body(new Uint8Array(bytes).buffer, 200, { 'content-type': 'image/png' });
		}
		return context.body(null, 404);
	}

	async function upload(context: Context, instance: Instance): Promise<Response> {
		const form = await context.req.formData().catch(() => undefined);
		const image = form?.get('image');
		if (!(image instanceof File)) return context.body(null, 400);
		const bytes = new Uint8Array(await image.arrayBuffer());
		const overwrite = ['true', '1'].includes(String(form?.get('overwrite') ?? ''));
		const subfolder = String(form?.get('subfolder') ?? '');
		if (subfolder.includes('..') || image.name.includes('..')) return context.body(null, 400);
		const name = overwrite ? image.name : freeName(instance, subfolder, image.name, bytes);
		instance.uploads.set(joined(subfolder, name), bytes);
		return context.json({ name, subfolder, type: 'input' });
	}
}

function joined(subfolder: string, name: string): string {
	return subfolder === '' ? name : `${subfolder}/${name}`;
}

/** The name itself when it is free or holds the same bytes, else `name (1).png` and so on. */
function freeName(instance: Instance, subfolder: string, name: string, bytes: Uint8Array): string {
	const dot = name.lastIndexOf('.');
	const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
	for (let number = 0; ; number++) {
		const candidate = number === 0 ? name : `${stem} (${number})${extension}`;
		const there = instance.uploads.get(joined(subfolder, candidate));
		if (there === undefined || Buffer.from(there).equals(bytes)) return candidate;
	}
}
