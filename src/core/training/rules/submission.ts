import * as l10n from '@vscode/l10n';
import { either } from '../../base/language.ts';
import type { CheckContext, ServiceCode } from '../context.ts';

const gpuTypes = ['ADA_80_PLUS', 'HOPPER_141'];

/** Checks the data sent along with the configuration: its format, the machines, and the state of the changed job. */
export function checkSubmission(context: CheckContext): void {
	const { submission } = context.options;
	if (submission === undefined) return;
	const range = context.config.root?.entries[0]?.keyRange ?? { start: 0, end: 0 };
	const { operation = 'submit', format, gpuType, gpuCount, jobStatus } = submission;
	const refuse = (code: ServiceCode, path: string, message: string, remedy: string) =>
		context.service(code, { range, path, message, remedy });
	if (format !== undefined && format !== 'yaml') {
		refuse(
			42251,
			'config_file_format',
			l10n.t('The configuration would be sent as {0}, and the service accepts only yaml.', format),
			l10n.t('Send it as yaml.'),
		);
	}
	if (gpuType !== undefined && !gpuTypes.includes(gpuType)) {
		refuse(
			42252,
			'gpu_type',
			l10n.t('The service has no GPU type {0} for training.', gpuType),
			l10n.t('Choose {0}.', either(gpuTypes)),
		);
	}
	if (gpuCount !== undefined) {
		const eight = gpuCount === 8 && gpuType !== undefined && gpuType !== 'ADA_80_PLUS';
		if ((gpuCount !== 1 && gpuCount !== 8) || eight) {
			refuse(
				42273,
				'gpu_count',
				eight
					? l10n.t('Eight GPUs come only as ADA_80_PLUS, not as {0}.', gpuType)
					: l10n.t('A job runs on 1 or 8 GPUs, not on {0}.', gpuCount),
				eight ? l10n.t('Choose ADA_80_PLUS, or 1 GPU.') : l10n.t('Choose 1 or 8.'),
			);
		}
	}
	if (jobStatus === undefined) return;
	if (operation === 'edit' && !['STOPPED', 'CANCELED', 'FAILED'].includes(jobStatus)) {
		refuse(
			42276,
			'status',
			l10n.t('The job is {0}, and only a job that is stopped, canceled or failed can be edited.', jobStatus),
			l10n.t('Cancel the job first, or wait until it has ended.'),
		);
	}
	if (operation === 'resume' && !['STOPPED', 'CANCELED'].includes(jobStatus)) {
		refuse(
			42267,
			'status',
			l10n.t('The job is {0}, and only a job that is stopped or canceled can be resumed.', jobStatus),
			jobStatus === 'FAILED'
				? l10n.t('Start a new job with the corrected configuration.')
				: l10n.t('Cancel the job first, or wait until it has ended.'),
		);
	}
}
