import assert from 'node:assert/strict';
import type { Session, SignedIn } from '../../../../src/core/account/session.ts';
import { success } from '../../../../src/core/base/failure.ts';
import type { Finding } from '../../../../src/core/base/findings.ts';
import type { PlannedWork } from '../../../../src/core/jobs/estimate.ts';
import type { Gpu } from '../../../../src/core/jobs/job.ts';
import type { JobRecord } from '../../../../src/core/jobs/jobRecord.ts';
import type { JobSubmission } from '../../../../src/core/jobs/jobSubmissions.ts';
import { editJob } from '../../../../src/core/jobs/submit/editJob.ts';
import type { ReviewChoice, SubmissionReview } from '../../../../src/core/jobs/submit/questions.ts';
import type { JobSource, SubmissionParts } from '../../../../src/core/jobs/submit/submission.ts';
import { submitJob } from '../../../../src/core/jobs/submit/submitJob.ts';
import type { Estimate } from '../../../../src/core/records/estimate.ts';
import type { SpendingQuestion } from '../../../../src/core/records/spendingQuestion.ts';
import { checkTraining } from '../../../../src/core/training/check.ts';
import { planJob } from '../../../../src/core/training/jobPlan.ts';
import { parseTraining } from '../../../../src/core/training/yaml/document.ts';
import { ofService } from '../../../support/connection.ts';
import { jobRecord } from '../../support/jobRecord.ts';
import { part } from '../../support/part.ts';
import { configuration } from '../../training/config.ts';

const gpu: Gpu = { type: 'ADA_80_PLUS', count: 1 };
const other: Gpu = { type: 'ADA_80_PLUS', count: 8 };
const stopped = jobRecord({
	id: 'j1',
	connectionId: 'c1',
	accountId: 'a1',
	jobId: 'service-j1',
	name: 'portraits_v1',
});

/** A configuration, an account and a person, as a test defines them. */
class Desk {
	text = configuration();
	balance = 5_000_000;
	missing: number | undefined;
	/** The account's answer about each dataset in place of a ready one. */
	found: 'missing' | undefined;
	pays: boolean | undefined = true;
	repeats: boolean | undefined;
	jobs: readonly JobRecord[] = [];
	readonly asked: string[] = [];
	readonly reviews: SubmissionReview[] = [];
	readonly sent: (JobSubmission | readonly [text: string, gpu: Gpu | undefined])[] = [];
	readonly resumedOn: (Gpu | undefined)[] = [];
	/** The estimate by earlier jobs, and the questions about it. */
	estimate: Estimate = { count: 0 };
	planned: PlannedWork | undefined;
	cost: Estimate | undefined;
	readonly session: SignedIn;
	current: Session;
	readonly #answers: (ReviewChoice | (() => ReviewChoice) | undefined)[];

	constructor(...answers: (ReviewChoice | (() => ReviewChoice) | undefined)[]) {
		this.#answers = answers;
		const connection = { ...ofService, id: 'c1', name: 'Test', baseUrl: 'https://api.example' };
		const transport = { json: async () => success({ balance_microdollars: this.balance }) };
		this.session = part<SignedIn>({
			state: 'signedIn',
			connection,
			account: { id: 'a1', label: 'me' },
			service: { connection, transport },
		});
		this.current = this.session;
	}

	readonly ask = {
		reviewSubmission: async (review: SubmissionReview) => {
			this.asked.push('review');
			this.reviews.push(review);
			const answer = this.#answers.shift();
			return typeof answer === 'function' ? answer() : answer;
		},
		confirmResume: async () => undefined,
		confirmSameJob: async ({ job }: { readonly job: JobRecord }) => {
			this.asked.push(`same ${job.id}`);
			return this.repeats;
		},
		confirmSpending: async ({ estimate }: SpendingQuestion) => {
			this.cost = estimate;
			this.asked.push('spending');
			return this.pays;
		},
	};

	submit = () => submitJob(this.#parts(), this.session, { source: this.#source(), gpu }, this.ask);
	edit = (resume: boolean, job: JobRecord = stopped) =>
		editJob(
			this.#parts(),
			this.session,
			{ source: this.#source(), job, resume, newJobGpu: () => gpu },
			this.ask,
		);

	#source(): JobSource {
		return {
			name: 'portraits.yaml',
			text: () => this.text,
			read: async () => parseTraining(this.text),
			change: async () => true,
		};
	}

	#parts(): SubmissionParts {
		const desk = this;
		const files = [{ name: 'a.png' }, { name: 'a.txt' }];
		const jobs = {
			submit: async (submission: JobSubmission) => {
				desk.sent.push(submission);
				return success({ ...stopped, id: 'new' });
			},
			edit: async (_id: string, text: string, on?: Gpu) => {
				desk.sent.push([text, on]);
				return success(stopped);
			},
			resume: async (_id: string, on?: Gpu) => {
				desk.resumedOn.push(on);
				return success(stopped);
			},
			jobs: () => desk.jobs,
			result: async () => success({ state: 'STOPPED', samples: [], checkpoints: [] }),
			estimate: (planned: PlannedWork) => {
				desk.planned = planned;
				return desk.estimate;
			},
		};
		return {
			services: {
				session: {
					get current() {
						return desk.current;
					},
					onDidChange: () => ({ dispose() {} }),
				},
				jobs: async () => jobs,
				datasets: async () => ({
					refresh: async () => undefined,
					find: async () => desk.found ?? { id: 'd1', state: 'READY', files },
					names: () => ['harbor', 'portraits'],
					missingFiles: () => desk.missing,
				}),
			},
			facts: {
				options: () => ({}),
				nameTaken: () => undefined,
				during: (_what, work) => work(),
			},
		};
	}
}

function parseName(text: string): string {
	return planJob(parseTraining(text)).name ?? assert.fail('The configuration has no name.');
}

describe('submitting a configuration without a window', () => {
	const send = { kind: 'send' } as const;

	it('shows the estimate of earlier jobs for the remaining steps in the review', async () => {
		const desk = new Desk(send);
		desk.estimate = {
			ms: { low: 18 * 60_000, high: 25 * 60_000 },
			microdollars: { low: 900_000, high: 1_204_000 },
			count: 4,
		};
		await desk.submit();
		assert.deepEqual(desk.reviews[0]?.estimate, desk.estimate);
		assert.deepEqual(desk.cost, desk.estimate);
		const { arch, load, steps, gpuType, gpuCount } = desk.planned ?? {};
		assert.deepEqual([gpuType, gpuCount], [gpu.type, gpu.count]);
		const [sent] = desk.sent;
		assert.ok(sent !== undefined && 'configText' in sent);
		assert.deepEqual([sent.arch, sent.load, sent.totalSteps], [arch, load, steps]);
		assert.ok(arch !== undefined && (load ?? 0) > 0 && (steps ?? 0) > 0);
		// An edit alone starts nothing.
		const edited = new Desk(send);
		await edited.edit(false);
		assert.equal(edited.reviews[0]?.estimate, undefined);
	});

	it('reviews first, then confirms the cost, then sends', async () => {
		const desk = new Desk(send);
		assert.equal((await desk.submit()).kind, 'submitted');
		assert.deepEqual(desk.asked, ['review', 'spending']);
		assert.deepEqual(desk.reviews[0]?.blocks, []);
		assert.equal((desk.sent[0] as JobSubmission).configText, desk.text);
	});

	it('sends line ends of every kind as they are, after one review', async () => {
		for (const lineEnd of ['\r', '\u2028', '\u2029', '\x85']) {
			const desk = new Desk(send, send);
			desk.text += `# a remark${lineEnd}`;
			await desk.submit();
			await desk.edit(false);
			const [job, edit] = desk.sent as [JobSubmission, readonly [string]];
			assert.deepEqual([job.configText, edit[0]], [desk.text, desk.text]);
		}
	});

	it('sends nothing without a response', async () => {
		const unanswered = new Desk(undefined);
		assert.deepEqual((await unanswered.submit()) as { why?: string }, {
			kind: 'stopped',
			why: 'reviewSubmission',
			preparation: unanswered.reviews[0]?.preparation,
		});
		const unpaid = new Desk(send);
		unpaid.pays = undefined;
		assert.equal((await unpaid.submit()).kind, 'stopped');
		assert.deepEqual([unanswered.sent, unpaid.sent], [[], []]);
	});

	it('asks for confirmation while a job of the same name is uncertain, and sends only then', async () => {
		const before = {
			...stopped,
			id: 'before',
			name: parseName(new Desk(send).text),
			phase: 'uncertain',
		} as const;
		const desk = new Desk(send);
		desk.jobs = [{ ...before, name: 'another' }, before];
		assert.equal(((await desk.submit()) as { why?: string }).why, 'confirmSameJob');
		assert.deepEqual([desk.asked, desk.sent], [['review', 'same before'], []]);
		const agreed = new Desk(send);
		agreed.jobs = [before];
		agreed.repeats = true;
		assert.equal((await agreed.submit()).kind, 'submitted');
		assert.deepEqual(agreed.asked, ['review', 'same before', 'spending']);
	});

	it('reports obstacles: errors, the balance, an incomplete upload', async () => {
		const desk = new Desk(undefined);
		desk.text = desk.text.replace(/lr: \S+/, 'lr: -1');
		desk.balance = 1;
		desk.missing = 2;
		await desk.submit();
		assert.deepEqual(desk.reviews[0]?.blocks, ['errors', 'lowBalance', 'incompleteUpload']);
		// An edit alone starts nothing.
		const edit = new Desk(undefined);
		edit.balance = 1;
		await edit.edit(false);
		assert.deepEqual(edit.reviews[0]?.blocks, []);
	});

	it('names the datasets of the account if the one in the text is missing, like the check in the editor', async () => {
		const desk = new Desk(undefined);
		desk.found = 'missing';
		await desk.submit();
		const names = ['harbor', 'portraits'];
		const whileEdited = checkTraining(parseTraining(desk.text), {
			datasets: { lookup: () => 'missing', names: () => names },
		});
		const missing = (findings: readonly Finding[] = []) =>
			findings.filter(({ code }) => code.startsWith('42254')).map(({ message, remedy }) => [message, remedy]);
		assert.match(missing(whileEdited)[0]?.[1] ?? '', /harbor, portraits/);
		assert.deepEqual(missing(desk.reviews[0]?.preparation.errors), missing(whileEdited));
	});

	it('reviews again if the text has changed meanwhile', async () => {
		const desk = new Desk(() => {
			desk.text = `${desk.text}# changed\n`;
			return send;
		}, send);
		assert.equal((await desk.submit()).kind, 'submitted');
		assert.deepEqual(
			desk.reviews.map(({ hasChanged }) => hasChanged),
			[false, true],
		);
		assert.deepEqual(desk.asked, ['review', 'review', 'spending']);
		assert.match((desk.sent[0] as JobSubmission).configText, /# changed/);
	});

	it('sends nothing after a switch of the account', async () => {
		const desk = new Desk(() => {
			desk.current = { state: 'signedOut', connection: desk.session.connection };
			return send;
		});
		assert.deepEqual(await desk.submit(), { kind: 'switched' });
		assert.deepEqual(desk.sent, []);
	});

	it('edits the job with the chosen machine, at no cost before a resume', async () => {
		const edit = new Desk({ kind: 'gpu', gpu: other }, send);
		assert.equal((await edit.edit(false)).kind, 'edited');
		assert.deepEqual(edit.asked, ['review', 'review']);
		assert.deepEqual(edit.sent, [[edit.text, other]]);
		const resume = new Desk(send);
		assert.equal((await resume.edit(true)).kind, 'resumed');
		assert.deepEqual(resume.asked, ['review', 'spending']);
		assert.deepEqual(resume.resumedOn, [undefined]);
	});

	it('rejects another name for the job, unless the job is named by its ID', async () => {
		const blocksOf = async (name: string) => {
			const desk = new Desk(undefined);
			await desk.edit(false, { ...stopped, name });
			return desk.reviews[0]?.blocks;
		};
		assert.deepEqual(await blocksOf('another_name'), ['errors']);
		assert.deepEqual(await blocksOf('service-j1'), []);
	});
});
