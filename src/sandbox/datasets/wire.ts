import { createHmac } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import type { ArrivedFile, DatasetRecord } from './records.ts';

/** Returns a dataset on the wire, id and name under both of their names (wire-facts.md, 10); `files` in the reply to status only. */
export function datasetWire(record: DatasetRecord, files?: readonly ArrivedFile[]) {
	return {
		id: record.id,
		dataset_id: record.id,
		name: record.name,
		dataset_name: record.name,
		status: record.state,
		created_at: timestamp(record.createdAt),
		updated_at: timestamp(record.updatedAt),
		...compact({
			error: record.error,
			files: files?.map(({ name, bytes }) => ({ filename: name, size_bytes: bytes })),
		}),
	};
}

/** The permission of a signed address: one file of one dataset, of exactly that size, until it expires. */
interface UploadGrant {
	readonly datasetId: string;
	readonly name: string;
	readonly bytes: number;
	/** Virtual milliseconds since 1970. */
	readonly expiresAt: number;
}

/** Returns the address on the storage host, which takes no token. */
export function uploadUrl(sandbox: SandboxContext, grant: UploadGrant): string {
	const query = new URLSearchParams({
		size: String(grant.bytes),
		expires: String(grant.expiresAt),
		signature: uploadSignature(sandbox, grant),
	});
	return `${sandbox.origins.storage}/datasets/${grant.datasetId}/${encodeURIComponent(grant.name)}?${query}`;
}

/** Returns the signature that makes the address of an upload valid. */
export function uploadSignature(sandbox: SandboxContext, grant: UploadGrant): string {
	const signed = `upload\n${grant.datasetId}\n${grant.bytes}\n${grant.expiresAt}\n${grant.name}`;
	return createHmac('sha256', sandbox.secret()).update(signed).digest('hex');
}

const types: Readonly<Record<string, string>> = {
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	webp: 'image/webp',
	mp4: 'video/mp4',
	m4v: 'video/mp4',
	mov: 'video/quicktime',
	avi: 'video/x-msvideo',
	webm: 'video/webm',
	mkv: 'video/x-matroska',
	wmv: 'video/x-ms-wmv',
	flv: 'video/x-flv',
	txt: 'text/plain',
};

/** Returns the content type that a signed upload must have. */
export function uploadType(name: string): string {
	return types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}
