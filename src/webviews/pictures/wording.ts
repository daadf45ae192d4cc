import { describeMoment } from '../../core/base/ages.ts';
import type { Size } from '../../core/base/panel/panZoom.ts';
import type { ComparedSide } from '../../core/runs/pictures/messages.ts';
import type { CompareFrame, PixelDifference } from '../../core/runs/pictures/pixelDifference.ts';

/** What distinguishes a side: seed and time of its run. @param now milliseconds since 1970. */
function labelOf({ run, name }: ComparedSide, now: number): string {
	if (run === undefined) return name;
	const time = describeMoment(run.submittedAt, now);
	return run.seed === undefined ? time : `${time} · seed ${run.seed}`;
}

/** The labels of both sides; where they are equal, the names of the files distinguish them. */
export function labelsOf(left: ComparedSide, right: ComparedSide, now: number): readonly [string, string] {
	const labels = [labelOf(left, now), labelOf(right, now)] as const;
	if (labels[0] !== labels[1]) return labels;
	return [`${labels[0]} · ${left.name}`, `${labels[1]} · ${right.name}`];
}

const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });

/** `7.5 %` of a share from 0 to 1. */
function percent(share: number): string {
	return `${number.format(100 * share)} %`;
}

/** How much two pictures differ. */
export function differenceText({ compared, different, most }: PixelDifference): string {
	if (different === 0) return 'The pictures are equal in every pixel.';
	const share =
		different === compared ? 'All pixels differ' : `${percent(different / compared)} of the pixels differ`;
	return `${share}, by at most ${percent(most / 255)}.`;
}

/** What was done to compare pictures of different sizes; empty where nothing was. */
export function sizesText(left: Size, right: Size, frame: CompareFrame): string {
	const words: string[] = [];
	const text = ({ width, height }: Size) => `${width} × ${height}`;
	if (left.width !== right.width || left.height !== right.height) {
		words.push(`Sizes differ (${text(left)} and ${text(right)}): both are compared at the same width.`);
	}
	if (frame.left.height !== frame.right.height) {
		words.push('Their shapes differ too, so only what both cover is compared.');
	}
	if (frame.reduced) words.push(`Compared at ${text(frame)}.`);
	return words.join(' ');
}
