import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../../src/core/base/log.ts';
import type { Operation } from '../../../src/core/ledger/operations.ts';
import { keepDocument, readRequest } from '../../../src/core/runs/archive/runFolder.ts';
import { submissionNotice } from '../../../src/core/runs/notices.ts';
import { hasEnded, type Run, type RunState } from '../../../src/core/runs/run.ts';
import { sameUnderWay } from '../../../src/core/runs/sameRun.ts';
import { TransferTable } from '../../../src/core/transfers/transferTable.ts';
import { closeRuns } from '../support/runServices.ts';
import { until } from '../support/until.ts';
import { fastClock } from './clocks.ts';
import { type Answer, type FakeService, fakeToken } from './fakeService.ts';
import { Computer, keyInConfidence, origin, plan, startRun, type Window } from './window.ts';

/** Seconds of the service of runs pass this many times faster than ours. */
const speed = 50;

/** Returns the names of the files in the folder of a run, except for its kept request. */
function filesOf(folder: string): string[] {
	const names = readdirSync(folder).sort();
	assert.equal(names.shift(), '.request.json');
	return names;
}

describe('the service of runs', () => {
	let service: FakeService;
	let computer: Computer;
	let window: Window;

	beforeEach(async () => {
		computer = await Computer.start(fastClock(speed));
		service = computer.service;
		window = await computer.open();
	});
	afterEach(() => computer.shutDown());

	const started = (where = window) => startRun(where);
	const reaches = (id: string, state: RunState, where = window) =>
		until(`state ${state}`, () => {
			const run = where.runService.get(id);
			return run?.state === state && run;
		});
	const statesOf = (where = window) =>
		where.seen.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);

	describe('from submission to files', () => {
		it('keeps the sent body, without the key, signatures of addresses and media bytes', async () => {
			const body = {
				overrides: { 3: { inputs: { seed: 7, image: `data:image/png;base64,${'QUJD'.repeat(500)}` } } },
				source: 'https://files.example.com/a.bin?Signature=s3cret',
				extra_data: { api_key: keyInConfidence },
			};
			const bodyText = JSON.stringify(body).replace('"seed":7', '"seed":18446744073709551615');
			const result = await window.runService.start({ ...plan, bodyText }, origin);
			assert.ok(result.ok);
			const { id } = result.value;
			await until('the kept body', () =>
				existsSync(join(window.runService.archivePath({ id }), '.request.json')),
			);
			const kept = (await readRequest(computer.archive, id)) ?? '';
			assert.match(kept, /"seed":18446744073709551615/);
			assert.deepEqual(JSON.parse(kept).extra_data, { api_key: '(secret)' });
			assert.doesNotMatch(kept, /s3cret|sk-|QUJDQUJD/);
			service.succeed('request-1', {});
			await reaches(result.value.id, 'succeeded');
			await window.runService.remove(result.value.id);
			assert.equal(await readRequest(computer.archive, result.value.id), undefined);
		});

		it('reports every state once, in order, and puts the files into the folder of the run', async () => {
			const run = await started();
			assert.deepEqual([run.state, run.requestId], ['queued', 'request-1']);
			await until('a queue position', () => window.runService.get(run.id)?.queuePosition === 2);
			service.only.status = 'in_progress';
			await reaches(run.id, 'running');
			service.succeed('request-1', { 'a.bin': 'one', 'b.bin': 'two' });
			const ended = await reaches(run.id, 'succeeded');
			assert.deepEqual(statesOf(), ['submitting', 'queued', 'running', 'fetching', 'succeeded']);
			assert.deepEqual(
				ended.files.map(({ nodeId, filename, archivedAs, bytes }) => [nodeId, filename, archivedAs, bytes]),
				[
					['9', 'a.bin', 'a.bin', 3],
					['9', 'b.bin', 'b.bin', 3],
				],
			);
			assert.equal(readFileSync(join(window.runService.archivePath(run), 'b.bin'), 'utf8'), 'two');
			assert.ok(
				(ended.startedAt ?? 0) >= ended.submittedAt && (ended.endedAt ?? 0) >= (ended.startedAt ?? 0),
			);
			assert.equal(ended.queuePosition, undefined);
		});

		it('writes the run before the request leaves, and the request ID right after the reply', async () => {
			const atSubmit: (Run | undefined)[] = [];
			const atFirstPoll: (Run | undefined)[] = [];
			const reader = (await computer.open()).runs;
			service.before = ({ kind }) => {
				const [run] = reader.of({ connectionId: 'test', limit: 1 });
				if (kind === 'submit') atSubmit.push(run);
				if (kind === 'status') atFirstPoll.push(run);
				return undefined;
			};
			await started();
			await until('a poll', () => atFirstPoll.length > 0);
			assert.deepEqual([atSubmit[0]?.state, atSubmit[0]?.requestId], ['submitting', undefined]);
			assert.equal(atFirstPoll[0]?.requestId, 'request-1');
		});

		it('asks about an identical run that another program began after the first question', async () => {
			const other = await computer.open();
			const asked: string[] = [];
			const startIn = (each: typeof window, isWanted: boolean) =>
				each.runService.start(plan, origin, {
					same: {
						known: [],
						async confirm({ id }) {
							asked.push(id);
							return isWanted;
						},
					},
				});
			const sent = async (isWanted: boolean) => {
				const both = await Promise.all([window, other].map((each) => startIn(each, isWanted)));
				return both.flatMap((each) => (each.ok ? [each.value.id] : []));
			};
			const [first, ...more] = await sent(false);
			assert.ok(first !== undefined && more.length === 0);
			assert.deepEqual([asked, service.count('submit')], [[first], 1]);
			assert.equal((await sent(true)).length, 2);
			assert.equal(service.count('submit'), 3);
		});

		it('finds an identical run behind any number of runs on other targets', async () => {
			const { runs } = window;
			const record = await started();
			await runs.put({ ...record, id: 'same', state: 'uncertain' });
			const elsewhere = { ...record.target, id: 'elsewhere' };
			for (let index = 1; index <= 101; index++) {
				const submittedAt = record.submittedAt + index;
				await runs.put({
					...record,
					id: `other-${index}`,
					target: elsewhere,
					state: 'uncertain',
					submittedAt,
				});
			}
			const { digest } = record.summary;
			const same = sameUnderWay(window.runService, { ...record, digest });
			assert.deepEqual(
				same.filter(({ id }) => id !== record.id).map(({ id }) => id),
				['same'],
			);
		});

		it('sends the body as planned', async () => {
			await started();
			assert.equal(service.calls[0]?.body, plan.bodyText);
		});

		it('keeps texts, the error of a failed run and the end of a canceled one', async () => {
			const texts = await started();
			service.requests.set('request-1', {
				status: 'completed',
				result: { status: 'succeeded', outputs: { '38:42': { text: [['hello']] } } },
			});
			assert.deepEqual((await reaches(texts.id, 'succeeded')).texts, [
				{ nodeId: '38:42', channel: 'text', index: 0, text: 'hello' },
			]);
			const failing = await started();
			const error = { error: 'KSampler', details: 'out of memory', debugInfo: 'trace', errorCode: 7 };
			service.requests.set('request-2', { status: 'completed', result: { status: 'failed', error } });
			assert.deepEqual((await reaches(failing.id, 'failed')).error, error);
			const canceled = await started();
			service.requests.set('request-3', { status: 'cancelled', result: { status: 'cancelled' } });
			await reaches(canceled.id, 'canceled');
		});

		it('saves pictures embedded in the result as files, and nowhere else', async () => {
			const picture = Buffer.concat([
				Buffer.from('GIF89a', 'latin1'),
				randomBytes(9_000_000),
				Buffer.from(';'),
			]);
			const base64 = picture.toString('base64');
			const page = Buffer.from('<!doctype html><p>Sign in').toString('base64');
			const logged: string[] = [];
			const write = (...words: unknown[]) => logged.push(words.map(String).join(' '));
			const log: Log = { trace: write, debug: write, info: write, warn: write, error: write };
			const run = await started(await computer.open(undefined, { log }));
			service.requests.set('request-1', {
				status: 'completed',
				result: {
					status: 'succeeded',
					output: {
						result: { images: [{ image: `data:image/gif;base64,${base64}` }] },
						video: `data:video/mp4;base64,${page}`,
						note: 'data:text/plain;base64,aGVsbG8=',
					},
				},
			});
			const ended = await reaches(run.id, 'succeeded');
			const [image, video] = ended.files;
			assert.deepEqual(
				[image?.filename, image?.archivedAs, image?.bytes, video?.filename, video?.archivedAs],
				['image.gif', 'image.gif', picture.length, 'video.mp4', undefined],
			);
			assert.match(video?.problem ?? '', /sent a web page instead of video\.mp4/);
			assert.deepEqual(
				ended.texts.map(({ channel }) => channel),
				['note'],
			);
			assert.deepEqual(readFileSync(join(window.runService.archivePath(run), 'image.gif')), picture);
			const start = base64.slice(20, 60);
			const { folder } = computer;
			for (const name of readdirSync(folder).filter((each) => each.startsWith('history.db')))
				assert.ok(!readFileSync(join(folder, name)).includes(start), name);
			assert.ok(!logged.some((line) => line.includes(start)));
		});

		it('waits for a result that lags behind the status, and on unknown words', async () => {
			const run = await started();
			service.only.status = 'warming_up';
			await until('the word', () => window.runService.get(run.id)?.serviceStatus === 'warming_up');
			service.requests.set('request-1', { status: 'completed', result: { status: 'in_progress' } });
			await until('a result call', () => service.count('result') > 1);
			assert.equal(window.runService.get(run.id)?.state, 'queued');
			service.succeed('request-1', {});
			await reaches(run.id, 'succeeded');
		});

		it('ends with an unknown word if the service reports the time of the end', async () => {
			const ended = { status: 'expired', finished_at: '2026-01-01T00:00:00Z' };
			const run = await started();
			service.requests.set('request-1', { status: 'expired', result: ended });
			assert.match((await reaches(run.id, 'failed')).notice ?? '', /unknown state: "expired"/);
			const other = await started();
			service.requests.set('request-2', {
				status: 'done',
				result: { ...ended, outputs: { 9: { text: ['yes'] } } },
			});
			assert.equal((await reaches(other.id, 'succeeded')).texts[0]?.text, 'yes');
		});

		it('keeps no key repeated by an error', async () => {
			const run = await started();
			const error = {
				error: 'The node failed',
				details: `The key ${keyInConfidence} is wrong, sent with Bearer ${fakeToken}.`,
				debugInfo: JSON.stringify({ key: keyInConfidence }),
			};
			service.requests.set('request-1', { status: 'completed', result: { status: 'failed', error } });
			assert.deepEqual((await reaches(run.id, 'failed')).error, {
				error: 'The node failed',
				details: 'The key (secret) is wrong, sent with Bearer (secret).',
				debugInfo: '{"key":"(secret)"}',
			});
		});

		it('keeps no key or sign-in repeated by an output text', async () => {
			const run = await started();
			const outputs = { 9: { text: [`with ${keyInConfidence} and ${fakeToken}`] } };
			const result = { status: 'succeeded', outputs };
			service.requests.set('request-1', { status: 'completed', result });
			assert.equal((await reaches(run.id, 'succeeded')).texts[0]?.text, 'with (secret) and (secret)');
		});

		it('keeps no token, key or password from a node input, in a private file', async () => {
			const typed = {
				token: 'a-1',
				hf_token: 'a-2',
				api_key: 'a-3',
				password: 'a-4',
				text: `is ${fakeToken}`,
			};
			const bodyText = JSON.stringify({
				overrides: { 3: { inputs: { ...typed, steps: 20, max_tokens: 7 } } },
			});
			const result = await window.runService.start({ ...plan, bodyText }, origin);
			assert.ok(result.ok);
			const path = join(window.runService.archivePath(result.value), '.request.json');
			await until('the kept body', () => existsSync(path));
			const { inputs } = JSON.parse(readFileSync(path, 'utf8')).overrides[3];
			const hidden = { token: '(secret)', hf_token: '(secret)', api_key: '(secret)', password: '(secret)' };
			assert.deepEqual(inputs, { ...hidden, text: 'is (secret)', steps: 20, max_tokens: 7 });
			if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600);
		});

		it('stores no address and no signature', async () => {
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'x' });
			await reaches(run.id, 'succeeded');
			await (await computer.open()).ledger.close();
			for (const name of readdirSync(computer.folder).filter((entry) => entry.startsWith('history'))) {
				assert.doesNotMatch(readFileSync(join(computer.folder, name), 'latin1'), /5ecret|127\.0\.0\.1/, name);
			}
		});
	});

	it('logs the identity and end of each run, and one line for a rejection', async () => {
		const lines: string[] = [];
		const write = (message: string) => void lines.push(message);
		const log = { trace() {}, debug() {}, info: write, warn: write, error: write };
		const open = await computer.open(undefined, { log });
		const { id } = await started(open);
		service.succeed('request-1', {});
		await reaches(id, 'succeeded', open);
		const known = `Run ${id} of "harbour.json" on deployment "Text to image"`;
		await until('the line about the end', () => lines.length > 1);
		assert.equal(lines[0], `${known} is request request-1 of d1.`);
		assert.match(lines[1]?.slice(known.length) ?? '', /^ ended after \d.*: succeeded\.$/);
		service.before = ({ kind }) => (kind === 'submit' ? { status: 422, body: {} } : undefined);
		assert.equal((await open.runService.start(plan, origin)).ok, false);
		assert.deepEqual([lines.length, / was not accepted: /.test(lines[2] ?? '')], [3, true]);
	});

	describe('a failed submission', () => {
		it('is unsent when the service rejects it, with the reason', async () => {
			service.before = () => ({
				status: 422,
				body: { error_code: 422001, detail: [{ loc: ['body', 'overrides', '99'], msg: 'unknown node' }] },
			});
			const result = await window.runService.start(plan, origin);
			assert.ok(!result.ok);
			const [run] = window.runService.runs({ connectionId: 'test', limit: 1 });
			assert.equal(run?.state, 'unsent');
			assert.match(run?.notice ?? '', /did not start.*unknown node/s);
			assert.deepEqual(statesOf(), ['submitting', 'unsent']);
		});

		it('is unsent when it surely did not arrive', async () => {
			await service.stop();
			assert.ok(!(await window.runService.start(plan, origin)).ok);
			assert.equal(window.seen.at(-1)?.state, 'unsent');
			await service.start();
		});

		it('is reported by the click on Run, and not again as the end of a run', async () => {
			const spoke: Promise<boolean>[] = [];
			window.runService.onDidChange((run) => {
				if (hasEnded(run)) spoke.push(window.runService.claimNotification(run.id));
			});
			service.before = () => ({ status: 422, body: { error_code: 422001 } });
			assert.ok(!(await window.runService.start(plan, origin)).ok);
			service.before = () => 'cut';
			assert.ok(!(await window.runService.start(plan, origin)).ok);
			assert.deepEqual(await Promise.all(spoke), [false, false]);
		});

		it('explains whether it may be sent again', () => {
			const failure = { kind: 'network', message: 'It broke.', nextStep: 'Do this.', fixer: 'you' } as const;
			const where = { id: 'r1', target: origin.target, webUrl: 'https://easel.example/app' };
			const refused = { ...failure, status: 422, details: ['no node 99'], mayHaveArrived: true };
			assert.equal(
				submissionNotice(refused, where),
				'The run did not start. It broke. (no node 99) Do this.',
			);
			assert.match(
				submissionNotice({ ...failure, mayHaveArrived: true }, where),
				/unknown whether.*not sent again.*look for it in the list of requests of "Text to image" at easel\.example\. If it is there, give its ID to "This Is Request\.\.\." or to "easel runs take r1 REQUEST"\.$/,
			);
		});

		it('is not made if the history is unwritable, since the request would be lost', async () => {
			await window.ledger.close();
			const result = await window.runService.start(plan, origin);
			assert.ok(!result.ok);
			assert.match(result.failure.message, /^Nothing was sent/);
			assert.equal(service.calls.length, 0);
			assert.deepEqual(window.seen, []);
		});

		it('continues when its request is identified later', async () => {
			service.after = ({ kind }) => (kind === 'submit' ? 'cut' : undefined);
			assert.ok(!(await window.runService.start(plan, origin)).ok);
			const run = window.seen.at(-1);
			assert.equal(run?.state, 'uncertain');
			service.succeed('request-1', { 'a.bin': 'one' });
			await window.runService.recovery.settle(run.id, 'request-1');
			const ended = await reaches(run.id, 'succeeded');
			assert.deepEqual([ended.notice, ended.files[0]?.archivedAs], [undefined, 'a.bin']);
			assert.equal((await window.runService.recovery.settle(run.id, 'another'))?.requestId, 'request-1');
		});

		it('needs a sign-in', async () => {
			window.session.replace({ state: 'signedOut', connection: window.session.current.connection });
			const result = await window.runService.start(plan, origin);
			assert.ok(!result.ok && result.failure.kind === 'auth');
			assert.equal(service.calls.length, 0);
		});

		it('becomes uncertain if its window has ended, but not while that window lives', async () => {
			const submitting: Run = {
				id: 'left-behind',
				connectionId: 'test',
				accountId: 'me',
				...origin,
				state: 'submitting',
				summary: plan.summary,
				submittedAt: Date.now(),
				files: [],
				texts: [],
			};
			await window.runs.put(submitting);
			await window.runs.put({ ...submitting, id: 'alive' });
			await window.ledger.leases.lease(JSON.stringify(['submit', 'alive']), 'another window', 60_000);
			window.runService.resume();
			const run = await reaches('left-behind', 'uncertain');
			assert.match(run.notice ?? '', /ended while this run was being sent/);
			assert.equal(window.runService.get('alive')?.state, 'submitting');
			await reaches('alive', 'uncertain');
			assert.equal(service.calls.length, 0);
		});
	});

	describe('trouble on the way', () => {
		it('keeps the state while offline, reports it, and continues automatically', async () => {
			const run = await started();
			service.only.status = 'in_progress';
			await reaches(run.id, 'running');
			service.before = () => 'cut';
			const away = await until('a notice', () => window.seen.find(({ notice }) => notice !== undefined));
			assert.equal(away.state, 'running');
			assert.match(away.notice ?? '', /cannot be reached.*keeps asking/);
			service.before = () => undefined;
			await until('the end of the notice', () => window.runService.get(run.id)?.notice === undefined);
			service.succeed('request-1', {});
			await reaches(run.id, 'succeeded');
		});

		it('survives every kind of bad reply', async () => {
			const bad: Answer[] = [
				{ status: 500 },
				'cut',
				{ status: 200, body: Buffer.from('{"st') },
				{ status: 429 },

				{ status: 200, body: [] },
			];
			let turn = 0;
			service.before = ({ kind }) =>
				kind !== 'submit' && turn++ % 3 === 0 ? bad[turn % bad.length] : undefined;
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'one' });
			const ended = await reaches(run.id, 'succeeded');
			assert.equal(ended.files[0]?.archivedAs, 'a.bin');
			assert.equal(ended.notice, undefined);
		});

		it('accepts "not ready" as a reply, despite the status', async () => {
			const run = await started();
			service.only.status = 'completed';
			let early = 0;
			service.before = ({ kind }) =>
				kind === 'result' && early++ < 3
					? { status: 400, body: { error_code: 400005, message: 'Result not ready' } }
					: undefined;
			await until('a result call', () => early > 2);
			assert.ok(window.seen.every(({ notice }) => notice === undefined));
			service.succeed('request-1', {});
			await reaches(run.id, 'succeeded');
		});

		it('is lost with a brief notice when the sandbox was reset', async () => {
			const [one, other] = [await started(), await computer.open()];
			other.runService.resume();
			const ofSandbox: Run = { ...one, id: 'of the sandbox', connectionId: 'sandbox', accountId: 'gone' };
			await window.runs.put(ofSandbox);
			await window.runs.put({ ...ofSandbox, id: 'ended before', state: 'succeeded', endedAt: 1 });
			await other.runService.sandboxWasReset();
			const run = await reaches('of the sandbox', 'lost');
			assert.equal(run.notice, 'The sandbox was reset.');
			await until('it is reported', () => window.seen.some(({ id }) => id === 'of the sandbox'));
			assert.equal(window.runService.get('ended before')?.state, 'succeeded');
			assert.equal(window.runService.get(one.id)?.state, 'queued');
		});

		it('is not lost after one not-found reply that follows other trouble', async () => {
			const run = await started();
			service.only.status = 'in_progress';
			const bad: Answer[] = [
				{ status: 502 },
				{ status: 404 },
				{ status: 502 },
				{ status: 404, body: { error_code: 404001 } },
			];
			service.before = ({ kind }) => (kind === 'status' ? bad.shift() : undefined);
			await reaches(run.id, 'running');
			assert.deepEqual([bad.length, window.seen.some(({ state }) => state === 'lost')], [0, false]);
			service.succeed('request-1', {});
			await reaches(run.id, 'succeeded');
		});

		it('explains why a run is not followed', async () => {
			const run = await started();
			assert.equal(window.runService.whyUnwatched(run), undefined);
			window.session.replace(service.session(window.name, 'someone else'));
			assert.match(window.runService.whyUnwatched(run) ?? '', /another connection or account.*Switch back/s);
			window.session.replace({ state: 'signedOut', connection: window.session.current.connection });
			assert.match(window.runService.whyUnwatched(run) ?? '', /signed out.*Sign in again/s);
			assert.equal(window.runService.whyUnwatched({ ...run, state: 'failed' }), undefined);
		});

		it('keeps known facts if the history is damaged meanwhile', async () => {
			const run = await started();
			await until('a poll', () => service.count('status') > 0);
			for (const suffix of ['-wal', '-shm', '']) {
				writeFileSync(computer.ledgerPath + suffix, Buffer.alloc(8192, 0x55));
			}
			service.succeed('request-1', { 'a.bin': 'one' });
			await reaches(run.id, 'succeeded');
			assert.match(window.ledger.problem ?? '', /damaged/);
		});
	});

	describe('files', () => {
		it('that arrive cut are fetched until complete', async () => {
			let cuts = 0;
			service.after = ({ kind }) => (kind === 'file' && cuts++ < 3 ? 'cut' : undefined);
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'one' });
			await until('the notice', () =>
				window.seen.some(({ notice }) => /cannot be downloaded at the moment/.test(notice ?? '')),
			);
			const ended = await reaches(run.id, 'succeeded');
			assert.deepEqual([ended.files[0]?.bytes, ended.notice], [3, undefined]);
		});

		it('show as they arrive, even in large numbers', async function () {
			this.timeout(90_000);
			const run = await started();
			const files = Object.fromEntries(
				Array.from({ length: 300 }, (_, index) => [`${index}.bin`, `picture ${index}`]),
			);
			service.succeed('request-1', files);
			const ended = await reaches(run.id, 'succeeded');
			assert.deepEqual(new Set(ended.files.map(({ archivedAs }) => archivedAs)), new Set(Object.keys(files)));
			const counts = window.seen
				.filter(({ state }) => state === 'fetching')
				.map((seen) => seen.files.filter(({ archivedAs }) => archivedAs !== undefined).length);
			assert.ok(counts.some((count) => count > 0 && count < 300));
		});

		it('that trickle do not delay those of other runs', async () => {
			const slow = await started();
			const others = [await started(), await started()];
			service.before = ({ kind, path }) =>
				kind === 'file' && path.includes('/request-1/') ? 'trickle' : undefined;
			service.succeed(
				'request-1',
				Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.bin`, name])),
			);
			await until('the slow files are on their way', () => service.count('file') >= 3);
			for (const number of [2, 3]) service.succeed(`request-${number}`, { 'e.bin': 'e' });
			for (const run of others) await reaches(run.id, 'succeeded');
			assert.equal(window.runService.get(slow.id)?.state, 'fetching');
		});

		it('with an expired address get a fresh one', async () => {
			let refusals = 0;
			service.before = ({ kind }) => (kind === 'file' && refusals++ < 1 ? { status: 403 } : undefined);
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'one' });
			assert.equal((await reaches(run.id, 'succeeded')).files[0]?.archivedAs, 'a.bin');
			assert.ok(service.count('result') >= 2);
		});

		it('that are not found for a while arrive later', async () => {
			let refusals = 0;
			const stray = [404, 403, 410];
			service.before = ({ kind }) =>
				kind === 'file' && refusals < stray.length ? { status: stray[refusals++] ?? 404 } : undefined;
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'one' });
			assert.equal((await reaches(run.id, 'succeeded')).files[0]?.archivedAs, 'a.bin');
			assert.equal(refusals, stray.length);
		});

		it('that are deleted do not delay the others, and can be retried', async () => {
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'one', 'b.bin': 'two' });
			service.files.delete('request-1/a.bin');
			const ended = await reaches(run.id, 'succeeded');
			assert.match(ended.files[0]?.problem ?? '', /keeps files for 7 days/);
			assert.equal(ended.files[1]?.archivedAs, 'b.bin');
			service.files.set('request-1/a.bin', Buffer.from('one'));
			assert.ok((await window.runService.retryFiles(run.id)).ok);
			await until('the file', () => window.runService.get(run.id)?.files[0]?.archivedAs === 'a.bin');
			const again = await reaches(run.id, 'succeeded');
			assert.equal(again.files[0]?.problem, undefined);
			assert.deepEqual(filesOf(window.runService.archivePath(run)), ['a.bin', 'b.bin']);
		});

		it('that do not arrive are skipped if the user stops the download, and can be retried', async () => {
			const other = await computer.open();
			other.runService.resume();
			const run = await started();
			service.before = ({ path }) => (path.endsWith('/a.bin') ? 'trickle' : undefined);
			service.succeed('request-1', { 'a.bin': 'one', 'b.bin': 'two' });
			await until('a file', () => window.runService.get(run.id)?.files[1]?.archivedAs !== undefined);
			assert.equal(window.runService.get(run.id)?.state, 'fetching');
			other.session.replace({ state: 'signedOut', connection: other.session.current.connection });
			assert.deepEqual(await other.runService.cancel(run.id), { ok: true, value: 'requested' });
			await until('this window sees it', () => window.seen.at(-1)?.state === 'succeeded');
			const ended = await reaches(run.id, 'succeeded');
			assert.deepEqual(
				ended.files.map(({ problem, archivedAs }) => problem ?? archivedAs),
				['The download was stopped. Select Download Again to get the file.', 'b.bin'],
			);
			assert.equal(service.count('cancel'), 0);
			service.before = () => undefined;
			assert.ok((await window.runService.retryFiles(run.id)).ok);
			await until('the file', () => window.runService.get(run.id)?.files[0]?.archivedAs === 'a.bin');
			await reaches(run.id, 'succeeded');
			assert.ok((await window.runService.remove(run.id)).ok);
		});

		it('give a fresh address on demand, or else a sentence', async () => {
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'one' });
			const { files } = await reaches(run.id, 'succeeded');
			const [file] = files;
			assert.ok(file);
			const url = await window.runService.freshUrl(run.id, file);
			assert.ok(url.ok);
			assert.match(url.value, /a\.bin\?signature=/);
			const other = await window.runService.freshUrl(run.id, { key: 'none' });
			assert.ok(!other.ok && other.failure.kind === 'notFound');
			service.requests.clear();
			const gone = await window.runService.freshUrl(run.id, file);
			assert.ok(!gone.ok && /7 days/.test(gone.failure.message));
		});

		it('stay until the batch of the run has ended, which would send it again', async () => {
			let isHeld = true;
			const other = await computer.open(undefined, { isHeld: (batchId) => isHeld && batchId === 'seeds' });
			const result = await other.runService.start(plan, { ...origin, batchId: 'seeds' });
			const run = result.ok ? result.value : assert.fail(result.failure.message);
			service.succeed('request-1', { 'a.bin': 'one' });
			await reaches(run.id, 'succeeded');
			const refused = await other.runService.remove(run.id);
			assert.match(refused.ok ? '' : refused.failure.message, /started together with this one/);
			assert.ok(other.runService.get(run.id));
			isHeld = false;
			assert.ok((await other.runService.remove(run.id)).ok);
			assert.equal(other.runService.get(run.id), undefined);
		});

		it('are removed with the run from the history', async () => {
			const run = await started();
			assert.ok(!(await window.runService.remove(run.id)).ok, 'not before it has ended');
			service.succeed('request-1', { 'a.bin': 'one' });
			await reaches(run.id, 'succeeded');
			await keepDocument(computer.archive, run.id, '{"prompt":"kept"}');
			writeFileSync(join(computer.archive, `${run.id}.workflow.json`), 'as earlier versions kept it');
			const transfers = new TransferTable(window.ledger);
			await transfers.put({ id: 'cut off', owner: run.id, state: 'failed' });
			await transfers.put({ id: 'of another', owner: 'other', state: 'failed' });
			const removed: string[] = [];
			window.runService.onDidRemove((id) => removed.push(id));
			assert.ok((await window.runService.remove(run.id)).ok);
			assert.deepEqual(removed, [run.id]);
			assert.equal(window.runService.get(run.id), undefined);
			assert.deepEqual(readdirSync(computer.archive), []);
			assert.deepEqual([transfers.get('cut off'), transfers.get('of another')?.owner], [undefined, 'other']);
		});
	});

	describe('cancel', () => {
		it('is requested at once and true once the service confirms', async () => {
			const run = await started();
			assert.deepEqual(await window.runService.cancel(run.id), { ok: true, value: 'requested' });
			assert.equal(window.runService.get(run.id)?.cancelRequested, true);
			await reaches(run.id, 'canceled');
		});

		it('is impossible after the end', async () => {
			const run = await started();
			service.succeed('request-1', { 'a.bin': 'one' });
			assert.deepEqual(await window.runService.cancel(run.id), { ok: true, value: 'notCancellable' });
			await reaches(run.id, 'succeeded');
			const calls = service.count('cancel');
			assert.deepEqual(await window.runService.cancel(run.id), { ok: true, value: 'notCancellable' });
			assert.equal(service.count('cancel'), calls);
		});

		it('reaches a run under submission as soon as it has an ID', async () => {
			let pending: Promise<unknown> | undefined;
			service.before = ({ kind }) => {
				const [run] = window.runService.runs({ connectionId: 'test', limit: 1 });
				if (kind === 'submit' && run) pending = window.runService.cancel(run.id);
				return undefined;
			};
			const run = await started();
			assert.deepEqual(await pending, { ok: true, value: 'requested' });
			await reaches(run.id, 'canceled');
			assert.equal(service.count('cancel'), 1);
		});

		it('reaches a run once while its ID is being written', async () => {
			const { ledger, runService } = window;
			const write = ledger.write.bind(ledger);
			let pending: Promise<unknown> | undefined;
			Object.assign(ledger, {
				async write(operation: Operation) {
					if (operation.kind === 'put' && operation.record.includes('"requestId"')) {
						// The file is slow: there is time to click on Cancel.
						await new Promise(setImmediate);
						pending ??= runService.cancel(operation.id);
						await new Promise(setImmediate);
					}
					return write(operation);
				},
			});
			const run = await started();
			assert.deepEqual(await pending, { ok: true, value: 'requested' });
			await reaches(run.id, 'canceled');
			assert.equal(service.count('cancel'), 1);
		});

		it('reaches a run without a submission reply once its request is identified', async () => {
			service.before = ({ kind }) => {
				const [run] = window.runService.runs({ connectionId: 'test', limit: 1 });
				if (kind === 'submit' && run) void window.runService.cancel(run.id);
				return undefined;
			};
			service.after = ({ kind }) => (kind === 'submit' ? 'cut' : undefined);
			assert.ok(!(await window.runService.start(plan, origin)).ok);
			const run = window.seen.at(-1);
			assert.deepEqual([run?.state, run?.cancelRequested], ['uncertain', true]);
			await window.runService.recovery.settle(run?.id ?? '', 'request-1');
			await reaches(run?.id ?? '', 'canceled');
			await window.runService.recovery.settle(run?.id ?? '', 'request-1');
			assert.equal(service.count('cancel'), 1);
		});

		it('that waited for the ID and comes too late is no longer shown', async () => {
			service.before = ({ kind }) => {
				const [run] = window.runService.runs({ connectionId: 'test', limit: 1 });
				if (kind === 'submit' && run) void window.runService.cancel(run.id);
				return kind === 'cancel' ? { status: 202, body: { status: 'not_cancellable' } } : undefined;
			};
			const run = await started();
			assert.equal(service.count('cancel'), 1);
			assert.equal(window.runService.get(run.id)?.cancelRequested, undefined);
		});

		it('that waited for the ID and fails can be repeated', async () => {
			service.before = ({ kind }) => {
				const [run] = window.runService.runs({ connectionId: 'test', limit: 1 });
				if (kind === 'submit' && run) void window.runService.cancel(run.id);
				return kind === 'cancel' ? { status: 500 } : undefined;
			};
			const run = await started();
			assert.equal(service.count('cancel'), 1);
			assert.equal(window.runService.get(run.id)?.cancelRequested, undefined);
			service.before = () => undefined;
			assert.deepEqual(await window.runService.cancel(run.id), { ok: true, value: 'requested' });
			await reaches(run.id, 'canceled');
		});

		it('that fails does not change the run', async () => {
			const run = await started();
			service.before = ({ kind }) => (kind === 'cancel' ? { status: 500 } : undefined);
			const outcome = await window.runService.cancel(run.id);
			assert.ok(!outcome.ok);
			assert.match(outcome.failure.message, /internal error/);
			assert.equal(window.runService.get(run.id)?.cancelRequested, undefined);
		});
	});

	describe('several windows', () => {
		/** Runs a check on two windows with a slower clock, so that no lease expires on a busy machine. */
		async function calmly(check: (one: Window, other: Window) => Promise<void>): Promise<void> {
			await computer.shutDown();
			computer = await Computer.start(fastClock(8));
			service = computer.service;
			const [one, other] = [await computer.open(), await computer.open()];
			one.runService.resume();
			other.runService.resume();
			await check(one, other);
		}

		it('follow the runs of a window that does not poll, including their cancel', () =>
			calmly(async (one, other) => {
				await started(one);
				await until('one window polls', () => service.count('status', one.name) > 0);
				const second = await started(other);
				await until('the run of the other is polled', () =>
					service.calls.some(({ kind, requestId }) => kind === 'status' && requestId === 'request-2'),
				);
				await other.runService.cancel(second.id);
				await reaches(second.id, 'canceled', other);
				assert.equal(service.count('status', other.name), 0);
			}));

		it('continue after a reload in the middle, files included', async () => {
			const run = await started();
			service.after = ({ kind }) => (kind === 'file' ? 'cut' : undefined);
			service.succeed('request-1', { 'a.bin': 'one' });
			await reaches(run.id, 'fetching');
			closeRuns(window.runService);
			await window.ledger.close();
			service.after = () => undefined;
			const reloaded = await computer.open();
			reloaded.runService.resume();
			const ended = await reaches(run.id, 'succeeded', reloaded);
			assert.equal(ended.files[0]?.archivedAs, 'a.bin');
			assert.deepEqual(filesOf(reloaded.runService.archivePath(run)), ['a.bin']);
		});
	});

	describe('the end of a run is reported', () => {
		const speakers = async (id: string, ...windows: Window[]) => {
			const names: string[] = [];
			for (const { name, runService } of windows)
				if (await runService.claimNotification(id)) names.push(name);
			return names;
		};

		it('once, by an open window if the starting window is closed', async () => {
			const [other, third] = [await computer.open(), await computer.open()];
			other.runService.resume();
			third.runService.resume();
			const run = await started();
			await until('all have seen it', () => other.seen.length > 0 && third.seen.length > 0);
			closeRuns(window.runService);
			service.succeed('request-1', {});
			await until('all have seen the end', () =>
				[other, third].every(({ seen }) => seen.at(-1)?.state === 'succeeded'),
			);
			assert.equal(
				(await speakers(run.id, other, third, other)).filter((name) => name === other.name).length,
				2,
			);
			assert.deepEqual(await speakers(run.id, third), []);
		});

		it('by none when old files are downloaded again', async () => {
			const old: Run = {
				...{ id: 'old', connectionId: 'test', accountId: 'me', ...origin },
				...{ state: 'succeeded', requestId: 'request-1', summary: plan.summary, submittedAt: 1, endedAt: 2 },
				files: [
					{ key: '["9","images",0]', filename: 'a.bin', subfolder: '', type: 'output', problem: 'Away.' },
				],
				texts: [],
			};
			await window.runs.put(old);
			service.succeed('request-1', { 'a.bin': 'one' });
			service.before = ({ kind }) => (kind === 'file' ? 'cut' : undefined);
			const other = await computer.open();
			other.runService.resume();
			assert.ok((await window.runService.retryFiles('old')).ok);
			await until('the other window sees it', () => other.seen.some(({ state }) => state === 'fetching'));
			closeRuns(window.runService);
			const reloaded = await computer.open();
			reloaded.runService.resume();
			service.before = () => undefined;
			for (const { seen } of [other, reloaded])
				await until('the end', () => seen.at(-1)?.state === 'succeeded');
			assert.equal(reloaded.runService.get('old')?.files[0]?.archivedAs, 'a.bin');
			assert.deepEqual(await speakers('old', other, reloaded), []);
		});

		it('after a reload in the middle, but not again by windows opened later', async () => {
			const run = await started();
			closeRuns(window.runService);
			const reloaded = await computer.open();
			reloaded.runService.resume();
			service.succeed('request-1', {});
			await reaches(run.id, 'succeeded', reloaded);
			assert.deepEqual(await speakers(run.id, reloaded), [reloaded.name]);
			const later = await computer.open();
			later.runService.resume();
			assert.deepEqual(await speakers(run.id, later), []);
		});
	});

	it('a failing listener does not stop the others', async () => {
		const states: string[] = [];
		window.runService.onDidChange(() => {
			throw new Error('a bad listener');
		});
		const watch = window.runService.onDidChange(({ state }) => states.push(state));
		const run = await started();
		assert.deepEqual(states, ['submitting', 'queued']);
		watch.dispose();
		service.succeed('request-1', {});
		await reaches(run.id, 'succeeded');
		assert.deepEqual(states, ['submitting', 'queued']);
	});
});
