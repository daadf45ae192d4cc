import { demo, type SandboxUnderTest, startSandbox } from '../../conformance/support.ts';
import { type Body, until } from './realEngine.ts';
import { engine } from './underTest.ts';

export type { SandboxUnderTest } from '../../conformance/support.ts';

/**
 * Starts a sandbox that passes its workflows to the engine. Its clock is fast, so that no simulated GPU has to be
 * waited for.
 */
export function sandboxOnEngine(...options: readonly string[]): Promise<SandboxUnderTest> {
	return startSandbox('--engine', `comfyui=${engine.url}`, '--speed', '50', ...options);
}

export function submitTo(sandbox: SandboxUnderTest, document: string): Promise<Body> {
	return sandbox.submit(demo.warm, `{"workflow_api_json":${document}}`);
}

/** Returns the result of a request, as soon as it has one. */
export function resultOf(sandbox: SandboxUnderTest, submission: Body): Promise<Body> {
	return until('the result of the request', async () => {
		const result = await sandbox.result(submission);
		return ['succeeded', 'failed', 'canceled'].includes(result.status) && result;
	});
}

export interface ResultFile {
	readonly nodeId: string;
	readonly filename: string;
	readonly subfolder: string;
	readonly url: string;
}

/** Returns the files that a result names, in its order. */
export function resultFiles(result: Body): ResultFile[] {
	return Object.entries<Record<string, unknown[]>>(result.outputs ?? {}).flatMap(([nodeId, channels]) =>
		Object.values(channels)
			.flat()
			.filter((one): one is ResultFile => typeof one === 'object' && one !== null && 'url' in one)
			.map(({ filename, subfolder = '', url }) => ({ nodeId, filename, subfolder, url })),
	);
}
