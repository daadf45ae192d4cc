import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../../src/core/connection/connection.ts';
import { sandboxConnection } from '../../src/core/connection/connections.ts';
import { canonicalJson } from '../../src/core/json/canonical.ts';
import { ended } from '../conformance/commandLineWorld.ts';
import { demo } from '../conformance/support.ts';
import { hasPython } from '../support/clientCompilers.ts';
import { newFolder } from '../support/newFolder.ts';
import { OperationCaller, OperationWorld, scriptedAsk } from '../support/operations.ts';
import { Recorder } from '../support/recorder.ts';

const corpus = new URL('../../../shared/data/workflows/api/', import.meta.url).pathname;

/** Programs that run clients one after the other; each client is refused. */
const programs = {
	typescript: (modules: readonly string[], options: string) =>
		modules
			.map((module) => `await (await import('./${module}.ts')).run({}, ${options}).catch(() => {});`)
			.join('\n'),
	python: (modules: readonly string[], options: string) =>
		modules
			.map(
				(module) => `import ${module}
try:
    ${module}.run({}, **${options})
except ${module}.RunError:
    pass`,
			)
			.join('\n'),
};

describe('clients of public workflows', () => {
	let world: OperationWorld;
	let service: Recorder;
	let url: string;
	const folder = newFolder();

	before(async () => {
		world = await OperationWorld.open();
		service = new Recorder(() => world.sandbox.announcement.baseUrl, true);
		await service.start();
		url = service.url;
	});
	after(async () => {
		service?.end();
		await world?.end();
	});

	/** Returns the bodies that Easel sends for each workflow, by the paths of the workflows. */
	async function ownBodies(connection: Connection): Promise<ReadonlyMap<string, string>> {
		const services = world.services({ connection });
		const { call } = new OperationCaller(() => services);
		const bodies = new Map<string, string>();
		for (const name of await readdir(corpus)) {
			const path = join(corpus, name);
			const sent = service.bodies.length;
			// Some of the files are other documents, which are refused before anything is sent.
			await call(
				'run.start',
				{ path, deployment: demo.harbour, mode: 'inline', draws: false },
				scriptedAsk({
					...{ reviewRun: { kind: 'run' }, confirmSpending: true, confirmErrors: true },
					...{ confirmNothingNew: 'anyway', confirmDuplicate: true },
				}),
			);
			const [body] = service.bodies.slice(sent);
			if (body !== undefined) bodies.set(path, body);
		}
		return bodies;
	}

	it('send the same bodies as Easel, in both languages', async function () {
		this.timeout(300_000);
		const { announcement } = world.sandbox;
		const own = await ownBodies(sandboxConnection({ ...announcement, baseUrl: url }));
		assert.ok(own.size >= 20, `${own.size} workflows`);
		const { value } = world.commands();
		for (const language of ['typescript', 'python'] as const) {
			if (language === 'python' && !hasPython) continue;
			const isPython = language === 'python';
			const modules: string[] = [];
			for (const [at, path] of [...own.keys()].entries()) {
				const { text } = await value<{ readonly text: string }>('workflow.client', { path, language });
				const module = `client_${at}`;
				modules.push(module);
				await writeFile(join(folder, `${module}.${isPython ? 'py' : 'ts'}`), text);
			}
			const { token } = announcement;
			const options = isPython
				? { deployment_id: demo.harbour, base_url: url, token }
				: { deploymentId: demo.harbour, baseUrl: url, token };
			const program = isPython ? 'main.py' : 'main.ts';
			await writeFile(join(folder, program), programs[language](modules, JSON.stringify(options)));
			service.bodies.length = 0;
			const { status, err } = await ended(
				spawn(isPython ? 'python3' : process.execPath, [program], {
					cwd: folder,
					stdio: ['ignore', 'pipe', 'pipe'],
				}),
			);
			assert.equal(status, 0, err);
			assert.deepEqual(service.bodies.map(canonicalJson), [...own.values()].map(canonicalJson));
		}
	});
});
