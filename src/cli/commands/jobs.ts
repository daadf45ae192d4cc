import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { runOperation } from '../../core/operations/operation.ts';
import { trainingHardware } from '../../core/wire/hardware.ts';
import { statuses } from '../terminal/status.ts';
import { WrongUse } from './command.ts';
import { followed } from './following.ts';
import type { OperationCall, OperationRow } from './operationCommand.ts';

const begun = z.looseObject({ id: z.string(), state: z.string() });
const columns = ['id', 'name', 'state', 'step', 'gpuType', 'submittedAt'];

/** `TYPE` or `TYPE:COUNT`. */
function gpuOf(value: string) {
	const [type = '', count = '1', ...rest] = value.split(':');
	if (rest.length > 0 || !/^\d{1,4}$/.test(count) || type === '')
		throw new WrongUse(
			l10n.t('--gpu takes a type such as {0}, with ":" and a number for several.', trainingHardware[0] ?? ''),
		);
	return { type, count: Number(count) };
}

const started = { read: { gpu: gpuOf }, run: startAndFollow } as const;

/** Training jobs. */
export const jobRows: readonly OperationRow[] = [
	{
		name: 'train',
		operation: 'job.submit',
		example: 'easel train train.yaml --gpu ADA_80_PLUS --wait',
		places: { path: 'CONFIG' },
		hidden: ['configuration'],
		...started,
	},
	{ name: 'jobs list', operation: 'job.list', example: 'easel jobs list', shown: { list: 'jobs', columns } },
	{ name: 'jobs show', operation: 'job.status', example: 'easel jobs show ID --wait', places: { id: 'ID' } },
	{ name: 'jobs cancel', operation: 'job.cancel', example: 'easel jobs cancel ID', places: { id: 'ID' } },
	{
		name: 'jobs edit',
		operation: 'job.edit',
		example: 'easel jobs edit ID train.yaml --resume',
		places: { id: 'ID', path: 'CONFIG' },
		hidden: ['configuration'],
		read: started.read,
	},
	{
		name: 'jobs resume',
		operation: 'job.resume',
		example: 'easel jobs resume ID --gpu ADA_80_PLUS:2',
		places: { id: 'ID' },
		...started,
	},
	{ name: 'jobs result', operation: 'job.result', example: 'easel jobs result ID', places: { id: 'ID' } },
	{
		name: 'jobs samples',
		operation: 'job.samples',
		example: 'easel jobs samples ID',
		places: { id: 'ID' },
		shown: { list: 'samples' },
	},
	{
		name: 'jobs download',
		operation: 'job.download',
		example: 'easel jobs download ID NAME models',
		places: { id: 'ID', name: 'NAME', folder: 'DIR' },
		preset: { folder: '.' },
	},
];

/** Starts a job and, where that was asked for, waits for its end. */
async function startAndFollow(command: OperationCall): Promise<number> {
	const { services, operation, input, ask, fail, show } = command;
	const { wait = false, ...rest } = input;
	const done = await runOperation(operation, services, rest, ask);
	if (!done.ok) return fail(done.failure);
	if (wait !== true) {
		show(done.value);
		return statuses.done;
	}
	const { id } = z.parse(begun, done.value);
	const jobs = await services.jobs();
	const end = await followed(command, {
		id,
		noun: 'job',
		watch: (tell) =>
			jobs.onChange((job) => {
				if (job.id !== id) return;
				const step = compact({ step: job.progress?.step }).step;
				tell(step === undefined ? job.state : l10n.t('{0}, step {1}', job.state, step));
			}),
	});
	if (end === 'left') return statuses.interrupted;
	if (!end.ok) return fail(end.failure);
	show(end.value);
	return z.parse(begun, end.value).state === 'STOPPED' ? statuses.done : statuses.failed;
}
