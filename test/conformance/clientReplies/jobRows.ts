import { type ReplyRow, rowsOf } from './rows.ts';

export type JobCall = 'submit' | 'status' | 'result' | 'cancel' | 'resume' | 'edit';

const job = { id: 'j-1', name: 'cat', status: 'IN_QUEUE' };
const taken = { id: 'j-1' };
const page = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
const last = 'https://files.example/cat.safetensors?s=1';
const step = 'https://files.example/cat_000000250.safetensors?s=1';
const sample = 'https://files.example/samples/1767261660000__000000250_0.jpg?s=1';
const config = 'https://files.example/config.yaml?s=1';

const submitRows = rowsOf('submit', [
	['a record', job, { id: 'j-1', name: 'cat', state: 'IN_QUEUE' }],
	['the id in the word of the document', { job_id: 'j-1' }, { id: 'j-1', state: 'IN_QUEUE' }],
	['status 201', { job_id: 'j-1' }, taken, 201],
	['status 202', job, taken, 202],
	['an error code of 0', { ...job, error_code: 0 }, taken],
	['an error code beside the id', { job_id: 'j-1', error_code: 50051 }, taken],
	['the record inside job', { job }, { id: 'j-1', name: 'cat' }],
	['the record inside data', { data: job }, taken],
	['the record inside result inside data', { data: { result: { job_id: 'j-1' } } }, taken],
	['names in camel case', { jobId: 'j-1', jobName: 'cat' }, { id: 'j-1', name: 'cat' }],
	['an unknown state', { ...job, status: 'PREPARING' }, { state: 'PREPARING' }],
	['no id', { status: 'IN_QUEUE' }, { failure: 'protocol', wasNotSubmitted: false }],
	['an empty reply', '', { failure: 'protocol', wasNotSubmitted: false }],
	{ name: 'a redirect', status: 302, headers: { location: '/x' }, is: { wasNotSubmitted: true } },
	['a name in use', { error_code: 40951, message: 'in use' }, { failure: 'conflict', code: 40951 }, 409],
	{
		name: 'a rule of the configuration',
		status: 422,
		body: { error_code: 42274, error_message: 'lr' },
		is: { failure: 'input', code: 42274, details: ['lr'] },
	},
	{
		name: 'a rule as a record of its own',
		status: 422,
		body: { error: { code: 42274, message: 'lr' } },
		is: { code: 42274, details: ['lr'] },
	},
	['a rule in a success', { error_code: 42274 }, { code: 42274, wasNotSubmitted: true }],
]);

const words: readonly (readonly [word: string, state: string])[] = [
	['IN_QUEUE', 'IN_QUEUE'],
	['in_queue', 'IN_QUEUE'],
	['In Queue', 'IN_QUEUE'],
	['QUEUED', 'IN_QUEUE'],
	['running', 'RUNNING'],
	['Running', 'RUNNING'],
	['stopped', 'STOPPED'],
	['Failed', 'FAILED'],
	['CANCELED', 'CANCELED'],
	['CANCELLED', 'CANCELED'],
	['cancelled', 'CANCELED'],
	['PREEMPTING', 'PREEMPTING'],
];

const statusRows = rowsOf('status', [
	...words.map(([word, state]) => ({
		name: `the word "${word}"`,
		body: { ...job, status: word },
		is: { state },
	})),
	{
		name: 'steps of steps',
		body: { ...job, progress: { current_step: 320, total_steps: 2000, percent: 16 } },
		is: { progress: { step: 320, totalSteps: 2000 }, percent: undefined },
	},
	{
		name: 'steps without a total',
		body: { ...job, progress: { current_step: 5, total_steps: 0 } },
		is: { progress: { step: 5 } },
	},
	{
		name: 'steps beside the state',
		body: { ...job, current_step: 5, total_steps: 10 },
		is: { progress: { step: 5, totalSteps: 10 } },
	},
	['steps as a text', { ...job, progress: '12/1500' }, { progress: { step: 12, totalSteps: 1500 } }],
	{
		name: 'steps in camel case',
		body: { ...job, progress: { currentStep: 5, totalSteps: 10 } },
		is: { progress: { step: 5, totalSteps: 10 } },
	},
	{
		name: 'steps as text',
		body: { ...job, progress: { current_step: '5', total_steps: '10' } },
		is: { progress: { step: 5, totalSteps: 10 } },
	},
	{
		name: 'a percentage of steps',
		body: { ...job, progress: { percent: 25, total_steps: 200 } },
		is: { progress: { step: 50, totalSteps: 200 } },
	},
	['a percentage alone', { ...job, progress: { percent: 25 } }, { progress: undefined, percent: 25 }],
	['a number in place of the progress', { ...job, progress: 25 }, { percent: 25 }],
	['a percentage as text', { ...job, progress: '25%' }, { percent: 25 }],
	{
		name: 'a percentage that is not a number',
		body: '{"id":"j-1","status":"RUNNING","progress":NaN}',
		is: { state: 'RUNNING', percent: undefined },
	},
	['progress that is null', { ...job, progress: null }, { progress: undefined }],
	{
		name: 'a failed job with its code',
		body: { job_id: 'j-1', status: 'FAILED', error_code: 50051, error_message: 'out of memory' },
		is: { state: 'FAILED', error: 'out of memory' },
	},
	{
		name: 'an error as a record',
		body: { ...job, status: 'FAILED', error: { code: 'TRAINING_ERROR', message: 'reclaimed' } },
		is: { error: 'reclaimed' },
	},
	['the record inside data', { data: { ...job, status: 'RUNNING' } }, { state: 'RUNNING' }],
	{
		name: 'the record inside job inside data',
		body: { data: { job: { ...job, status: 'RUNNING' } } },
		is: { state: 'RUNNING' },
	},
	{
		name: 'success around the record',
		body: { status: 'success', data: { ...job, status: 'RUNNING' } },
		is: { state: 'RUNNING' },
	},
	['not found, with its code', { error_code: 40451 }, { failure: 'notFound', code: 40451 }, 404],
	{ name: 'not found, by a gateway', status: 404, ...page, is: { failure: 'notFound', code: undefined } },
	['no state', { id: 'j-1' }, { failure: 'protocol' }],
]);

const resultRows = rowsOf('result', [
	{
		name: 'three groups',
		body: {
			...job,
			artifacts: {
				checkpoints: [{ path: step }, { path: last }],
				samples: [{ path: sample }],
				config: { path: config },
			},
		},
		is: {
			checkpoints: ['cat_000000250.safetensors', 'cat.safetensors'],
			samples: ['1767261660000__000000250_0.jpg'],
			config: 'config.yaml',
		},
	},
	{
		name: 'bare addresses',
		body: { ...job, artifacts: { checkpoints: [step], samples: [sample], config } },
		is: { checkpoints: ['cat_000000250.safetensors'], config: 'config.yaml' },
	},
	{
		name: 'groups beside the state',
		body: { ...job, checkpoints: [{ url: step }], samples: [sample] },
		is: { checkpoints: ['cat_000000250.safetensors'], samples: ['1767261660000__000000250_0.jpg'] },
	},
	{
		name: 'checkpoints by name',
		body: { ...job, artifacts: { checkpoints: { 'cat.safetensors': last } } },
		is: { checkpoints: ['cat.safetensors'] },
	},
	{
		name: 'checkpoints by step',
		body: { ...job, artifacts: { checkpoints: { 250: { path: step }, final: { path: last } } } },
		is: { checkpoints: ['cat_000000250.safetensors', 'cat.safetensors'] },
	},
	{
		name: 'one list of everything',
		body: { ...job, artifacts: [step, sample, config] },
		is: {
			checkpoints: ['cat_000000250.safetensors'],
			samples: ['1767261660000__000000250_0.jpg'],
			config: 'config.yaml',
		},
	},
	{
		name: 'everything by name',
		body: { ...job, artifacts: { a: { path: step }, b: { path: sample } } },
		is: { checkpoints: ['cat_000000250.safetensors'], samples: ['1767261660000__000000250_0.jpg'] },
	},
	{
		name: 'addresses that differ in their query only',
		body: {
			...job,
			artifacts: {
				checkpoints: [
					{ url: 'https://files.example/get?id=1', filename: 'a.safetensors' },
					{ url: 'https://files.example/get?id=2', filename: 'b.safetensors' },
				],
			},
		},
		is: { checkpoints: ['a.safetensors', 'b.safetensors'] },
	},
	{
		name: 'artifacts as JSON in text',
		body: { ...job, artifacts: JSON.stringify({ checkpoints: [step] }) },
		is: { checkpoints: ['cat_000000250.safetensors'] },
	},
	{
		name: 'artifacts that are null',
		body: { ...job, artifacts: null },
		is: { state: 'IN_QUEUE', checkpoints: [], samples: [] },
	},
	{
		name: 'artifacts inside data',
		body: { data: { ...job, artifacts: { checkpoints: [step] } } },
		is: { checkpoints: ['cat_000000250.safetensors'] },
	},
	{
		name: 'artifacts beside the record',
		body: { job, artifacts: { checkpoints: [step] } },
		is: { state: 'IN_QUEUE', checkpoints: ['cat_000000250.safetensors'] },
	},
	{
		name: 'samples of a failed job with its code',
		body: { ...job, status: 'FAILED', error_code: 50051, artifacts: { samples: [sample] } },
		is: { state: 'FAILED', samples: ['1767261660000__000000250_0.jpg'] },
	},
	['an error that is null', { ...job, error: null, artifacts: {} }, { error: undefined }],
	{
		name: 'an error of a job that stopped',
		body: { ...job, status: 'STOPPED', error: { message: 'reclaimed', code: 'TRAINING_ERROR' } },
		is: { error: 'reclaimed' },
	},
	{ name: 'a page', ...page, is: { failure: 'protocol' } },
]);

const changeRows = (call: JobCall) =>
	rowsOf(call, [
		['the job as it is then', { ...job, status: 'canceled' }, { state: 'CANCELED' }],
		['the job inside data', { data: { ...job, status: 'RUNNING' } }, { state: 'RUNNING' }],
		['nothing', '', { failure: undefined, state: undefined }, 204],
		['a job with an error code of 0', { ...job, error_code: 0 }, { state: 'IN_QUEUE' }],
		{
			name: 'a refusal with its code',
			status: 422,
			body: { error_code: 42276, message: 'active' },
			is: { failure: 'conflict', code: 42276 },
		},
	]);

export const jobRows: readonly ReplyRow<JobCall>[] = [
	...submitRows,
	...statusRows,
	...resultRows,
	...(['cancel', 'resume', 'edit'] as const).flatMap(changeRows),
];
