/** The share of a result for the common text before the difference, and after it. */
const shared = 1 / 5;
/** A common beginning or end up to this length is shown whole. */
const short = 24;

/**
 * Shortens two texts to one narrow line each, with their difference visible: `…dawn, snow and wi…` and `…dawn, rain and
 * wi…`.
 * @param limit the longest result, in UTF-16 units.
 */
export function aroundDifference(
	from: string,
	to: string,
	limit = 60,
): { readonly from: string; readonly to: string } {
	let same = 0;
	while (same < from.length && same < to.length && from[same] === to[same]) same++;
	const shorter = Math.min(from.length, to.length);
	let sameEnd = 0;
	while (sameEnd < shorter - same && from.at(-1 - sameEnd) === to.at(-1 - sameEnd)) sameEnd++;
	const context = Math.floor(limit * shared);
	const start = same <= short ? 0 : same - context;
	const left = sameEnd <= short ? 0 : sameEnd - context;
	const cut = (text: string) => {
		const shown = text.slice(start, text.length - left);
		const rest = `${start === 0 ? '' : '…'}${shown}${left === 0 ? '' : '…'}`;
		return (rest.length <= limit ? rest : `${rest.slice(0, limit - 1)}…`).toWellFormed();
	};
	return { from: cut(from), to: cut(to) };
}
