import { isOwn, type SessionSource } from '../../account/session.ts';
import type { JobService } from '../jobService.ts';
import type { SamplesSource } from './jobSamples.ts';

/** Returns jobs as their samples need them: files are fetched only for the account that is signed in. */
export function samplesSource(jobs: JobService, session: SessionSource): SamplesSource {
	return {
		get: (id) => jobs.get(id),
		result: (id) => jobs.result(id, 'recent'),
		async configText(id) {
			const config = await jobs.configs.read(id);
			return config.ok ? config.value.text : undefined;
		},
		transport(id) {
			const { current } = session;
			const job = jobs.get(id);
			const isIts = job !== undefined && current.state === 'signedIn' && isOwn(job, current);
			return isIts ? current.service.transport : undefined;
		},
		onDidChange: jobs.onDidChange,
	};
}
