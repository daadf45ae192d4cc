import { createHmac } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';

/** Milliseconds for which an address of an artifact is valid: of the virtual clock, and never less in real time. */
const artifactLifetimeMs = 3_600_000;

/** The folder of a job on the storage host, as the service lays it out (wire-facts.md, section 11). */
export const artifactPath = '/train/users/:accountId/ai-toolkit/output/:jobName';

/** Returns a signed address for a file of a job; `file` is its name below the job's folder. */
export function artifactUrl(
	sandbox: SandboxContext,
	accountId: string,
	jobName: string,
	file: string,
): string {
	const lifetime = Math.ceil(artifactLifetimeMs * Math.max(1, sandbox.clock.speed));
	const expires = sandbox.clock.now() + lifetime;
	const path = `/train/users/${accountId}/ai-toolkit/output/${jobName}/${file}`;
	const signature = signatureOf(sandbox, accountId, jobName, file, expires);
	return `${sandbox.origins.storage}${path}?expires=${expires}&signature=${signature}`;
}

/** Returns whether the query of an address makes it valid now. */
export function isSigned(
	sandbox: SandboxContext,
	accountId: string,
	jobName: string,
	file: string,
	query: { readonly expires: string | undefined; readonly signature: string | undefined },
): boolean {
	const expires = Number(query.expires);
	if (!Number.isSafeInteger(expires) || expires <= sandbox.clock.now()) return false;
	return query.signature === signatureOf(sandbox, accountId, jobName, file, expires);
}

function signatureOf(
	sandbox: SandboxContext,
	accountId: string,
	jobName: string,
	file: string,
	expires: number,
): string {
	return createHmac('sha256', sandbox.secret())
		.update(`train/${accountId}/${jobName}/${file}/${expires}`)
		.digest('hex')
		.slice(0, 32);
}
