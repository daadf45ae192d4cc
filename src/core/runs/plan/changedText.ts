/** How much of what both texts share is shown before the place where they differ, in UTF-16 units. */
const context = 12;
/** Up to here a shared beginning is shown whole. */
const shortBeginning = 24;

/**
 * Two texts for one narrow line, cut so that the place where they differ is visible: `…dawn, snow` and `…dawn, rain`.
 * @param limit the longest result, in UTF-16 units.
 */
export function aroundDifference(
	from: string,
	to: string,
	limit = 60,
): { readonly from: string; readonly to: string } {
	let same = 0;
	while (same < from.length && same < to.length && from[same] === to[same]) same++;
	const start = same <= shortBeginning ? 0 : same - context;
	const cut = (text: string) => {
		const rest = start === 0 ? text : `…${text.slice(start)}`;
		return (rest.length <= limit ? rest : `${rest.slice(0, limit - 1)}…`).toWellFormed();
	};
	return { from: cut(from), to: cut(to) };
}
