import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../../base/failure.ts';
import { checkpointAddress } from '../../jobs/checkpoints/address.ts';
import type { JobService } from '../../jobs/jobService.ts';
import { readReference } from '../../requests/checkpointReference.ts';

/** Asks for the present addresses of checkpoints, by reference. They give access to the files: never store, log or show them. */
export async function checkpointAddresses(
	jobs: () => Promise<Pick<JobService, 'jobs' | 'result'>>,
	references: readonly string[],
): Promise<Result<ReadonlyMap<string, string>>> {
	const addresses = new Map<string, string>();
	if (references.length === 0) return success(addresses);
	const service = await jobs();
	for (const reference of references) {
		const name = readReference(reference);
		const job = service.jobs().find((each) => each.name === name?.job);
		if (name === undefined || job === undefined) return failed(unknownCheckpoint(reference));
		const address = await checkpointAddress({ service }, { id: job.id, name: name.file });
		if (!address.ok) {
			const { failure } = address;
			const message = l10n.t(
				'The address of "{0}" could not be read, so nothing was sent. {1}',
				name.file,
				failure.message,
			);
			return failed({ ...failure, message, mayHaveArrived: false });
		}
		addresses.set(reference, address.value);
	}
	return success(addresses);
}

function unknownCheckpoint(reference: string): Failure {
	return {
		kind: 'notFound',
		message: l10n.t('"{0}" is not from a training job that is known here, so nothing was sent.', reference),
		nextStep: l10n.t('Choose the checkpoint again, or track its job in the Training Jobs view.'),
		fixer: 'you',
		mayHaveArrived: false,
	};
}
