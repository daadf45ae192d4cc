import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { indentedJson } from '../json/indented.ts';
import type { JobRecord } from './jobRecord.ts';

/** The list of jobs as a file that another computer can read. It has no configurations, no addresses and no secrets. */

export type ExportedJob = Pick<
	JobRecord,
	'connectionId' | 'accountId' | 'name' | 'submittedAt' | 'state' | 'gpuType' | 'gpuCount'
> & { readonly jobId: string };

const entry = z.object({
	jobId: z.string().check(z.regex(/^[0-9a-f-]{36}$/i)),
	connectionId: z.string().check(z.minLength(1), z.maxLength(200)),
	accountId: z.string().check(z.minLength(1), z.maxLength(200)),
	name: z.string().check(z.maxLength(300)),
	submittedAt: z.number(),
	state: z.string().check(z.maxLength(100)),
	gpuType: z.exactOptional(z.string().check(z.maxLength(100))),
	gpuCount: z.exactOptional(z.number()),
} satisfies Record<keyof ExportedJob, z.ZodMiniType>);

const kind = 'easel training jobs';
const file = z.object({ kind: z.literal(kind), jobs: z.array(z.unknown()) });

const mostImported = 5000;

/** Writes the JSON text of the jobs that the service knows. */
export function writeJobList(records: readonly JobRecord[]): string {
	const jobs: ExportedJob[] = records.flatMap(
		({ jobId, connectionId, accountId, name, submittedAt, state, gpuType, gpuCount }) =>
			jobId === undefined
				? []
				: [
						{
							jobId,
							connectionId,
							accountId,
							name,
							submittedAt,
							state,
							...compact({ gpuType, gpuCount }),
						},
					],
	);
	return `${indentedJson({ kind, jobs })}\n`;
}

/** Reads the jobs of an exported list, and counts the unreadable entries; `undefined` if the text is not such a list. */
export function readJobList(
	text: string,
): { readonly jobs: readonly ExportedJob[]; readonly skipped: number } | undefined {
	const list = z.safeParse(file, parsed(text));
	if (!list.success) return undefined;
	const entries = list.data.jobs.slice(0, mostImported);
	const jobs = entries.flatMap((value) => {
		const read = z.safeParse(entry, value);
		return read.success ? [read.data] : [];
	});
	return { jobs, skipped: list.data.jobs.length - jobs.length };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
