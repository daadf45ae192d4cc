import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { describeBytes } from '../../base/bytes.ts';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, inputFailure, type Result, success } from '../../base/failure.ts';
import {
	type CheckpointChoice,
	type ChosenCheckpoints,
	chooseCheckpoints,
} from '../../jobs/checkpoints/choose.ts';
import type { JobService } from '../../jobs/jobService.ts';
import { unknownJobFailure } from '../../jobs/notices.ts';
import { natural, nonEmpty, optionalFlag } from '../members.ts';
import { operation } from '../operation.ts';
import { withDisk, withSession } from '../withSession.ts';
import { jobId } from './facts.ts';

export const jobResult = operation({
	id: 'job.result',
	title: l10n.t('List the files that a training job has made'),
	effect: 'read',
	input: z.object({ id: jobId }),
	output: z.object({ state: z.string(), checkpoints: z.array(z.string()), samples: z.array(z.string()) }),
	run: (services, input) =>
		withSession(services, async () => {
			const made = await (await services.jobs()).result(input.id);
			if (!made.ok) return made;
			const { state, checkpoints, samples } = made.value;
			const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name);
			return success({ state, checkpoints: names(checkpoints), samples: names(samples) });
		}),
});

const savedFile = { name: z.string(), path: z.string(), bytes: z.number() };

/** The members of an input that choose a checkpoint. */
const choices = {
	name: z.exactOptional(nonEmpty(l10n.t('the name of the checkpoint'))),
	step: natural(l10n.t('download the checkpoint of this step')),
	sample: z.exactOptional(nonEmpty(l10n.t('download the checkpoint nearest to the step of this sample'))),
	latest: optionalFlag(l10n.t('download the latest checkpoint')),
};

/** Downloads the named checkpoint, that of a step, the one nearest to a sample, or the latest: exactly one of them is given. */
export const jobDownload = operation({
	id: 'job.download',
	title: l10n.t('Download a checkpoint of a training job'),
	effect: 'write',
	input: z.object({
		id: jobId,
		...choices,
		folder: nonEmpty(l10n.t('the folder for the file; nothing in it is overwritten')),
		as: z.exactOptional(nonEmpty(l10n.t('the name of the file; the name of the checkpoint by default'))),
	}),
	output: z.object({
		...savedFile,
		step: z.exactOptional(z.number()),
		/** The other half of a model that has two, and so two files for each step. */
		others: z.exactOptional(z.array(z.object(savedFile))),
	}),
	run: (services, { id, folder, as, ...input }, _ask, { signal, progress }) =>
		withSession(services, () =>
			withDisk(services, async (disk) => {
				const choice = choiceOf(input);
				if (choice === undefined) return failed(oneChoice);
				const [service, { queue, ledger, coordinator }] = await Promise.all([
					services.jobs(),
					services.ledger(),
				]);
				const chosen = await checkpointsOf(service, id, choice);
				if (!chosen.ok) return chosen;
				const { names, step } = chosen.value;
				const window = { queue, leases: ledger.leases, owner: coordinator.owner };
				const save = (name: string) =>
					disk.saveCheckpoint(
						{ service, session: services.session, ...window },
						{
							id,
							name,
							folder,
							...(names.length === 1 ? compact({ as }) : {}),
							signal,
							onProgress: (done, total) =>
								progress({ message: `${name}: ${downloaded(done, total)}`, done, ...compact({ total }) }),
						},
					);
				const [first, ...rest] = names;
				const saved = await save(first);
				if (!saved.ok) return saved;
				const others = [];
				for (const name of rest) {
					const other = await save(name);
					if (!other.ok) return other;
					others.push({ name, ...other.value });
				}
				return success({
					name: first,
					...saved.value,
					...compact({ step, others: others.length === 0 ? undefined : others }),
				});
			}),
		),
});

const oneChoice: Failure = inputFailure(
	l10n.t('Exactly one checkpoint must be chosen.'),
	l10n.t('Specify it by "name", "step", "sample" or "latest".'),
);

/** Returns the choice of an input; undefined unless there is exactly one. */
function choiceOf({
	name,
	step,
	sample,
	latest = false,
}: z.output<z.ZodMiniObject<typeof choices>>): CheckpointChoice | { readonly name: string } | undefined {
	const given = [
		...(name === undefined ? [] : [{ name }]),
		...(step === undefined ? [] : [{ step }]),
		...(sample === undefined ? [] : [{ sample }]),
		...(latest ? [{ latest }] : []),
	];
	return given.length === 1 ? given[0] : undefined;
}

async function checkpointsOf(
	service: JobService,
	id: string,
	choice: CheckpointChoice | { readonly name: string },
): Promise<Result<ChosenCheckpoints>> {
	if ('name' in choice) return success({ names: [choice.name] });
	const made = await service.result(id, 'recent');
	if (!made.ok) return made;
	const job = service.get(id);
	return job === undefined ? failed(unknownJobFailure) : chooseCheckpoints(job, made.value, choice);
}

function downloaded(done: number, total: number | undefined): string {
	return total === undefined
		? describeBytes(done)
		: l10n.t('{0} of {1}', describeBytes(done), describeBytes(total));
}

/** Shows the configuration that a job was started with, or the one that the service derived from it. */
export const jobConfiguration = operation({
	id: 'job.configuration',
	title: l10n.t('Show the configuration of a training job'),
	effect: 'read',
	input: z.object({
		id: jobId,
		resolved: optionalFlag(l10n.t('as resolved by the service, with all defaults')),
	}),
	output: z.object({
		text: z.string(),
		/** True if secrets in it are replaced by "(hidden)". */
		masked: z.boolean(),
	}),
	async run(services, { id, resolved = false }) {
		const [, jobs] = await Promise.all([services.signedIn(), services.jobs()]);
		const config = await (resolved ? jobs.configs.resolved(id) : jobs.configs.read(id));
		return config.ok ? success({ text: config.value.text, masked: config.value.masked === true }) : config;
	},
});

/** Reads the header of a checkpoint, without its weights. */
export const jobMetadata = operation({
	id: 'job.metadata',
	title: l10n.t('Show the metadata of a checkpoint'),
	effect: 'read',
	input: z.object({
		id: jobId,
		name: nonEmpty(l10n.t('the name of the checkpoint')),
	}),
	output: z.object({
		/** JSON. */
		text: z.string(),
	}),
	run: (services, place) =>
		withSession(services, () =>
			withDisk(services, async (disk) => {
				const service = await services.jobs();
				const header = await disk.checkpointMetadata({ service, session: services.session }, place);
				return header.ok ? success({ text: header.value }) : header;
			}),
		),
});
