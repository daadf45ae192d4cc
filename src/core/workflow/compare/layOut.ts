import { applyEdits, format } from 'jsonc-parser';

/** A link over several lines, as the node editor exports it. */
const longLink = /\[\s*("(?:[^"\\\n]|\\.)*"),\s*(\d+)\s*\]/g;

/**
 * Returns a text formatted over lines; the order of keys and the spelling of numbers stay.
 * @param like a text with the format to adopt, so that a comparison of the two shows content and not format.
 */
export function layOut(text: string, like = ''): string {
	const indent = /\n([\t ]+)"/.exec(like)?.[1] ?? '  ';
	const tabs = indent.startsWith('\t');
	const edits = format(text, undefined, {
		insertSpaces: !tabs,
		tabSize: tabs ? 1 : indent.length,
		insertFinalNewline: like === '' || like.endsWith('\n'),
		eol: '\n',
	});
	const laidOut = applyEdits(text, edits);
	const shortLinks = /\["(?:[^"\\\n]|\\.)*", ?\d+\]/.test(like);
	return shortLinks ? laidOut.replace(longLink, '[$1, $2]') : laidOut;
}
