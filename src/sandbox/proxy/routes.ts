import { type Context, Hono } from 'hono';
import { parseJson } from '../../core/json/exact.ts';
import { isArray, type Json, member } from '../../core/json/value.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import { parseBody } from '../base/body.ts';
import { invalid, refuse } from '../base/errors.ts';
import type { DeploymentRecord } from '../deployments/records.ts';
import { findDeployment } from '../deployments/routes.ts';
import type { DirectPrompts } from '../requests/directPrompts.ts';
import type { QueueParts } from '../requests/routes.ts';
import { upload, view } from './files.ts';
import { historyOf } from './history.ts';
import type { EngineCall } from './live.ts';
import { passOn } from './passOn.ts';
import { changeHistory, changeQueue, exact, interrupt, postPrompt, queue } from './prompts.ts';

/** The folders of model files, each with the class and the input that list its files. */
const folders: Readonly<Record<string, readonly [className: string, input: string]>> = {
	checkpoints: ['CheckpointLoaderSimple', 'ckpt_name'],
	controlnet: ['ControlNetLoader', 'control_net_name'],
	diffusion_models: ['UNETLoader', 'unet_name'],
	loras: ['LoraLoader', 'lora_name'],
	text_encoders: ['CLIPLoader', 'clip_name'],
	upscale_models: ['UpscaleModelLoader', 'model_name'],
	vae: ['VAELoader', 'vae_name'],
};

const modelFolders: readonly string[] = Object.keys(folders);

/** Returns the files of a folder, as the node info lists them; undefined for a folder that the engine does not have. */
function modelFiles(nodeInfo: string, folder: string): readonly Json[] | undefined {
	const place = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
	const info = parseJson(nodeInfo);
	if (place === undefined || !info.ok) return undefined;
	const [className, input] = place;
	const required = member(member(member(info.value, className), 'input'), 'required');
	const declared = member(required, input);
	const [options = null] = isArray(declared) ? declared : [];
	return isArray(options) ? options : [];
}

interface Parts extends QueueParts {
	readonly prompts: DirectPrompts;
}

const prefix = '/prod/v2/deployments/:deploymentId/instances/:instanceId/proxy';

/**
 * Returns the routes of the instance proxy: those of the engine that make sense while an instance runs, with or without
 * `api/`. With an external engine, every call goes there.
 */
export function proxyRoutes(parts: Parts): Hono<SignedIn> {
	const { sandbox, accounts, deployments, requests, scheduler, engine, prompts } = parts;
	const app = new Hono<SignedIn>();

	app.all(`${prefix}/:route{.+}`, bearer(accounts), async (context) => {
		const call = liveCall(context);
		if (engine.forward !== undefined) return passOn(call, engine.forward, pathBehind(context));
		const route = (context.req.param('route') ?? '').split('/').filter((part) => part !== '');
		if (route[0] === 'api') route.shift();
		const [name = '', ...rest] = route;
		const takesName = name === 'history' || name === 'object_info' || name === 'models';
		switch (`${context.req.method} ${takesName ? name : route.join('/')}`) {
			case 'POST free':
				return free(context);
			case 'GET object_info':
				return objectInfo(call, rest.length === 0 ? undefined : rest.join('/'));
			case 'GET models':
				return modelList(call, rest.length === 0 ? undefined : rest.join('/'));
			case 'GET embeddings':
				return context.json([]);
			case 'GET history':
				return exact(context, historyOf(call, requests, { id: rest[0], ...pageOf(context) }));
			case 'POST history':
				return changeHistory(call, requests);
			case 'GET view':
				return view(call, sandbox, requests);
			case 'POST upload/image':
				return upload(call);
			case 'GET queue':
				return queue(call, requests);
			case 'POST queue':
				return changeQueue(call);
			case 'POST interrupt':
				return interrupt(call, prompts);
			case 'GET prompt':
				return context.json({ exec_info: { queue_remaining: remaining(call) } });
			case 'POST prompt':
				return postPrompt(call, engine, prompts);
			case 'GET system_stats':
				return context.json({
					system: { os: 'sandbox', comfyui_version: '0.3.64' },
					devices: [{ name: call.deployment.hardware, type: 'simulated', index: 0 }],
				});
			default: {
				const asked = `${context.req.method} /${route.join('/')}`;
				throw refuse('notFound', `The engine of the sandbox has no route ${asked}.`);
			}
		}
	});
	return app;

	function liveCall(context: Context<SignedIn>): EngineCall {
		const deployment = findDeployment(deployments, context, context.req.param('deploymentId'));
		const instance = scheduler.fleet.running(deployment.id, context.req.param('instanceId') ?? '');
		if (instance === undefined) {
			throw refuse('notFound', 'There is no such instance. It is not up yet, or it has shut down.');
		}
		const state = prompts.of(instance, deployment.hardware, deployment.accountId);
		return { context, deployment, instance, state };
	}

	function nodeInfo({ workflowId, workflowVersion }: DeploymentRecord): Promise<string> {
		return engine.nodeInfo(deployments.workflow(workflowId, workflowVersion)?.document);
	}

	async function modelList({ context, deployment }: EngineCall, folder: string | undefined) {
		if (folder === undefined) return context.json(modelFolders);
		const files = modelFiles(await nodeInfo(deployment), folder);
		if (files === undefined) throw refuse('notFound', `The engine has no folder "${folder}" for models.`);
		return exact(context, files);
	}

	async function objectInfo({ context, deployment }: EngineCall, className: string | undefined) {
		const text = await nodeInfo(deployment);
		const headers = { 'content-type': 'application/json' };
		if (className === undefined) return context.body(text, 200, headers);
		const info = parseJson(text);
		const found = info.ok ? member(info.value, className) : undefined;
		return exact(context, found === undefined ? {} : { [className]: found });
	}
}

/** Returns the path after the prefix, as the caller encoded it. */
function pathBehind(context: Context): string {
	const { pathname } = new URL(context.req.url);
	return pathname.slice(pathname.indexOf('/proxy/') + '/proxy'.length);
}

async function free(context: Context): Promise<Response> {
	const text = await context.req.text();
	const body = text === '' ? {} : parseBody(text);
	for (const name of ['unload_models', 'free_memory']) {
		const value = member(body, name);
		if (value !== undefined && typeof value !== 'boolean') {
			throw invalid([{ loc: ['body', name], msg: `${name} must be true or false.`, type: 'bool_type' }]);
		}
	}
	return context.body(null, 200);
}

function remaining({ instance, state }: EngineCall): number {
	return state.pending.length + (instance.busyWith === undefined ? 0 : 1);
}

function pageOf(context: Context): { maximum: number | undefined; offset: number | undefined } {
	return { maximum: countOf(context.req.query('max_items')), offset: countOf(context.req.query('offset')) };
}

function countOf(text: string | undefined): number | undefined {
	return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
