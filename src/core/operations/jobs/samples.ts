import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, mapped, type Result, success, yourFailure } from '../../base/failure.ts';
import { readSampleName } from '../../jobs/checkpoints/artifactNames.ts';
import { natural, nonEmpty } from '../members.ts';
import { operation } from '../operation.ts';
import type { OperationServices } from '../services.ts';
import { withDisk, withSession } from '../withSession.ts';
import { jobId } from './facts.ts';

const chosen = {
	step: natural(l10n.t('only samples of this step')),
	prompt: natural(l10n.t('only samples of this prompt, by its number from 0')),
};

const sampleFact = z.object({
	/** The name of its file at the service. */
	name: z.string(),
	/** Absent, like `promptIndex`, if the name of the file does not contain it. */
	step: z.exactOptional(z.number()),
	/** From 0, as the configuration lists them. */
	promptIndex: z.exactOptional(z.number()),
	/** The text of the prompt, without its flags; absent if the configuration is unknown. */
	promptText: z.exactOptional(z.string()),
	/** In its original digits; absent if the configuration is unknown, or leaves it to chance. */
	seed: z.exactOptional(z.string()),
});
type SampleFact = z.output<typeof sampleFact>;

/** Downloads at the same time. */
const atOnce = 4;

export const jobSamples = operation({
	id: 'job.samples',
	title: l10n.t('List the samples of a training job by step and prompt'),
	effect: 'read',
	input: z.object({ id: jobId, ...chosen }),
	output: z.object({ samples: z.array(sampleFact) }),
	run: (services, input) =>
		withSession(services, async () =>
			mapped(await samplesOf(services, input), (samples) => ({ samples: [...samples] })),
		),
});

/** Gives the path of the picture of one sample, for callers that show it. */
export const jobSample = operation({
	id: 'job.sample',
	title: l10n.t('Get the picture of a sample of a training job'),
	effect: 'read',
	input: z.object({
		id: jobId,
		step: natural(l10n.t('the step; the latest with a sample if omitted')),
		prompt: natural(l10n.t('the number of the prompt, from 0; the first with a sample if omitted')),
	}),
	output: z.object({
		...sampleFact.shape,
		/** The copy on this computer, which may be removed later to make room. */
		path: z.string(),
	}),
	run: (services, input, _ask, { signal }) =>
		withSession(services, async () => {
			const samples = await samplesOf(services, input);
			if (!samples.ok) return samples;
			const sample = latestOf(samples.value);
			if (sample === undefined) return failed(noSamples);
			return mapped(await copyOf(services, input.id, sample.name, signal), (path) => ({ ...sample, path }));
		}),
});

export const jobSaveSamples = operation({
	id: 'job.saveSamples',
	title: l10n.t('Save the samples of a training job in a folder'),
	effect: 'write',
	input: z.object({
		id: jobId,
		...chosen,
		folder: nonEmpty(l10n.t('the folder for the files; nothing in it is overwritten')),
	}),
	output: z.object({ paths: z.array(z.string()), missing: z.array(z.string()) }),
	run: (services, { folder, ...input }, _ask, { signal, progress }) =>
		withSession(services, () =>
			withDisk(services, async (disk) => {
				const samples = await samplesOf(services, input);
				if (!samples.ok) return samples;
				if (samples.value.length === 0) return failed(noSamples);
				const names = samples.value.map(({ name }) => name);
				const paths: string[] = [];
				const missing: string[] = [];
				for (let done = 0; done < names.length; done += atOnce) {
					progress({ message: l10n.t('Saving samples'), done, total: names.length });
					const some = names.slice(done, done + atOnce);
					const copies = await Promise.all(some.map((name) => copyOf(services, input.id, name, signal)));
					for (const [index, name] of some.entries()) {
						const copy = copies[index];
						if (copy?.ok) {
							const saved = await disk.saveCopy({ path: copy.value, name }, folder);
							if (!saved.ok) return saved;
							paths.push(saved.value);
						} else if (copy?.failure.kind === 'notFound') missing.push(name);
						else if (copy !== undefined) return copy;
					}
				}
				return success({ paths, missing });
			}),
		),
});

/** Returns the samples that an input chooses, by step and prompt, the latest of the same place last. */
async function samplesOf(
	services: OperationServices,
	{ id, step, prompt }: { readonly id: string; readonly step?: number; readonly prompt?: number },
): Promise<Result<readonly SampleFact[]>> {
	const jobs = await services.jobs();
	const made = await jobs.result(id, 'recent');
	if (!made.ok) return made;
	const [config, { samplePrompts }] = await Promise.all([jobs.configs.read(id), import('../features.ts')]);
	const prompts = config.ok ? samplePrompts(config.value.text) : [];
	const all = made.value.samples
		.map(({ name }) => ({ name, read: readSampleName(name) }))
		.toSorted(
			({ read: a }, { read: b }) =>
				(a?.step ?? 0) - (b?.step ?? 0) || (a?.index ?? 0) - (b?.index ?? 0) || (a?.at ?? 0) - (b?.at ?? 0),
		)
		.map(({ name, read }): SampleFact => {
			const { text: promptText, seed } = (read && prompts[read.index]) ?? {};
			return { name, ...compact({ step: read?.step, promptIndex: read?.index, promptText, seed }) };
		});
	const fitting = all.filter(
		(each) =>
			(step === undefined || each.step === step) && (prompt === undefined || each.promptIndex === prompt),
	);
	return fitting.length === 0 && all.length > 0 ? failed(notThere(all)) : success(fitting);
}

function latestOf(samples: readonly SampleFact[]): SampleFact | undefined {
	const last = samples.at(-1)?.step;
	const ofStep = samples.filter(({ step }) => step === last);
	return ofStep.findLast(({ promptIndex }) => promptIndex === ofStep[0]?.promptIndex);
}

function copyOf(
	services: OperationServices,
	id: string,
	name: string,
	signal: AbortSignal,
): Promise<Result<string>> {
	return withDisk(services, async (disk) => {
		const [service, { queue }] = await Promise.all([services.jobs(), services.ledger()]);
		return disk.sampleCopy({ service, session: services.session, queue }, { id, name, signal });
	});
}

const noSamples = yourFailure(
	'notFound',
	l10n.t('The service has no samples of this training job.'),
	l10n.t('Try again when the job has made some.'),
);

/** The most steps that a failure names, the last ones. */
const mostSteps = 20;

function notThere(all: readonly SampleFact[]): Failure {
	const steps = numbersOf(all.map(({ step }) => step));
	const some = steps.slice(-mostSteps).join(', ');
	return yourFailure(
		'notFound',
		l10n.t('This training job has no sample of this step and prompt.'),
		l10n.t(
			'Choose one of the steps {0} and of the prompts {1}.',
			steps.length > mostSteps ? `…, ${some}` : some,
			numbersOf(all.map(({ promptIndex }) => promptIndex)).join(', '),
		),
	);
}

function numbersOf(numbers: readonly (number | undefined)[]): readonly number[] {
	return [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
}
