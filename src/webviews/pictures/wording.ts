import * as l10n from '@vscode/l10n';
import { describeMoment } from '../../core/base/ages.ts';
import { percentText } from '../../core/base/language.ts';
import type { Size } from '../../core/base/panel/panZoom.ts';
import type { ComparedSide } from '../../core/runs/pictures/messages.ts';
import type { CompareFrame, PixelDifference } from '../../core/runs/pictures/pixelDifference.ts';

/** Returns the label that distinguishes a side: the time of its run, with the input that differs, or its seed. @param now milliseconds since 1970. */
function labelOf({ run, name }: ComparedSide, now: number): string {
	if (run === undefined) return name;
	const time = describeMoment(run.submittedAt, now);
	if (run.words !== undefined) return `${time} · ${run.words}`;
	return run.seed === undefined ? time : l10n.t('{0} · seed {1}', time, run.seed);
}

/** Returns the labels of both sides; if they are equal, the names of the files distinguish them. */
export function labelsOf(left: ComparedSide, right: ComparedSide, now: number): readonly [string, string] {
	const labels = [labelOf(left, now), labelOf(right, now)] as const;
	if (labels[0] !== labels[1]) return labels;
	return [`${labels[0]} · ${left.name}`, `${labels[1]} · ${right.name}`];
}

/** Formats a share from 0 to 1: `7.5%`. */
function percent(share: number): string {
	return percentText(100 * share, { maximumSignificantDigits: 2 });
}

/** Describes how much two pictures differ. */
export function differenceText({ compared, different, most }: PixelDifference): string {
	if (different === 0) return l10n.t('The pictures are identical.');
	return different === compared
		? l10n.t('All pixels differ, by at most {0}.', percent(most / 255))
		: l10n.t('{0} of the pixels differ, by at most {1}.', percent(different / compared), percent(most / 255));
}

/** Describes how pictures of different sizes are compared; empty for equal sizes. */
export function sizesText(left: Size, right: Size, frame: CompareFrame): string {
	const words: string[] = [];
	const text = ({ width, height }: Size) => `${width} × ${height}`;
	if (left.width !== right.width || left.height !== right.height) {
		words.push(
			l10n.t('Sizes differ ({0} and {1}): both are compared at the same width.', text(left), text(right)),
		);
	}
	if (frame.left.height !== frame.right.height) {
		words.push(l10n.t('Their shapes differ too, so only the area that both cover is compared.'));
	}
	if (frame.reduced) words.push(l10n.t('Compared at {0}.', text(frame)));
	return words.join(' ');
}
