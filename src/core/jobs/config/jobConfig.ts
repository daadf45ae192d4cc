import { failed, type Result, signedOutFailure, success } from '../../base/failure.ts';
import type { Transport } from '../../http/transport.ts';
import { withoutHubTokens } from '../../training/hubVariable.ts';
import type { JobResult } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import { noConfigFailure } from '../notices.ts';
import { readConfig } from './files.ts';

/** The configuration of a job, for reading and for editing it. */
export interface JobConfig {
	readonly text: string;
	/** `sent` is the text as it was submitted; `resolved` what the service made of it. */
	readonly source: 'sent' | 'resolved';
	/** Secrets that were written out in it are hidden in this text. */
	readonly masked: boolean;
}

export interface ConfigSources {
	readonly folder: string;
	readonly result: () => Promise<Result<JobResult>>;
	/** Absent while nobody is signed in. */
	readonly transport?: Transport;
}

/** A configuration is text of some kilobytes. */
const mostBytes = 4_000_000;

/** Reads the kept text where it is whole; else the one of the service, and where that is not available the kept text with its gaps. */
export async function readJobConfig(record: JobRecord, sources: ConfigSources): Promise<Result<JobConfig>> {
	// A file that the record does not speak of is one that could not be replaced.
	const kept = record.config && (await readConfig(sources.folder, record.id));
	if (kept !== undefined && record.config === 'whole') {
		return success({ text: kept, source: 'sent', masked: false });
	}
	const resolved = await resolvedConfig(sources);
	if (resolved.ok || kept === undefined) return resolved;
	return success({ text: kept, source: 'sent', masked: true });
}

/** Returns the configuration as the service resolved it; a model-hub token that it holds is shown as the variable that was in its place. */
export async function resolvedConfig({
	result,
	transport,
}: Omit<ConfigSources, 'folder'>): Promise<Result<JobConfig>> {
	if (transport === undefined) return failed(signedOutFailure);
	const made = await result();
	if (!made.ok) return made;
	const url = made.value.config?.url;
	if (url === undefined) return failed(noConfigFailure);
	const text = await fetchConfig(transport, url);
	return text.ok ? success({ text: withoutHubTokens(text.value), source: 'resolved', masked: false }) : text;
}

/** Fetches the text of a configuration artifact. */
export async function fetchConfig(transport: Transport, url: string): Promise<Result<string>> {
	// The address is signed: no token goes there.
	const reply = await transport.send({
		method: 'GET',
		url,
		part: 'trainer',
		bearer: false,
		replyBytes: mostBytes,
	});
	return reply.ok ? success(reply.value.text) : reply;
}
