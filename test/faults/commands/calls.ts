import type { JournalEntry } from '../sandbox.ts';
import type { CallKind } from './oddities.ts';
import type { Reply } from './replies.ts';

/** A call at the proxy. */
export interface Call {
	readonly host: 'api' | 'storage';
	readonly method: string;
	readonly path: string;
	readonly kind: CallKind;
	/** The thing that it submits. */
	readonly name: string | undefined;
	readonly key: string;
	readonly number: number;
}

export function kindOf(host: 'api' | 'storage', method: string, path: string): CallKind {
	if (host === 'storage') return method === 'GET' ? 'file' : 'upload';
	if (method === 'GET')
		return /\/(?:deployments|datasets|models)$|\/datasets\/[^/]+\/status$|\/jobs\/[^/]+\/result$/.test(path)
			? 'list'
			: 'record';
	if (/\/upload$/.test(path)) return 'upload';
	return method === 'POST' && /\/inference$|\/v1\/models\/|\/ai-toolkit\/jobs$|\/datasets$/.test(path)
		? 'submission'
		: 'change';
}

/** Returns the id of the thing that a call created, or dataset and name of a file that has arrived. */
export function acceptedBy({ kind, host, path }: Call, { status, body }: Reply): string | undefined {
	if (status >= 300) return undefined;
	if (host === 'storage')
		return kind === 'upload' ? path.split('/').slice(-2).map(decodeURIComponent).join('/') : undefined;
	if (kind !== 'submission' && kind !== 'upload') return undefined;
	const record = JSON.parse(body.toString()) as Record<string, string>;
	return kind === 'upload' ? `${record.dataset_id}/${record.filename}` : (record.request_id ?? record.id);
}

/** Returns the address of the thing that a submission created. */
export function addressOf({ path }: Call, id: string | undefined): string | undefined {
	if (id === undefined) return undefined;
	if (path.endsWith('/inference')) return path.replace(/inference$/, `requests/${id}/status`);
	if (path.startsWith('/v1/models/')) return `/v1/requests/${id}/status`;
	return path.endsWith('/jobs') ? `${path}/${id}/status` : undefined;
}

export function entryOf(
	{ host, method, path }: Call,
	number: number,
	accepted: string,
	isLost: boolean,
): JournalEntry {
	return { host, method, path, number, accepted, faults: [], status: isLost ? 0 : 200 };
}
