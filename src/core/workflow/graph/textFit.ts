import { getOrMake } from '../../base/lazy.ts';

/** The sorts of lettering on a card. */
export type Lettering = 'title' | 'small' | 'mono' | 'large';

/** The width of a text in units of the drawing. */
export type Measure = (text: string, lettering: Lettering) => number;

/** Sizes of the letterings, in units of the drawing. */
export const letterSizes: Readonly<Record<Lettering, number>> = { title: 14, small: 12, mono: 12, large: 30 };

/**
 * Returns a function that measures each text once: the same few are used at every zoom. For as many texts as one
 * picture has.
 */
export function measuredOnce(measure: Measure): Measure {
	const known = new Map<Lettering, Map<string, number>>();
	return (text, lettering) => {
		const widths = getOrMake(known, lettering, () => new Map<string, number>());
		return getOrMake(widths, text, () => measure(text, lettering));
	};
}

/** Returns the text, or as much of its beginning as fits before an ellipsis. */
export function fitText(text: string, lettering: Lettering, width: number, measure: Measure): string {
	if (measure(text, lettering) <= width) return text;
	let low = 0;
	let high = text.length;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (measure(`${text.slice(0, middle)}…`, lettering) <= width) low = middle;
		else high = middle - 1;
	}
	return `${text.slice(0, low).toWellFormed().trimEnd()}…`;
}

/** Wraps a text into at most this number of lines, at spaces if there are any; the last line may end with an ellipsis. */
export function wrapText(
	text: string,
	lettering: Lettering,
	width: number,
	most: number,
	measure: Measure,
): readonly string[] {
	const lines: string[] = [];
	let rest = text.trim();
	while (rest !== '' && lines.length < most - 1) {
		if (measure(rest, lettering) <= width) break;
		const line = firstLine(rest, lettering, width, measure);
		lines.push(line);
		rest = rest.slice(line.length).trimStart();
	}
	if (rest !== '') lines.push(fitText(rest, lettering, width, measure));
	return lines;
}

/**
 * Returns the first line. It ends at a space, else inside a compound name (`KSampler|Select`, `load_|image`), else
 * anywhere.
 */
function firstLine(text: string, lettering: Lettering, width: number, measure: Measure): string {
	const fitting = fitText(text, lettering, width, measure).slice(0, -1);
	if (fitting === '') return text.slice(0, 1);
	if (text[fitting.length] === ' ') return fitting;
	const earliest = Math.floor(fitting.length / 3);
	const space = fitting.lastIndexOf(' ');
	if (space > earliest) return fitting.slice(0, space);
	for (let at = fitting.length; at > earliest; at -= 1) {
		const [last, next] = [fitting[at - 1] ?? '', text[at] ?? ''];
		if (/[_/-]/.test(last) || (/[\p{Ll}\d]/u.test(last) && /\p{Lu}/u.test(next))) return fitting.slice(0, at);
	}
	return fitting;
}
