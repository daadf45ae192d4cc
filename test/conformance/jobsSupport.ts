import assert from 'node:assert/strict';
import { compact } from '../../src/core/base/compact.ts';
import type { Body, Reply, SandboxUnderTest } from './support.ts';

export const jobsPath = '/prod/v1/trainers/ai-toolkit/jobs';

/** The jobs of the demo account, by the state that they demonstrate. */
export const demoJobs = {
	finished: '7a100000-0000-4000-8000-000000000001',
	running: '7a100000-0000-4000-8000-000000000002',
	failed: '7a100000-0000-4000-8000-000000000003',
	stoppedEarly: '7a100000-0000-4000-8000-000000000004',
} as const;

const datasets = '/app/ai-toolkit/datasets';
export const photos = `folder_path: ${datasets}/harbour-photos`;
export const videos = `folder_path: ${datasets}/coast-videos`;
export const edits = [
	`folder_path: ${datasets}/winter-edit`,
	`control_path: ${datasets}/winter-edit-control`,
];

/** Lines of each section; a section that is given replaces the default one in full. */
export interface Sections {
	readonly name?: string;
	readonly process?: readonly string[];
	readonly datasets?: readonly (readonly string[])[];
	readonly train?: readonly string[];
	readonly model?: readonly string[];
	readonly save?: readonly string[];
	readonly sample?: readonly string[];
}

/** A line that gives a model-hub token, of the form that these have. */
export const hubToken = `hf_token: hf_${'e5'.repeat(17)}`;

export const train = ['batch_size: 1', 'steps: 40', 'noise_scheduler: flowmatch', 'lr: 0.0001'];

/** Returns a configuration that breaks no rule: a step takes 375 virtual milliseconds, loading 35 seconds, the queue 20. */
export function config(sections: Sections = {}): string {
	const section = (name: string, lines: readonly string[]) =>
		lines.length === 0 ? [] : [`      ${name}:`, ...lines.map((line) => `        ${line}`)];
	return [
		'job: extension',
		'config:',
		`  name: ${sections.name ?? 'portraits_v1'}`,
		'  process:',
		'    - type: diffusion_trainer',
		'      training_folder: /app/ai-toolkit/output',
		...(sections.process ?? []).map((line) => `      ${line}`),
		...section('network', ['type: lora', 'linear: 16', 'linear_alpha: 16']),
		...section('save', sections.save ?? ['save_every: 10', 'max_step_saves_to_keep: 4']),
		'      datasets:',
		...(sections.datasets ?? [[photos, 'resolution: 512']]).flatMap(([first, ...rest]) => [
			`        - ${first}`,
			...rest.map((line) => `          ${line}`),
		]),
		...section('train', sections.train ?? train),
		...section('model', sections.model ?? ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma']),
		...section('sample', sections.sample ?? []),
		'',
	].join('\n');
}

/** Times of a job with {@link config} on one `ADA_80_PLUS`, in virtual seconds. */
export const pace = { queue: 20, loading: 35, step: 0.375 } as const;

/** The job calls of one account. */
export class JobCalls {
	readonly sandbox: SandboxUnderTest;
	readonly #token: string | undefined;

	constructor(sandbox: SandboxUnderTest, token?: string) {
		this.sandbox = sandbox;
		this.#token = token;
	}

	call(method: string, path: string, body?: unknown): Promise<Reply> {
		return this.sandbox.call(method, jobsPath + path, {
			...compact({ body, token: this.#token }),
		});
	}

	/** Submits a configuration; `more` replaces members of the body. */
	offer(text: string, more: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
		return this.call('POST', '', { config_file: text, config_file_format: 'yaml', ...more });
	}

	/** Submits and returns the id; a refusal fails the test. */
	async submit(text: string, more?: Readonly<Record<string, unknown>>): Promise<string> {
		const reply = await this.offer(text, more);
		assert.equal(reply.status, 200, reply.text);
		return reply.body.id;
	}

	edit(id: string, text: string, more: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
		return this.call('POST', `/${id}/edit`, { config_file: text, config_file_format: 'yaml', ...more });
	}

	async status(id: string): Promise<Body> {
		const reply = await this.call('GET', `/${id}/status`);
		assert.equal(reply.status, 200, reply.text);
		return reply.body;
	}

	async result(id: string): Promise<Body> {
		const reply = await this.call('GET', `/${id}/result`);
		assert.equal(reply.status, 200, reply.text);
		return reply.body;
	}

	/** Returns state and step, as in `RUNNING 12`; a job without progress has no step. */
	async at(id: string): Promise<string> {
		const { status, progress } = await this.status(id);
		return progress === null ? status : `${status} ${progress.current_step}`;
	}

	/** Calls that must be accepted. */
	async cancel(id: string): Promise<Body> {
		return this.#done(await this.call('POST', `/${id}/cancel`));
	}

	async resume(id: string): Promise<Body> {
		return this.#done(await this.call('POST', `/${id}/resume`, {}));
	}

	/** Puts the clock forward to this many steps after the first one began, for a job that was just queued. */
	async advanceToStep(steps: number): Promise<void> {
		await this.sandbox.advance(pace.queue + pace.loading + steps * pace.step + pace.step / 2);
	}

	#done(reply: Reply): Body {
		assert.equal(reply.status, 200, reply.text);
		return reply.body;
	}
}

/** Returns the name of the file at an address, without its query. */
export function fileName(address: string): string {
	return decodeURIComponent(new URL(address).pathname.split('/').pop() ?? '');
}
