/** Gives a number from 0 to below `count`, each as likely as the other. */
export type Choose = (count: number) => number;

/** Far deeper than realistic choices; the inside stays as written. */
const deepest = 100;

/**
 * Returns whether the node editor would send a different text: it has choices (`{a|b}`), comments, or characters that
 * are escaped because of them.
 */
export function isDynamicPrompt(text: string): boolean {
	return text.includes('{') || /\\[}|]/.test(text) || withoutComments(text) !== text;
}

/**
 * Draws a prompt from a dynamic prompt, as the node editor does immediately before it sends it: comments are removed,
 * one option of each `{a|b|{c|d}}` is chosen, and `\{`, `\|` and `\}` lose their backslash.
 */
export function drawPrompt(text: string, choose: Choose, depth = 0): string {
	const plain = withoutComments(text);
	let drawn = '';
	let at = 0;
	while (at < plain.length) {
		const open = next(plain, at, '{');
		drawn += plain.slice(at, open);
		if (open === plain.length) break;
		const { options, end } = optionsFrom(plain, open + 1);
		const option = options[choose(options.length)] ?? '';
		drawn += depth < deepest ? drawPrompt(option, choose, depth + 1) : option;
		at = end;
	}
	return drawn.replace(/\\([{}|])/g, '$1');
}

/** Returns the texts between the bars of a choice, and its end: after its brace, or at the end of the text. */
function optionsFrom(
	text: string,
	start: number,
): { readonly options: readonly string[]; readonly end: number } {
	const options: string[] = [];
	let begin = start;
	let depth = 0;
	let at = start;
	for (;;) {
		at = next(text, at, '{|}');
		const mark = text[at];
		if (mark === undefined || (mark === '}' && depth === 0)) break;
		if (mark === '|' && depth === 0) {
			options.push(text.slice(begin, at));
			begin = at + 1;
		} else if (mark !== '|') depth += mark === '{' ? 1 : -1;
		at++;
	}
	options.push(text.slice(begin, at));
	return { options, end: at + 1 };
}

/** Returns the offset of the next of these characters without a backslash before it; the end of the text if none. */
function next(text: string, from: number, marks: string): number {
	let at = from;
	while (at < text.length && !marks.includes(text.charAt(at))) at += text[at] === '\\' ? 2 : 1;
	return Math.min(at, text.length);
}

function withoutComments(text: string): string {
	let kept = '';
	let from = 0;
	let neverClosed = false;
	for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at)) {
		let end = -1;
		if (text[at + 1] === '/') end = endOfLine(text, at);
		else if (text[at + 1] === '*' && !neverClosed) {
			const close = text.indexOf('*/', at + 2);
			neverClosed = close < 0;
			if (close >= 0) end = close + 2;
		}
		if (end < 0) at++;
		else {
			kept += text.slice(from, at);
			from = end;
			at = end;
		}
	}
	return kept + text.slice(from);
}

function endOfLine(text: string, from: number): number {
	const ends = /[\n\r\u2028\u2029]/g;
	ends.lastIndex = from;
	return ends.exec(text)?.index ?? text.length;
}
