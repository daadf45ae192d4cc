import * as l10n from '@vscode/l10n';
import { describeBytes } from '../../core/base/bytes.ts';
import { findingSentence } from '../../core/base/textPositions.ts';
import { estimateText } from '../../core/records/estimate.ts';
import type { ReviewQuestion } from '../../core/runs/start/questions.ts';
import { conversionLines } from '../../core/workflow/convert/report.ts';

/** Lists in a review are no longer. */
export const mostShown = 10;

/** Returns the lines that describe the request of a run, and the problems against sending it. */
export function reviewOf({
	documentName,
	target,
	plan,
	errors,
	conversion,
	lacks,
	draws,
	estimate,
}: ReviewQuestion): {
	readonly lines: readonly string[];
	readonly problems: readonly string[];
} {
	const { changed, media, warnings, bytes } = plan;
	const takes = estimateText(estimate);
	const lines = [
		l10n.t('"{0}" is sent to "{1}" ({2}).', documentName, target.name, describeBytes(bytes)),
		plan.reason,
		...(conversion === undefined ? [] : conversionLines(conversion)),
		...(takes === '' ? [] : [l10n.t('Expected: {0}.', takes)]),
		...changed
			.slice(0, mostShown)
			.map(({ nodeId, input, from, to }) => `  ${nodeId}.${input}: ${from} -> ${to}`),
		...media.map(({ path, real = path, bytes: size }) => `  ${real} (${describeBytes(size)})`),
		...warnings.map(({ text }) => text),
		...(draws === true ? [l10n.t('Its dynamic prompts are resolved; --no-draws sends them as is.')] : []),
	];
	const lacking = lacks && [
		...lacks.classes,
		...[...lacks.models, ...lacks.values].map(({ value }) => value),
	];
	const problems = [
		...errors.slice(0, mostShown).map(findingSentence),
		...(lacking === undefined || lacking.length === 0
			? []
			: [l10n.t('"{0}" lacks: {1}.', target.name, lacking.slice(0, mostShown).join(', '))]),
	];
	return { lines, problems };
}
