import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/base/failure.ts';
import { isFinished } from '../../../src/core/jobs/job.ts';
import type { JobRecord } from '../../../src/core/jobs/jobRecord.ts';
import { millisecondsLeft } from '../../../src/core/jobs/pace.ts';
import { costText, mostOf } from '../../../src/core/records/estimate.ts';
import { killable } from '../following/support.ts';
import { ManualClock } from '../runs/clocks.ts';
import { knowsNoCosts } from '../support/startWatch.ts';
import { until } from '../support/until.ts';
import { cut, refusal, Trainer } from './trainer.ts';
import { configOf, JobComputer, type JobWindow } from './window.ts';

const second = 1000;
const minute = 60 * second;

describe('the training job service', () => {
	let clock: ManualClock;
	let trainer: Trainer;
	let computer: JobComputer;
	let window: JobWindow;

	beforeEach(async () => {
		clock = new ManualClock();
		trainer = new Trainer(clock);
		computer = new JobComputer(trainer, clock);
		window = await computer.open();
	});
	afterEach(() => computer.shutDown());

	async function submitted(name = 'harbor', where = window, more = ''): Promise<JobRecord> {
		const result = await where.service.submit({
			configText: configOf(name, more),
			gpuType: 'ADA_80_PLUS',
			gpuCount: 1,
			name,
		});
		assert.ok(result.ok, result.ok ? '' : result.failure.message);
		return result.value;
	}
	async function tracked(jobId: string, where = window): Promise<JobRecord> {
		const result = await where.service.recovery.track(jobId);
		assert.ok(result.ok, result.ok ? '' : result.failure.message);
		return result.value;
	}
	const now = (record: JobRecord, where = window): JobRecord => {
		const found = where.service.get(record.id);
		assert.ok(found);
		return found;
	};
	const newsOf = (where = window) => where.news.map(({ what }) => what);

	it('estimates a first training by the hourly price of its machine, without an upper bound', () => {
		const one = window.service.estimate({ gpuType: 'ADA_80_PLUS', gpuCount: 1, steps: 100 });
		assert.equal(costText(one), 'unknown; its machine costs up to 7.49 USD an hour');
		assert.equal(mostOf(one), undefined);
		const eight = window.service.estimate({ gpuType: 'ADA_80_PLUS', gpuCount: 8 });
		assert.match(costText(eight) ?? '', /59\.92 USD an hour$/);
		assert.equal(costText(window.service.estimate({ gpuType: 'NEW_900', gpuCount: 1 })), undefined);
	});

	describe('the approval before a job is sent', () => {
		const heard: string[] = [];
		let allowed: boolean;
		/** Called during the question to the person. */
		let meanwhile: () => void;
		beforeEach(() => {
			heard.length = 0;
			allowed = true;
			meanwhile = () => {};
		});
		const open = () =>
			computer.open({
				spending: {
					...knowsNoCosts,
					mayStart: async (_, { kind, targetId, name }) => {
						heard.push(`may ${kind} ${name} on ${targetId}`);
						meanwhile();
						return allowed;
					},
					started: () => heard.push('started'),
					ended: (id, cost) => heard.push(`ended ${id.split('/')[1] ?? 'first'} ${cost ?? 'unknown'}`),
				},
			});

		it('is requested once for each attempt, and each attempt ends separately', async () => {
			const watched = await open();
			const record = await submitted('harbor', watched);
			await watched.service.cancel(record.id);
			await clock.advance(minute);
			assert.deepEqual(
				[...new Set(heard)],
				['may job harbor on 1 x ADA_80_PLUS', 'started', 'ended first unknown'],
			);
			heard.length = 0;
			assert.equal((await watched.service.resume(record.id)).ok, true);
			await clock.advance(60 * minute);
			assert.deepEqual(
				[...new Set(heard)],
				['may job harbor on 1 x ADA_80_PLUS', 'started', 'ended 2 unknown'],
			);
		});

		it('is required for a job, and for its resume', async () => {
			const watched = await open();
			const record = await submitted('harbor', watched);
			await watched.service.cancel(record.id);
			await clock.advance(minute);
			allowed = false;
			const refused = await watched.service.submit({
				configText: configOf('other'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'other',
			});
			assert.ok(!refused.ok && refused.failure.kind === 'canceled');
			const resumed = await watched.service.resume(record.id);
			assert.ok(!resumed.ok && resumed.failure.kind === 'canceled');
			assert.deepEqual([trainer.count('submit'), trainer.count('resume')], [1, 0]);
			assert.equal(watched.service.jobs().length, 1);
		});

		it('is for one account: a job reviewed for it is never sent with another', async () => {
			const watched = await open();
			const record = await submitted('harbor', watched);
			await watched.service.cancel(record.id);
			await clock.advance(minute);
			const mine = watched.session.current;
			const submission = {
				configText: configOf('other'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'other',
			};
			const elsewhere = trainer.session('elsewhere');
			for (const switched of [
				trainer.session('switched', 'someone else'),
				{ ...elsewhere, connection: { ...elsewhere.connection, id: 'other' } },
			]) {
				meanwhile = () => watched.session.replace(switched);
				const refused = await watched.service.submit(submission);
				assert.match(refused.ok ? '' : refused.failure.message, /Nothing was started/);
				watched.session.replace(mine);
				const resumed = await watched.service.resume(record.id);
				assert.match(resumed.ok ? '' : resumed.failure.message, /Nothing was started/);
				watched.session.replace(mine);
			}
			assert.deepEqual([trainer.count('submit'), trainer.count('resume')], [1, 0]);
			// Another session of the same account is the same account.
			meanwhile = () => watched.session.replace(trainer.session('again'));
			assert.equal((await watched.service.submit(submission)).ok, true);
		});
	});

	describe('from the submission to the end', () => {
		it('writes the record before the request, and its ID right after the reply', async () => {
			const phases: string[] = [];
			trainer.before = ({ kind }) => {
				if (kind === 'submit') phases.push(window.service.jobs()[0]?.phase ?? 'none');
				return undefined;
			};
			const record = await submitted();
			assert.deepEqual(phases, ['submitting']);
			assert.equal(record.phase, 'moving');
			assert.equal(record.jobId, trainer.only.id);
			assert.deepEqual([record.plannedSteps, record.sampleEvery, record.saveEvery], [1000, 250, 250]);
		});

		it('shows steps and artifacts as they arrive, and the end as finished', async () => {
			const record = await submitted();
			await clock.advance(10 * minute);
			const half = now(record);
			assert.equal(half.state, 'RUNNING');
			assert.ok((half.progress?.step ?? 0) > 500);
			assert.deepEqual(half.artifacts?.checkpoints, [
				'harbor_000000250.safetensors',
				'harbor_000000500.safetensors',
			]);
			await clock.advance(8 * minute);
			const ended = now(record);
			assert.equal(ended.phase, 'ended');
			assert.ok(isFinished(ended));
			assert.equal(ended.artifacts?.checkpoints.length, 4);
			assert.equal(ended.artifacts?.sampleCount, 4);
			assert.deepEqual(newsOf(), ['ended']);
			await clock.advance(30 * minute);
			const after = trainer.calls.length;
			await clock.advance(10 * minute);
			assert.equal(trainer.calls.length, after, 'nothing is asked once nothing moves');
		});

		it('saves no address anywhere', async () => {
			await submitted();
			await clock.advance(20 * minute);
			await window.close();
			for (const name of readdirSync(computer.folder)) {
				if (name !== 'jobs')
					assert.doesNotMatch(readFileSync(join(computer.folder, name), 'latin1'), /5ecret/);
			}
		});

		it('requests the result after a save or sample step, not with every status', async () => {
			const record = await submitted();
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
			const results = trainer.count('result');
			assert.ok(results >= 4 && results <= 12, `${results} results`);
			assert.ok(trainer.count('status') > results);
		});

		it('reuses the latest result for a viewer instead of asking twice', async () => {
			const record = await submitted();
			let [seen, asked, whole] = [0, 0, true];
			const watch = window.service.onDidChange(async ({ artifacts }) => {
				const count = artifacts?.sampleCount ?? 0;
				if (count === seen) return;
				seen = count;
				const before = trainer.count('result');
				const result = await window.service.result(record.id, 'recent');
				asked += trainer.count('result') - before;
				whole &&= result.ok && result.value.samples.length === count;
			});
			await clock.advance(20 * minute);
			watch.dispose();
			assert.ok(seen > 0);
			assert.deepEqual([asked, whole], [0, true]);
		});

		it('shows the time left from the observed steps, and detects the end promptly', async () => {
			const record = await submitted();
			await clock.advance(5 * minute);
			const left = millisecondsLeft(now(record), clock.now());
			const real = trainer.endOf(trainer.only) - clock.now();
			assert.ok(left !== undefined && Math.abs(left - real) < 10 * second, `${left} for ${real}`);
			const end = trainer.endOf(trainer.only);
			await clock.advance(20 * minute);
			assert.ok((now(record).endedAt ?? 0) - end <= 5 * second);
		});

		it('shows unknown states unchanged, and continues to poll', async () => {
			const record = await submitted();
			trainer.only.state = 'Uploading artifacts';
			await clock.advance(2 * minute);
			assert.equal(now(record).state, 'Uploading artifacts');
			assert.equal(now(record).phase, 'moving');
			trainer.only.state = 'RUNNING';
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
		});

		it('reports why a job failed, and that one was stopped early', async () => {
			const record = await submitted();
			await clock.advance(2 * minute);
			trainer.only.error = { message: 'Job failed: server was reclaimed.', code: 'TRAINING_ERROR' };
			trainer.end(trainer.only, 'FAILED');
			await clock.advance(minute);
			assert.deepEqual(
				[now(record).state, now(record).error],
				['FAILED', 'Job failed: server was reclaimed.'],
			);
			const other = await submitted('other');
			await clock.advance(2 * minute);
			trainer.end([...trainer.jobs.values()][1] as never, 'STOPPED');
			await clock.advance(minute);
			assert.equal(now(other).phase, 'ended');
			assert.equal(isFinished(now(other)), false);
		});
	});

	describe('the result of a job that arrives after its end', () => {
		/** Holds back the reply to the next question about its result; the question has been answered by then. */
		function holdResult(): { readonly isHeld: () => boolean; readonly letGo: () => void } {
			const { promise, resolve } = Promise.withResolvers<void>();
			let isHeld = false;
			const session = trainer.session('held');
			const { json } = session.service.transport;
			session.service.transport.json = async (request) => {
				const reply = await json(request);
				if (isHeld || !request.url.endsWith('/result')) return reply;
				isHeld = true;
				await promise;
				return reply;
			};
			window.session.replace(session);
			return { isHeld: () => isHeld, letGo: resolve };
		}
		const checkpointsOf = (record: JobRecord) => now(record).artifacts?.checkpoints.length;

		it('is not final, and does not delay the end', async () => {
			const record = await submitted();
			await clock.advance(14 * minute);
			const held = holdResult();
			const asked = window.service.result(record.id);
			await clock.advance(10 * minute);
			assert.deepEqual([now(record).phase, checkpointsOf(record)], ['ended', 4]);
			held.letGo();
			assert.equal((await asked).ok, true);
			await clock.advance(minute);
			assert.deepEqual([now(record).phase, checkpointsOf(record)], ['ended', 4]);
		});

		it('is not final either if it was requested by polling', async () => {
			const record = await submitted();
			await clock.advance(11 * minute);
			const held = holdResult();
			await clock.advance(3 * minute);
			assert.ok(held.isHeld());
			trainer.only.base = 1000;
			trainer.end(trainer.only, 'STOPPED');
			assert.ok((await window.service.recovery.lookAgain(record.id)).ok);
			held.letGo();
			await clock.advance(minute);
			assert.deepEqual([now(record).phase, checkpointsOf(record)], ['ended', 4]);
		});

		it('does not affect the next attempt', async () => {
			const record = await submitted();
			await clock.advance(6 * minute);
			await window.service.cancel(record.id);
			await clock.advance(minute);
			const held = holdResult();
			const asked = window.service.result(record.id);
			await window.service.resume(record.id);
			await clock.advance(20 * minute);
			assert.deepEqual([now(record).phase, checkpointsOf(record)], ['ended', 4]);
			held.letGo();
			await asked;
			await clock.advance(minute);
			assert.deepEqual([now(record).phase, checkpointsOf(record)], ['ended', 4]);
		});
	});

	describe('a submission', () => {
		it('that the service rejects is kept as not sent, with the reason', async () => {
			trainer.before = ({ kind }) => (kind === 'submit' ? refusal(422, 42274) : undefined);
			const result = await window.service.submit({
				configText: configOf('harbor'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'harbor',
			});
			assert.equal(result.ok, false);
			assert.equal(window.service.jobs()[0]?.phase, 'unsent');
			assert.deepEqual(newsOf(), []);
		});

		it('with a lost reply is never sent again, and is found by its ID', async () => {
			trainer.after = ({ kind }) => (kind === 'submit' ? cut : undefined);
			const result = await window.service.submit({
				configText: configOf('harbor'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'harbor',
			});
			assert.equal(result.ok, false);
			await clock.advance(5 * minute);
			assert.equal(trainer.count('submit'), 1);
			const [record] = window.service.jobs();
			assert.equal(record?.phase, 'uncertain');
			const found = await tracked(trainer.only.id);
			assert.equal(found.id, record?.id, 'the record that was uncertain is the one of the job');
			await clock.advance(20 * minute);
			assert.equal(now(found).phase, 'ended');
			assert.equal(window.service.jobs().length, 1);
		});

		it('with a lost reply is found by its ID with a single status call', async () => {
			trainer.after = ({ kind }) => (kind === 'submit' ? cut : undefined);
			const submission = {
				configText: configOf('harbor'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'harbor',
			};
			assert.equal((await window.service.submit(submission)).ok, false);
			trainer.before = ({ kind }) => (kind === 'status' && trainer.count('status') > 1 ? cut : undefined);
			const found = await tracked(trainer.only.id);
			assert.deepEqual([found.phase, found.jobId], ['moving', trainer.only.id]);
		});

		it('canceled before its reply was lost has no pending cancel once it is found', async () => {
			const canceling: Promise<unknown>[] = [];
			trainer.after = ({ kind }) => {
				if (kind !== 'submit') return undefined;
				for (const { id } of window.service.jobs()) canceling.push(window.service.cancel(id));
				return cut;
			};
			const result = await window.service.submit({
				configText: configOf('harbor'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'harbor',
			});
			assert.equal(result.ok, false);
			await Promise.all(canceling);
			assert.deepEqual([canceling.length, window.service.jobs()[0]?.phase], [1, 'uncertain']);
			const found = await tracked(trainer.only.id);
			await clock.advance(minute);
			assert.deepEqual([now(found).state, now(found).cancelRequested], ['RUNNING', undefined]);
			assert.equal(trainer.count('cancel'), 0, 'a job of that name may be one that is wanted');
			assert.ok((await window.service.cancel(found.id)).ok);
			await clock.advance(minute);
			assert.deepEqual([now(found).phase, now(found).state], ['ended', 'CANCELED']);
		});

		it('interrupted by the end of its window counts as uncertain', async () => {
			let answer = () => {};
			const waiting = new Promise<void>((resolve) => {
				answer = resolve;
			});
			const doomed = await computer.open();
			const { service } = trainer.session('doomed');
			doomed.session.replace({
				...trainer.session('doomed'),
				service: {
					...service,
					transport: {
						...service.transport,
						json: async () => {
							await waiting;
							return { ok: false, failure: cut };
						},
					},
				},
			});
			const sending = doomed.service.submit({
				configText: configOf('harbor'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'harbor',
			});
			await until('the record', () => window.service.jobs()[0]?.phase === 'submitting');
			doomed.coordinator.dispose();
			await clock.advance(2 * minute);
			assert.equal(window.service.jobs()[0]?.phase, 'uncertain');
			answer();
			await sending;
		});

		it('is not sent with the gaps of a masked configuration', async () => {
			const result = await window.service.submit({
				configText: configOf('harbor', 'hf_token: (hidden)'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'harbor',
			});
			assert.equal(result.ok, false);
			assert.equal(trainer.calls.length, 0);
			assert.equal(window.service.jobs().length, 0);
		});
	});

	describe('the configuration of a job', () => {
		it('is kept as sent', async () => {
			const text = configOf('harbor', '# $' + '{HF_TOKEN} stays');
			const record = await submitted('harbor', window, '# $' + '{HF_TOKEN} stays');
			const config = await window.service.configs.read(record.id);
			assert.ok(config.ok);
			assert.deepEqual(config.value, { text, source: 'sent', masked: false });
		});

		it('is never saved with a secret, and is then read from the service', async () => {
			const record = await submitted('harbor', window, '      hf_token: plain-5ecret');
			assert.equal(record.config, 'masked');
			const [file = ''] = readdirSync(computer.configs);
			assert.doesNotMatch(readFileSync(join(computer.configs, file), 'utf8'), /5ecret/);
			const config = await window.service.configs.read(record.id);
			// Nothing is resolved before the job runs: only the text with its placeholder is left.
			assert.ok(config.ok);
			assert.equal(config.value.source, 'resolved');
		});

		it('has its gap if the service cannot be reached', async () => {
			const record = await submitted('harbor', window, '      hf_token: plain-5ecret');
			window.session.replace({
				state: 'signedOut',
				connection: trainer.session('x').connection,
			});
			const config = await window.service.configs.read(record.id);
			assert.ok(config.ok);
			assert.equal(config.value.masked, true);
			assert.match(config.value.text, /hf_token: \(hidden\)/);
		});

		it('is deleted with the record', async () => {
			const record = await submitted();
			assert.ok((await window.service.remove(record.id)).ok);
			assert.deepEqual(readdirSync(computer.configs), []);
			assert.deepEqual(window.service.jobs(), []);
		});
	});

	describe('a job that the service could not create', () => {
		const created = (failures: readonly Failure[]) => {
			const left = [...failures];
			trainer.before = ({ kind }) => (kind === 'submit' ? left.shift() : undefined);
			return window.service.submit({
				configText: configOf('harbor'),
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				name: 'harbor',
			});
		};

		it('is submitted again, once', async () => {
			const submitted = await created([refusal(500, 50052)]);
			assert.ok(submitted.ok && submitted.value.phase === 'moving');
			assert.equal(trainer.count('submit'), 2);
		});

		it('is not submitted a third time', async () => {
			assert.equal((await created([refusal(500, 50052), refusal(500, 50052)])).ok, false);
			assert.equal(trainer.count('submit'), 2);
			assert.equal(window.service.jobs()[0]?.phase, 'unsent');
		});

		it('is uncertain if its name exists on the second attempt: the first may have created it', async () => {
			assert.equal((await created([refusal(500, 50052), refusal(409, 40951)])).ok, false);
			const [job = assert.fail()] = window.service.jobs();
			assert.equal(job.phase, 'uncertain');
			const canceled = await window.service.cancel(job.id);
			assert.match(
				canceled.ok ? '' : canceled.failure.nextStep,
				/web page of the service: .*"This Is Job\.\.\."/,
			);
		});
	});

	describe('cancel, resume and edit', () => {
		it('cancels a running job, and keeps its checkpoints', async () => {
			const record = await submitted();
			await clock.advance(6 * minute);
			assert.ok((await window.service.cancel(record.id)).ok);
			await clock.advance(minute);
			const ended = now(record);
			assert.deepEqual([ended.phase, ended.state], ['ended', 'CANCELED']);
			assert.deepEqual(ended.artifacts?.checkpoints, ['harbor_000000250.safetensors']);
		});

		it('follows a resumed job to its second end, and reports that end too', async () => {
			const record = await submitted();
			await clock.advance(6 * minute);
			await window.service.cancel(record.id);
			await clock.advance(minute);
			const again = await window.service.resume(record.id);
			assert.ok(again.ok);
			assert.deepEqual([again.value.phase, again.value.attempt], ['moving', 2]);
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
			assert.ok(isFinished(now(record)));
			assert.deepEqual(newsOf(), ['ended', 'ended']);
		});

		it('polls a resumed job at once, whichever window resumed it', async () => {
			const other = await computer.open();
			for (const resuming of [window, other]) {
				const record = await submitted(resuming.name.replace(' ', '_'));
				await clock.advance(6 * minute);
				await window.service.cancel(record.id);
				// It is looked at again only a quarter of a minute after its end.
				await clock.advance(2 * second);
				assert.equal(now(record).phase, 'ended');
				assert.ok((await resuming.service.resume(record.id)).ok);
				const asked = trainer.count('status');
				await clock.advance(3 * second);
				assert.ok(trainer.count('status') > asked, resuming.name);
				await clock.advance(20 * minute);
			}
		});

		it('does not mistake the previous end for the end of a resumed job', async () => {
			const record = await submitted();
			await clock.advance(6 * minute);
			await window.service.cancel(record.id);
			await clock.advance(minute);
			const { only } = trainer;
			await window.service.resume(record.id);
			// A server that has not heard of the resume yet.
			only.state = 'CANCELED';
			await clock.advance(4 * second);
			assert.equal(now(record).phase, 'moving');
			only.state = 'IN_QUEUE';
			await clock.advance(20 * minute);
			assert.ok(isFinished(now(record)));
		});

		it('finds a resume with a lost reply', async () => {
			const record = await submitted();
			await clock.advance(6 * minute);
			await window.service.cancel(record.id);
			await clock.advance(minute);
			trainer.after = ({ kind }) => (kind === 'resume' ? cut : undefined);
			const again = await window.service.resume(record.id);
			assert.ok(again.ok, again.ok ? '' : again.failure.message);
			assert.equal(trainer.count('resume'), 1);
			await clock.advance(20 * minute);
			assert.ok(isFinished(now(record)));
		});

		describe('a resume that may not have arrived', () => {
			let watched: JobWindow;
			let record: JobRecord;
			const spent: string[] = [];
			beforeEach(async () => {
				spent.length = 0;
				watched = await computer.open({
					spending: {
						...knowsNoCosts,
						started: (_, { id }) => spent.push(`started ${id.split('/')[1] ?? 'first'}`),
					},
				});
				record = await submitted('harbor', watched);
				await clock.advance(6 * minute);
				await watched.service.cancel(record.id);
				await clock.advance(minute);
			});
			/** Resumes with the network down from the resume on; the resume itself arrives or not. */
			async function resumeInto(arrives: boolean): Promise<void> {
				trainer.before = ({ kind }) => (kind === 'resume' && arrives ? undefined : cut);
				trainer.after = () => cut;
				const again = await watched.service.resume(record.id);
				assert.match(again.ok ? '' : again.failure.message, /It is unknown whether "harbor" was resumed/);
				assert.equal(trainer.count('resume'), 1);
				const unknown = now(record, watched);
				assert.deepEqual([unknown.phase, unknown.state, unknown.attempt], ['moving', '', 2]);
				await clock.advance(10 * minute);
				assert.match(now(record, watched).notice ?? '', /unknown whether/);
			}
			const networkIsBack = () => {
				trainer.before = () => undefined;
				trainer.after = () => undefined;
			};

			it('is followed, and counts as a paid attempt until its arrival is known', async () => {
				await resumeInto(true);
				networkIsBack();
				await clock.advance(minute);
				assert.deepEqual([now(record, watched).state, now(record, watched).notice], ['RUNNING', undefined]);
				assert.deepEqual(spent, ['started first', 'started 2']);
				await clock.advance(20 * minute);
				assert.ok(isFinished(now(record, watched)));
				assert.deepEqual([newsOf(watched), newsOf()], [['ended', 'ended'], []]);
				assert.equal(trainer.count('resume'), 1, 'it is never sent again');
			});

			it('ends once it is known not to have arrived', async () => {
				await resumeInto(false);
				networkIsBack();
				await clock.advance(minute);
				const over = now(record, watched);
				assert.deepEqual([over.phase, over.state, over.notice], ['ended', 'CANCELED', undefined]);
				assert.equal((await watched.service.resume(record.id)).ok, true);
				await clock.advance(20 * minute);
				assert.ok(isFinished(now(record, watched)));
			});

			it('is not called unknown if the service confirms it at once', async () => {
				trainer.after = ({ kind }) => (kind === 'resume' ? cut : undefined);
				assert.equal((await watched.service.resume(record.id)).ok, true);
				assert.deepEqual([now(record, watched).state, spent.at(-1)], ['IN_QUEUE', 'started 2']);
				await clock.advance(20 * minute);
				assert.deepEqual([newsOf(watched), newsOf()], [['ended', 'ended'], []]);
			});

			it('waits for a server that does not know it yet', async () => {
				trainer.before = ({ kind }) => (kind === 'resume' ? cut : undefined);
				const again = await watched.service.resume(record.id);
				assert.match(again.ok ? '' : again.failure.message, /It is unknown whether/);
				await clock.advance(5 * second);
				assert.equal(now(record, watched).phase, 'moving');
				Object.assign(trainer.only, { state: 'IN_QUEUE', runsAt: clock.now() });
				await clock.advance(20 * minute);
				assert.ok(isFinished(now(record, watched)));
			});
		});

		it('edits an ended job for more steps, with the new total', async () => {
			const record = await submitted();
			await clock.advance(20 * minute);
			const edited = await window.service.edit(record.id, configOf('harbor').replace('1000', '2000'));
			assert.ok(edited.ok);
			assert.equal(edited.value.progress?.totalSteps, 2000);
			assert.equal(isFinished(edited.value), false);
			await window.service.resume(record.id);
			await clock.advance(30 * minute);
			assert.deepEqual(now(record).progress, { step: 2000, totalSteps: 2000 });
			const config = await window.service.configs.read(record.id);
			assert.ok(config.ok);
			assert.match(config.value.text, /steps: 2000/);
		});

		it('names a machine with an edit only if it differs from the default', async () => {
			for (const [name, gpuType, gpuCount] of [
				['usual', 'ADA_80_PLUS', 1],
				['eight', 'ADA_80_PLUS', 8],
				['other', 'HOPPER_141', 1],
			] as const) {
				const configText = configOf(name);
				const result = await window.service.submit({ configText, gpuType, gpuCount, name });
				assert.ok(result.ok);
				await clock.advance(20 * minute);
				assert.ok((await window.service.edit(result.value.id, configText)).ok);
			}
			const bodies = trainer.calls
				.filter(({ kind }) => kind === 'edit')
				.map(({ body }) => JSON.parse(body) as { gpu_type?: string; gpu_count?: number });
			assert.deepEqual(
				bodies.map((body) => [body.gpu_type, body.gpu_count]),
				[
					[undefined, undefined],
					['ADA_80_PLUS', 8],
					['HOPPER_141', 1],
				],
			);
		});

		it('reports why an edit is rejected, and keeps the previous configuration', async () => {
			const record = await submitted();
			const edited = await window.service.edit(record.id, configOf('harbor').replace('1000', '2000'));
			assert.equal(edited.ok, false);
			const config = await window.service.configs.read(record.id);
			assert.ok(config.ok);
			assert.match(config.value.text, /steps: 1000/);
		});
	});

	describe('jobs from elsewhere', () => {
		it('are tracked once by their ID', async () => {
			const job = trainer.add();
			const record = await tracked(job.id.toUpperCase());
			assert.deepEqual([record.name, record.phase], ['job-1', 'moving']);
			assert.equal((await tracked(job.id)).id, record.id);
			assert.equal(window.service.jobs().length, 1);
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
		});

		it('have the name of their configuration if the service returns no name', async () => {
			const job = trainer.add({ name: '' });
			assert.equal((await tracked(job.id)).name, 'resolved');
		});

		it('that have ended are complete at once, without notification', async () => {
			const job = trainer.add({ base: 1000, state: 'STOPPED' });
			const record = await tracked(job.id);
			assert.equal(record.phase, 'ended');
			assert.equal(record.artifacts?.checkpoints.length, 4);
			await clock.advance(minute);
			assert.deepEqual(newsOf(), []);
		});

		it('are rejected if the ID is invalid or unknown to the service', async () => {
			for (const id of ['harbor', '', '../x', '00000000-0000-4000-8000-000000000099']) {
				assert.equal((await window.service.recovery.track(id)).ok, false, id);
			}
			assert.equal(window.service.jobs().length, 0);
		});

		it('are not mistaken for resumed by a reply older than their end', async () => {
			const record = await tracked(trainer.add().id);
			await clock.advance(minute);
			let answer = () => {};
			const { service } = trainer.session('slow');
			const late = await service.transport.json({
				method: 'GET',
				url: `https://trainer.invalid/prod/v1/trainers/ai-toolkit/jobs/${trainer.only.id}/status`,
			});
			const waiting = new Promise<void>((resolve) => {
				answer = resolve;
			});
			const session = trainer.session('late');
			const { json } = session.service.transport;
			let isFirst = true;
			session.service.transport.json = async (request) => {
				if (!isFirst || !request.url.endsWith('/status')) return json(request);
				isFirst = false;
				await waiting;
				return late;
			};
			window.session.replace(session);
			const asked = window.service.recovery.lookAgain(record.id);
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
			answer();
			await asked;
			assert.deepEqual([now(record).phase, now(record).attempt], ['ended', 1]);
			assert.deepEqual(newsOf(), ['ended']);
		});

		it('are followed again after a resume elsewhere', async () => {
			const job = trainer.add({ base: 300, state: 'CANCELED' });
			const record = await tracked(job.id);
			assert.equal(record.phase, 'ended');
			Object.assign(job, { state: 'IN_QUEUE', runsAt: clock.now() });
			assert.ok((await window.service.recovery.lookAgain(record.id)).ok);
			assert.equal(now(record).phase, 'moving');
			await clock.advance(20 * minute);
			assert.ok(isFinished(now(record)));
		});

		it('are followed by the resolved configuration of the service once it exists', async () => {
			trainer.resolved = configOf('resolved');
			const record = await tracked(trainer.add().id);
			assert.equal(record.sampleEvery, undefined);
			await clock.advance(2 * minute);
			const { plannedSteps, sampleEvery, saveEvery } = now(record);
			assert.deepEqual([plannedSteps, sampleEvery, saveEvery], [1000, 250, 250]);
			assert.equal(trainer.count('file'), 1);
		});

		it('are not called stalled during a possible pause for samples', async () => {
			await tracked(trainer.add().id);
			await clock.advance(3 * minute);
			trainer.only.stuckAt = 217;
			await clock.advance(10 * minute);
			assert.deepEqual(newsOf(), []);
			await clock.advance(10 * minute);
			assert.deepEqual(newsOf(), ['stalled']);
		});

		it('are exported and imported as a list', async () => {
			trainer.add();
			trainer.add({ base: 1000, state: 'STOPPED' });
			for (const id of trainer.jobs.keys()) await tracked(id);
			const text = window.service.export();
			assert.doesNotMatch(text, /5ecret|https/);
			for (const { id } of window.service.jobs()) await window.service.remove(id);
			const list = JSON.parse(text) as { jobs: unknown[] };
			const imported = await window.service.import(
				JSON.stringify({ ...list, jobs: [...list.jobs, 7, { jobId: '../x' }] }),
			);
			assert.deepEqual(imported, { ok: true, value: { added: 2, known: 0, skipped: 2 } });
			const again = await window.service.import(text);
			assert.deepEqual(again, { ok: true, value: { added: 0, known: 2, skipped: 0 } });
			await clock.advance(20 * minute);
			assert.deepEqual(
				window.service.jobs().map(({ phase }) => phase),
				['ended', 'ended'],
			);
			for (const bad of ['', '[]', '{"jobs":[]}', 'null', '{"kind":"easel training jobs","jobs":1}']) {
				assert.equal((await window.service.import(bad)).ok, false, bad);
			}
		});

		it('of another account stay, but are not polled', async () => {
			const record = await submitted();
			window.session.replace(trainer.session('other', 'someone else'));
			await clock.advance(2 * second);
			const before = trainer.calls.length;
			await clock.advance(5 * minute);
			assert.equal(trainer.calls.length, before);
			assert.deepEqual(window.service.jobs(), []);
			assert.match(window.service.whyUnwatched(now(record)) ?? '', /another connection or account/);
			assert.equal((await window.service.cancel(record.id)).ok, false);
			const { connection } = window.session.current;
			window.session.replace({ state: 'signedOut', connection: { ...connection, id: 'elsewhere' } });
			const elsewhere = await window.service.result(record.id);
			assert.match(elsewhere.ok ? '' : elsewhere.failure.message, /belongs to another account or connection/);
			assert.match(window.service.whyUnwatched(now(record)) ?? '', /another connection or account/);
			window.session.replace(trainer.session('back'));
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
		});
	});

	describe('trouble', () => {
		it('with the network is waited out, with a notice, and nothing is lost', async () => {
			const record = await submitted();
			trainer.before = () => cut;
			await clock.advance(10 * minute);
			assert.match(now(record).notice ?? '', /cannot be reached/);
			assert.equal(now(record).phase, 'moving');
			trainer.before = () => undefined;
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
			assert.equal(now(record).notice, undefined);
		});

		it('with the result does not hide the state', async () => {
			const record = await submitted();
			trainer.before = ({ kind }) => (kind === 'result' ? refusal(500) : undefined);
			await clock.advance(8 * minute);
			assert.ok((now(record).progress?.step ?? 0) > 300);
			await clock.advance(30 * minute);
			assert.deepEqual([now(record).phase, now(record).state], ['ended', 'STOPPED']);
			assert.match(now(record).notice ?? '', /could not be listed/);
		});

		it('that looks like a missing job is waited out, with a notice', async () => {
			const record = await submitted();
			await clock.advance(minute);
			const pages = [refusal(404), refusal(410), refusal(403, 403003)];
			for (const page of pages) {
				trainer.before = ({ kind }) => (kind === 'status' ? page : undefined);
				await clock.advance(8 * minute);
				assert.equal(now(record).phase, 'moving');
				assert.match(now(record).notice ?? '', /cannot find this job.*Look Again.*Give Up/);
				assert.ok((now(record).missingSince ?? 0) > 0);
			}
			const asked = trainer.calls.length;
			await clock.advance(8 * minute);
			assert.ok(trainer.calls.length - asked <= 3, 'the longer, the more rarely');
			trainer.before = () => undefined;
			await clock.advance(20 * minute);
			const ended = now(record);
			assert.deepEqual([ended.phase, ended.missingSince, ended.notice], ['ended', undefined, undefined]);
			assert.deepEqual(newsOf(), ['ended']);
		});

		it('ends a job that the service reports missing for minutes, with its code; Refresh restores it', async () => {
			const record = await submitted();
			trainer.before = ({ kind }) => (kind === 'status' ? refusal(404, 40451) : undefined);
			await clock.advance(minute);
			assert.equal(now(record).phase, 'moving');
			await clock.advance(8 * minute);
			assert.equal(now(record).phase, 'lost');
			assert.match(now(record).notice ?? '', /repeatedly did not find.*Look Again/);
			trainer.before = () => undefined;
			const again = await window.service.recovery.lookAgain(record.id);
			assert.ok(again.ok);
			await clock.advance(30 * minute);
			assert.equal(now(record).phase, 'ended');
			assert.equal(now(record).artifacts?.checkpoints.length, 4);
		});

		it('ends when the user gives up the job, which works only while it is missing', async () => {
			const record = await submitted();
			await window.service.recovery.giveUp(record.id);
			assert.equal(now(record).phase, 'moving');
			trainer.before = ({ kind }) => (kind === 'status' ? refusal(404) : undefined);
			await clock.advance(minute);
			await window.service.recovery.giveUp(record.id);
			assert.equal(now(record).phase, 'lost');
			assert.match(now(record).notice ?? '', /You gave up this job/);
			const asked = trainer.calls.length;
			await clock.advance(10 * minute);
			assert.equal(trainer.calls.length, asked);
		});

		it('ends for an uncertain submission once the user identifies its job', async () => {
			trainer.after = ({ kind }) => (kind === 'submit' ? cut : undefined);
			const gpu = { gpuType: 'ADA_80_PLUS', gpuCount: 1 };
			const reply = await window.service.submit({ configText: configOf('harbor'), ...gpu, name: 'harbor' });
			assert.ok(!reply.ok);
			trainer.after = () => undefined;
			const [record] = window.service.jobs();
			assert.ok(record);
			assert.equal(record.phase, 'uncertain');
			const wrong = await window.service.recovery.settleAs(record.id, 'harbor');
			assert.ok(!wrong.ok && /is a UUID/.test(wrong.failure.message));
			const settled = await window.service.recovery.settleAs(record.id, trainer.only.id.toUpperCase());
			assert.ok(settled.ok);
			const other = await window.service.recovery.settleAs(record.id, '00000000-0000-4000-8000-000000000099');
			assert.ok(!other.ok && other.failure.message.includes(trainer.only.id));
			await clock.advance(30 * minute);
			assert.deepEqual([now(record).phase, now(record).jobId], ['ended', trainer.only.id]);
			assert.equal(trainer.calls.filter(({ kind }) => kind === 'submit').length, 1);
		});

		it('with a late list does not hide the last checkpoint', async () => {
			const record = await submitted();
			trainer.unlisted = 1;
			await clock.advance(18 * minute);
			assert.equal(now(record).phase, 'ended');
			assert.equal(now(record).artifacts?.checkpoints.length, 3);
			trainer.unlisted = 0;
			await clock.advance(30 * minute);
			assert.equal(now(record).artifacts?.checkpoints.length, 4);
			assert.deepEqual(newsOf(), ['ended']);
		});

		it('with a late list is checked again by a window opened after the end', async () => {
			const record = await submitted();
			trainer.unlisted = 1;
			await clock.advance(18 * minute);
			assert.equal(now(record).phase, 'ended');
			await window.close();
			trainer.unlisted = 0;
			const later = await computer.open();
			await clock.advance(30 * minute);
			assert.equal(later.service.get(record.id)?.artifacts?.checkpoints.length, 4);
		});

		it('of two kinds does not count one missing reply twice', async () => {
			const record = await submitted();
			const answers = [refusal(502), refusal(404), refusal(502), refusal(404)];
			trainer.before = ({ kind }) => (kind === 'status' ? answers.shift() : undefined);
			await clock.advance(minute);
			assert.deepEqual([answers.length, now(record).phase], [0, 'moving']);
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
		});

		it('of two kinds with the last result does not lose it', async () => {
			const record = await submitted();
			const answers = [refusal(502), refusal(404, 40451), refusal(502), refusal(404, 40451)];
			trainer.before = ({ kind }) =>
				kind === 'result' && now(record).phase === 'ending' ? answers.shift() : undefined;
			await clock.advance(25 * minute);
			assert.deepEqual([answers.length, now(record).phase], [0, 'ended']);
			assert.equal(now(record).artifacts?.checkpoints.length, 4);
			assert.equal(now(record).notice, undefined);
		});

		it('with the sign-in stops nearly all calls until the session is replaced', async () => {
			const record = await submitted();
			trainer.before = () => ({ ...refusal(401), kind: 'auth' });
			await clock.advance(minute);
			const calls = trainer.calls.length;
			await clock.advance(10 * minute);
			assert.ok(trainer.calls.length <= calls + 4);
			assert.match(now(record).notice ?? '', /checks the sign-in again/);
			trainer.before = () => undefined;
			window.session.replace(trainer.session('again'));
			await clock.advance(20 * minute);
			assert.equal(now(record).phase, 'ended');
		});

		it('with 30 % of the replies loses nothing and submits nothing twice', async () => {
			const ids = [];
			for (let index = 0; index < 10; index++) ids.push((await submitted(`job${index}`)).id);
			let turn = 0;
			trainer.after = () => (++turn % 10 < 3 ? refusal(502) : undefined);
			await clock.advance(60 * minute);
			assert.equal(trainer.count('submit'), 10);
			assert.deepEqual(
				ids.map((id) => window.service.get(id)?.phase),
				ids.map(() => 'ended'),
			);
			assert.ok(ids.every((id) => window.service.get(id)?.artifacts?.checkpoints.length === 4));
		});
	});

	describe('notifications', () => {
		it('of a stall come once, and the stall ends with the next step', async () => {
			const record = await submitted();
			await clock.advance(3 * minute);
			trainer.only.stuckAt = 200;
			await clock.advance(10 * minute);
			assert.ok(now(record).stalledAt !== undefined);
			assert.equal(millisecondsLeft(now(record), clock.now()), undefined);
			assert.deepEqual(newsOf(), ['stalled']);
			delete trainer.only.stuckAt;
			await clock.advance(minute);
			assert.equal(now(record).stalledAt, undefined);
			await clock.advance(20 * minute);
			assert.deepEqual(newsOf(), ['stalled', 'ended']);
		});

		it('do not report a pause for samples as a stall', async () => {
			await submitted();
			await clock.advance(3 * minute);
			trainer.only.stuckAt = 250;
			await clock.advance(8 * minute);
			assert.deepEqual(newsOf(), []);
		});

		it('of a low balance come once for all jobs of an account', async () => {
			const records = [await submitted('one'), await submitted('two')];
			await clock.advance(2 * minute);
			trainer.balance = 1_200_000;
			await clock.advance(11 * minute);
			assert.deepEqual(newsOf(), ['lowBalance']);
			assert.deepEqual(
				records.map((record) => now(record).lowBalance?.microdollars),
				[1_200_000, 1_200_000],
			);
			trainer.balance = 90_000_000;
			await clock.advance(4 * minute);
			assert.equal(records.map((record) => now(record).lowBalance).find(Boolean), undefined);
		});

		it('of an insufficient balance come before it is low', async () => {
			await submitted();
			await clock.advance(minute);
			// 5 dollars a minute with 35 left, and 14 minutes to train.
			const spend = () => {
				trainer.balance -= 5_000_000;
				clock.after(minute, spend);
			};
			trainer.balance = 50_000_000;
			clock.after(minute, spend);
			await clock.advance(6 * minute);
			assert.deepEqual(newsOf(), ['lowBalance']);
			assert.ok(trainer.balance > 2_000_000);
		});

		it('are shown only in the window that submitted', async () => {
			const other = await computer.open();
			await submitted();
			await clock.advance(20 * minute);
			assert.deepEqual([newsOf(), newsOf(other)], [['ended'], []]);
		});

		it('are shown in another window if that one closes, and after a restart', async () => {
			await submitted();
			await clock.advance(3 * minute);
			await window.close();
			const later = await computer.open();
			await clock.advance(20 * minute);
			assert.deepEqual(newsOf(later), ['ended']);
		});

		it('are shown in another window if the submitting one died just before the end', async () => {
			const { clock: doomedClock, kill } = killable(clock);
			const doomed = await computer.open({ clock: doomedClock });
			await submitted('harbor', doomed);
			await clock.advance(trainer.endOf(trainer.only) - clock.now() - 2 * second);
			kill();
			await clock.advance(2 * minute);
			assert.deepEqual([newsOf(doomed), newsOf()], [[], ['ended']]);
		});

		it('of an end are not repeated when the record changes long after', async () => {
			const other = await computer.open();
			const record = await submitted();
			await clock.advance(20 * minute);
			await clock.advance(120 * minute);
			trainer.only.saveEvery = 100;
			assert.ok((await other.service.result(record.id)).ok);
			await clock.advance(2 * minute);
			assert.deepEqual([newsOf(), newsOf(other)], [['ended'], []]);
		});

		it('of earlier events are not repeated after a restart', async () => {
			const record = await submitted();
			await clock.advance(3 * minute);
			trainer.only.stuckAt = 200;
			trainer.balance = 1;
			await clock.advance(10 * minute);
			assert.deepEqual(newsOf().toSorted(), ['lowBalance', 'stalled']);
			await window.close();
			await clock.advance(2 * 60 * minute);
			const later = await computer.open();
			await clock.advance(10 * minute);
			assert.ok(now(record, later).stalledAt !== undefined);
			assert.deepEqual(newsOf(later), []);
		});
	});
});
