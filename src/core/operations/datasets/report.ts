import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { type Failure, inputFailure, mapped, type Result, success, wrongInput } from '../../base/failure.ts';
import { findingLines, placesOf } from '../../datasets/report/lines.ts';
import type { Report } from '../../datasets/report/report.ts';
import type { UploadReport } from '../../datasets/report/uploadReport.ts';
import { nonEmpty, optionalFlag } from '../members.ts';
import { operation } from '../operation.ts';
import { withDisk } from '../withSession.ts';

export const folder = nonEmpty(l10n.t('a folder with images or videos and their captions'));
export const fix = optionalFlag(
	l10n.t('apply the fixes that remove nothing, in the upload only: new names, captions as UTF-8'),
);

const reportFact = z.object({
	files: z.number(),
	bytes: z.number(),
	images: z.number(),
	videos: z.number(),
	captions: z.number(),
	leftOut: z.number(),
	/** True if nothing can be uploaded. */
	blocked: z.boolean(),
	/** The service is expected to mark the dataset as failed. */
	wouldFail: z.boolean(),
	findings: z.array(
		z.object({
			severity: z.string(),
			title: z.string(),
			explanation: z.string(),
			/** Each with its path, its place within the folder, and a remark. */
			files: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
		}),
	),
	lines: z.array(z.string()),
	/** The safe fixes that the report is made with. */
	fixed: z.exactOptional(z.string()),
});

interface Reported {
	readonly report: Report;
	readonly fixed?: string;
}

function reportFacts({ report, fixed }: Reported): z.input<typeof reportFact> {
	const { summary, blocked, wouldFail, findings } = report;
	return {
		...summary,
		blocked,
		wouldFail,
		findings: findings.map((finding) => {
			const { severity, title, explanation, files } = finding;
			const places = placesOf(finding, report);
			return {
				severity,
				title,
				explanation,
				files: files.map(({ id, note }, index) => ({ id, name: places[index] ?? id, note })),
			};
		}),
		lines: findingLines(report),
		...compact({ fixed }),
	};
}

/**
 * Returns the report of a selection that was read, after all safe fixes with `fix`, and with media of otherwise
 * excluded types with `anyway`.
 */
export async function reportOf(
	uploadReport: UploadReport,
	{ fix: withFixes = false, anyway = false }: { readonly fix?: boolean; readonly anyway?: boolean },
): Promise<Result<Reported>> {
	const made: string[] = [];
	if (withFixes && uploadReport.safeFixes !== undefined) made.push(await uploadReport.fixAllThatIsSafe());
	if (anyway && hasUnsupported(uploadReport))
		made.push(await uploadReport.fix({ kind: 'unsupported', fix: 'putBack' }));
	const { state } = uploadReport;
	const fixed = made.length === 0 ? undefined : made.join(' ');
	if (state.kind === 'ready') return success({ report: state.report, ...compact({ fixed }) });
	return wrongInput(state.kind === 'failed' ? state.sentence : l10n.t('The folder was not read.'));
}

function hasUnsupported({ state }: UploadReport): boolean {
	return state.kind === 'ready' && state.report.findings.some(({ kind }) => kind === 'unsupported');
}

/** Returns the failure of an upload with errors in its report; undefined without errors. */
export function refusalOf(report: Report, { safeFixes }: UploadReport): Failure | undefined {
	const { blocked, findings } = report;
	if (!blocked && findings.every(({ severity }) => severity !== 'error')) return undefined;
	const message = l10n.t('Nothing was sent, because the report on the folder has errors.');
	const details = findingLines(report);
	if (blocked) return inputFailure(message, undefined, details);
	const nextStep =
		safeFixes === undefined
			? l10n.t('Correct the files, or upload the usable ones with "anyway".')
			: l10n.t(
					'Apply the safe fixes with "fix", correct the files, or upload the usable ones with "anyway".',
				);
	return inputFailure(message, nextStep, details);
}

export const datasetReport = operation({
	id: 'dataset.report',
	title: l10n.t('Check a folder before it is uploaded'),
	effect: 'read',
	input: z.object({ folder, fix }),
	output: reportFact,
	run: (services, input) =>
		withDisk(services, async (disk) => {
			const place = await disk.folderAt(input.folder);
			if (!place.ok) return place;
			const uploadReport = disk.reportOf(place.value, services.log);
			try {
				await uploadReport.scan();
				return mapped(await reportOf(uploadReport, input), reportFacts);
			} finally {
				uploadReport.dispose();
			}
		}),
});
