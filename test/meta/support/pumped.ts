import { readText } from './project.ts';

/** A text of about a number of characters, made of one piece over and over. */
export interface Pumped {
	readonly name: string;
	readonly text: (length: number) => string;
}

/** Returns the processor time of a call in this thread, in microseconds: other programs do not count. */
function timeOf(run: () => void): number {
	const before = process.threadCpuUsage();
	run();
	const { user, system } = process.threadCpuUsage(before);
	return user + system;
}

const leastOf = (times: number, run: () => void): number =>
	Math.min(...Array.from({ length: times }, () => timeOf(run)));

/** Times shorter than this are no evidence of growth, in microseconds. */
const measurable = 2000;
const longest = 32_000;

/** Sixteen times the text takes a reader that is in proportion some sixteen times as long, and one that is not 256 times. */
const moreText = 16;
const mostGrowth = 80;
const surelySquare = 160;

/** Returns whether the time grows with the square of the text: by the least of several measurements, to ignore other activity. */
export function isSquare(run: (text: string) => void, { text }: Pumped): boolean {
	let length = 500;
	const small = () => {
		const input = text(length);
		return leastOf(2, () => run(input));
	};
	let time = small();
	for (; time < measurable; time = small()) {
		length *= 2;
		if (length > longest) return false;
	}
	const input = text(length * moreText);
	for (let attempt = 0; attempt < 4; attempt += 1) {
		const growth = timeOf(() => run(input)) / time;
		if (growth < mostGrowth) return false;
		if (growth > surelySquare && attempt > 0) return true;
		time = Math.max(time, small());
	}
	return true;
}

/** Returns the texts, at 1,000 characters, that a reader takes longest for. */
export function slowestOf(
	run: (text: string) => void,
	pumps: readonly Pumped[],
	count: number,
): readonly Pumped[] {
	const timed = pumps.map((pump) => {
		const input = pump.text(1000);
		const times = [0, 1].map(() => {
			const begin = performance.now();
			run(input);
			return performance.now() - begin;
		});
		return { pump, time: Math.min(...times) };
	});
	return timed
		.sort((one, other) => other.time - one.time)
		.slice(0, count)
		.map(({ pump }) => pump);
}

const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));

/** Texts of one piece, each after a beginning and before an end. */
export function pumpsOf(
	pieces: Iterable<string>,
	around: readonly (readonly [begin: string, end: string])[],
): readonly Pumped[] {
	return [...new Set(pieces)]
		.filter((piece) => piece !== '')
		.flatMap((piece) =>
			around.map(([begin, end]) => ({
				name: `${JSON.stringify(begin)}, ${JSON.stringify(piece)} again and again, ${JSON.stringify(end)}`,
				text: (length: number) => `${begin}${repeated(piece, length)}${end}`,
			})),
		);
}

/** Texts with one half that opens and one half that closes, or closes something else. */
export const nestedPumps: readonly Pumped[] = ['[', '{', '(', '{"a":', '${', '<a>', '- '].flatMap((open) =>
	[']', '}', ')', '}}', '</a>', '"', ' x'].map((close) => ({
		name: `${JSON.stringify(open)} and then ${JSON.stringify(close)} again and again`,
		text: (length: number) => `${repeated(open, length / 2)}${repeated(close, length / 2)}`,
	})),
);

/** Pieces that readers of text know as special, whatever they read. */
export const commonPieces: readonly string[] = [
	...[
		'a',
		'Z',
		'1',
		'_',
		'-',
		'.',
		',',
		':',
		';',
		'/',
		'\\',
		'|',
		'+',
		'=',
		'*',
		'&',
		'#',
		'%',
		'@',
		'~',
		'!',
		'?',
		'$',
		'<',
		'>',
	],
	...[' ', '\t', '\n', '\r\n', '\n ', '\u00a0', '\u2028', '\ufeff', '\u0000', '\ud800', 'é', '😀'],
	...[
		'"',
		"'",
		'`',
		'\\"',
		'\\u',
		'[',
		']',
		'{',
		'}',
		'(',
		')',
		'[}',
		'{]',
		'[]',
		'{}',
		'${',
		'${a',
		'[0]',
		'a[0].',
	],
	...[
		'"a":',
		'"a" ',
		'{"a":',
		'"a":1,',
		'1,',
		'1.0,',
		'1e5,',
		'-0,',
		'null,',
		'NaN,',
		'//',
		'/*',
		'*/',
		'...',
		'--a ',
		'- a\n',
		'-\n',
	],
	...[
		'a: ',
		'a:\n',
		'a: b\n',
		' a:',
		': ',
		'? ',
		'&a ',
		'*a ',
		'!!a ',
		'|\n',
		'>',
		'---\n',
		'<<: *a\n',
		'# a\n',
		' #',
		'[trigger]',
	],
	...[
		'http://a',
		'://',
		'a@b:',
		'a:b@',
		'?a=b&',
		'token=',
		'"token":"',
		'hf_token: ',
		'Bearer ',
		'eyJ',
		'data:image/png;base64,',
	],
];

/** Returns the pieces in the short texts of a source. */
export function ownPieces(file: string): readonly string[] {
	const source = readText(file);
	const texts = source.matchAll(/'((?:[^'\\\n]|\\.){1,12})'/g);
	return [...texts]
		.map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'))
		.filter((text) => !text.startsWith('../'))
		.slice(0, 25);
}
