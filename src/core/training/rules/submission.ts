import * as l10n from '@vscode/l10n';
import { either } from '../../base/language.ts';
import type { CheckContext } from '../context.ts';

const gpuTypes = ['ADA_80_PLUS', 'HOPPER_141'];

/** Checks the data sent along with the configuration: its format, the machines, and the state of the changed job. */
export function checkSubmission(context: CheckContext): void {
	const { submission } = context.options;
	if (submission === undefined) return;
	const range = context.config.root?.entries[0]?.keyRange ?? { start: 0, end: 0 };
	const { operation = 'submit', format, gpuType, gpuCount, jobStatus } = submission;
	if (format !== undefined && format !== 'yaml') {
		context.service(42251, {
			range,
			path: 'config_file_format',
			message: l10n.t('The configuration would be sent as {0}, and the service accepts only yaml.', format),
			remedy: l10n.t('Send it as yaml.'),
		});
	}
	if (gpuType !== undefined && !gpuTypes.includes(gpuType)) {
		context.service(42252, {
			range,
			path: 'gpu_type',
			message: l10n.t('The service has no GPU type {0} for training.', gpuType),
			remedy: l10n.t('Choose {0}.', either(gpuTypes)),
		});
	}
	if (gpuCount !== undefined) {
		const eight = gpuCount === 8 && gpuType !== undefined && gpuType !== 'ADA_80_PLUS';
		if ((gpuCount !== 1 && gpuCount !== 8) || eight) {
			context.service(42273, {
				range,
				path: 'gpu_count',
				message: eight
					? l10n.t('Eight GPUs come only as ADA_80_PLUS, not as {0}.', gpuType)
					: l10n.t('A job runs on 1 or 8 GPUs, not on {0}.', gpuCount),
				remedy: eight ? l10n.t('Choose ADA_80_PLUS, or 1 GPU.') : l10n.t('Choose 1 or 8.'),
			});
		}
	}
	if (jobStatus === undefined) return;
	if (operation === 'edit' && !['STOPPED', 'CANCELED', 'FAILED'].includes(jobStatus)) {
		context.service(42276, {
			range,
			path: 'status',
			message: l10n.t(
				'The job is {0}, and only a job that is stopped, canceled or failed can be edited.',
				jobStatus,
			),
			remedy: l10n.t('Cancel the job first, or wait until it has ended.'),
		});
	}
	if (operation === 'resume' && !['STOPPED', 'CANCELED'].includes(jobStatus)) {
		context.service(42267, {
			range,
			path: 'status',
			message: l10n.t(
				'The job is {0}, and only a job that is stopped or canceled can be resumed.',
				jobStatus,
			),
			remedy:
				jobStatus === 'FAILED'
					? l10n.t('Start a new job with the corrected configuration.')
					: l10n.t('Cancel the job first, or wait until it has ended.'),
		});
	}
}
