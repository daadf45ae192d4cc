import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { SessionSource } from '../../account/session.ts';
import type { Clock } from '../../base/clock.ts';
import {
	type Failure,
	failed,
	type Result,
	signedOutFailure,
	success,
	yourFailure,
} from '../../base/failure.ts';
import { diskTrouble } from '../../transfers/diskTrouble.ts';
import type { JobService } from '../jobService.ts';
import { SampleAddresses } from './addresses.ts';
import type { SampleCache } from './cache.ts';
import { samplesSource } from './source.ts';

export interface SampleCopySource {
	readonly service: JobService;
	readonly session: SessionSource;
}

/** Returns the path of the copy of a sample in a cache; it is downloaded if missing. */
export async function sampleCopy(
	cache: SampleCache,
	clock: Clock,
	{ service, session }: SampleCopySource,
	{ id, name, signal }: { readonly id: string; readonly name: string; readonly signal: AbortSignal },
): Promise<Result<string>> {
	const source = samplesSource(service, session);
	const transport = source.transport(id);
	if (transport === undefined) return failed(signedOutFailure);
	const addresses = new SampleAddresses(() => source.result(id), clock);
	const looking = cache.use(id);
	try {
		const outcome = await cache.fetch(id, name, addresses, transport, signal);
		if (outcome.kind === 'there') return success(join(cache.folderOf(id), outcome.file));
		return failed(outcome.kind === 'gone' ? goneFailure(name) : outcome.failure);
	} catch (cause) {
		return failed(diskTrouble(cause, name));
	} finally {
		looking.dispose();
	}
}

function goneFailure(name: string): Failure {
	return yourFailure(
		'notFound',
		l10n.t('The service no longer has the sample "{0}".', name),
		l10n.t('Choose another sample of the job.'),
	);
}
