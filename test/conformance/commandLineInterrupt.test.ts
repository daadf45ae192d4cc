import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import sd15Sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import { CommandLine } from './commandLineWorld.ts';
import { config, train } from './jobsSupport.ts';
import { demo } from './support.ts';

const picture = join(import.meta.dirname, '..', '..', 'media', 'samples', 'harbour.png');
/** Longer than a test lasts, in milliseconds: what waits for it has not been interrupted. */
const endless = 600_000;

describe('Ctrl-C on the command line', () => {
	let world: CommandLine;

	before(async () => {
		world = await CommandLine.open('--speed', '100');
		await writeFile(world.place('harbour.json'), JSON.stringify(sd15Sample));
		await mkdir(world.place('photos'));
		await copyFile(picture, world.place('photos', 'one.png'));
		await writeFile(world.place('photos', 'one.txt'), 'a harbor');
	});
	afterEach(() => world.sandbox.control('POST', 'faults', []));
	after(() => world?.end());

	const delay = (ms: number, method: string, path: string) =>
		world.sandbox.control('POST', 'faults', [{ kind: 'latency', ms, match: { method, path } }]);

	/** Starts a command, and gives it the signal so many times, each time once `reached` says so. */
	async function interrupted(
		args: readonly string[],
		...reached: readonly ((said: string) => Promise<boolean> | boolean)[]
	): Promise<string> {
		const child = world.start([...args, '--json'], { EASEL_TOKEN: world.sandbox.announced.token });
		let said = '';
		child.stderr.on('data', (text) => {
			said += text;
		});
		const closed = once(child, 'close');
		const out = streamText(child.stdout);
		for (const isReached of reached) {
			await world.sandbox.until(
				async () => isReached(said),
				(isThere) => isThere,
			);
			child.kill('SIGINT');
		}
		assert.deepEqual(await closed, [130, null], `${await out}${said}`);
		const { error } = JSON.parse(await out);
		assert.deepEqual([error.status, error.kind], [130, 'interrupted']);
		return String(error.message);
	}

	/** Whether one more request of a kind has arrived than at the beginning. */
	async function oneMore(method: string, ending: string): Promise<() => Promise<boolean>> {
		const before = await world.received(method, ending);
		return async () => (await world.received(method, ending)) > before;
	}

	for (const [what, args, path, verb] of [
		['run', ['run', 'harbour.json', '--on', demo.harbour, '--yes'], '/inference', 'runs'],
		['training job', ['train', 'slow.yaml', '--yes', '--wait'], '/jobs', 'jobs'],
	] as const) {
		it(`waits while a ${what} is being sent until it is certain, and says how to look at it`, async () => {
			await writeFile(world.place('slow.yaml'), config({ name: 'sent', train }));
			await delay(2000, 'POST', `*${path}`);
			const message = await interrupted(args, await oneMore('POST', path));
			const id = new RegExp(`^It continues\\. Look at it with: easel ${verb} show (\\S+)$`).exec(
				message,
			)?.[1];
			const { requestId, jobId } = await world.json(verb, 'show', id ?? message);
			assert.match(requestId ?? jobId, /^[\da-f-]{36}$/);
		});

		it(`leaves a ${what} that is being sent at once the second time`, async () => {
			await writeFile(world.place('slow.yaml'), config({ name: 'left', train }));
			await delay(endless, 'POST', `*${path}`);
			const other = verb === 'runs' ? ['--set', '6.text=another'] : [];
			const isAskedAgain = (said: string) => /Ctrl-C again ends it at once/.test(said);
			assert.equal(
				await interrupted([...args, ...other], await oneMore('POST', path), isAskedAgain),
				'Interrupted.',
			);
		});
	}

	it('sends nothing that was only being prepared', async () => {
		const before = await world.received('POST', '/inference');
		await delay(2000, 'GET', '*/deployments*');
		const isAsked = await oneMore('GET', '/deployments');
		const run = ['run', 'harbour.json', '--on', demo.harbour, '--yes'];
		assert.match(await interrupted(run, isAsked), /^Nothing was sent/);
		assert.equal(await world.received('POST', '/inference'), before);
	});

	it('sends no more of several seeds, also not later', async () => {
		const run = ['run', 'harbour.json', '--on', demo.harbour, '--yes', '--set', '6.text=seeds'];
		const isUnderWay = (said: string) => /^0 of 40 done$/m.test(said);
		const message = await interrupted([...run, '--seeds', '40'], isUnderWay);
		assert.match(message, /^What was sent continues, and nothing more is sent\..* easel runs list$/);
		const sent = await world.received('POST', '/inference');
		assert.equal((await world.json(...run, '--seeds', '1')).runs.length, 1);
		assert.equal(await world.received('POST', '/inference'), sent + 1);
	});

	it('ends an upload, and says how it is continued', async () => {
		await delay(endless, 'POST', '*/upload');
		const upload = ['upload', 'photos', '--dataset', 'half'];
		const message = await interrupted(upload, (said) => /^half: sending/m.test(said));
		assert.match(message, /this continues it: easel upload FOLDER --dataset half --add$/);
		await world.sandbox.control('POST', 'faults', []);
		const uploaded = await world.json(...upload, '--add');
		assert.deepEqual([uploaded.state, uploaded.done], ['ready', 2]);
	});

	it('ends what only reads, and a sign-in', async () => {
		await delay(endless, 'GET', '*/deployments*');
		const isAsked = await oneMore('GET', '/deployments');
		assert.equal(await interrupted(['deployments', 'list'], isAsked), 'Interrupted.');
		await interrupted(['login'], (said) => /enter the code/.test(said));
	});
});
