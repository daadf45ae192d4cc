import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { type Result, success, wrongInput } from '../../base/failure.ts';
import { jobSample } from '../../operations/jobs/samples.ts';
import { natural, nonEmpty, optionalText } from '../../operations/members.ts';
import { runResult } from '../../operations/runs/runs.ts';
import { picture } from '../node/picture.ts';
import { named } from '../texts.ts';
import { type Call, reads, tool } from '../tool.ts';
import { orJobs } from './jobFacts.ts';
import { orRequests, ownId, pictureName, requestId } from './requestFacts.ts';

type File = z.output<typeof jobSample.output>;

export const showResult = tool({
	name: 'show_result',
	title: 'Look at a result',
	description:
		'Shows a small version of a picture of a request or, with job_id, of a sample of a training job. The answer has the path of the file itself.',
	annotations: reads,
	input: z.strictObject({
		request_id: z.exactOptional(requestId),
		file: optionalText('name of the file; the first picture without it'),
		job_id: z.exactOptional(nonEmpty('in place of a request_id')),
		step: natural('of a sample; the latest step without it'),
		prompt: natural('number of its prompt, from 0; the first without it'),
	}),
	output: z.object({
		name: z.string(),
		path: z.string(),
		shown: z.enum(['picture', 'thumbnail', 'link']),
		step: z.exactOptional(z.number()),
		prompt: z.exactOptional(z.number()),
		prompt_text: z.exactOptional(z.string()),
		seed: z.exactOptional(z.string()),
	}),
	async run(call, { request_id: request, file, job_id: id, ...sample }) {
		if ((request === undefined) === (id === undefined))
			return wrongInput('Give either a request_id or a job_id.');
		if (id === undefined ? Object.keys(sample).length > 0 : file !== undefined)
			return wrongInput('file is of a request; step and prompt are of a training job.');
		const found: Result<File> =
			id === undefined
				? await fileOf(call, request ?? '', file)
				: await orJobs(call, id, await call.run(jobSample, { id, ...sample }));
		if (!found.ok) return found;
		const { name, path, step, promptIndex: prompt, promptText, seed } = found.value;
		const { shown, content } = await picture(path, name);
		const about = [
			`${named(name)} is at ${path}`,
			...(step === undefined ? [] : [`step ${step}`]),
			...(promptText === undefined ? [] : [`prompt ${prompt}: ${named(promptText, longestPrompt)}`]),
			...(seed === undefined ? [] : [`seed ${seed}`]),
		];
		return success({
			value: { name, path, shown, ...compact({ step, prompt, prompt_text: promptText, seed }) },
			text: about.join(', '),
			more: [content],
		});
	},
});

const longestPrompt = 500;

async function fileOf(call: Call, given: string, wanted: string | undefined): Promise<Result<File>> {
	const id = await ownId(call, given);
	const made = await orRequests(call, id, await call.run(runResult, { id }));
	if (!made.ok) return made;
	const here = made.value.files.filter(({ path }) => path !== undefined);
	const file =
		wanted === undefined
			? (here.find(({ name }) => pictureName.test(name)) ?? here[0])
			: here.find(({ name, path }) => name === wanted || path === wanted);
	return file?.path === undefined
		? wrongInput('There is no such file of this request on this computer. get_request_result lists them.')
		: success({ name: file.name, path: file.path });
}
