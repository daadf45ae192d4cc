/** The layout of the results panel. The picture has priority: it keeps half of the height. */
interface PanelLayout {
	/** One toolbar with a menu for the rest, a small strip, and no line with the prompt. */
	readonly compact: boolean;
	/** The place of open details: in a column of their own, or under the results. */
	readonly details: 'beside' | 'beneath';
}

/** The width in pixels from which the details fit next to the picture. */
export const wideFrom = 720;

/** If height is scarcer than width, the details are next to the picture from this width on. */
const besideFrom = 480;

/** The height in pixels below which two toolbars and a large strip would take the room of the picture. */
const tallFrom = 600;

/** The height in pixels from which details under the results leave enough for everything. */
const tallWithDetailsFrom = 1000;

/**
 * Returns the layout for a size.
 * @param size of the panel, in pixels.
 * @param hasResults true if there are results; without them nothing else needs to give way.
 */
export function panelLayout(
	size: { readonly width: number; readonly height: number },
	detailsOpen: boolean,
	hasResults = true,
): PanelLayout {
	const short = size.height < tallFrom;
	const beside = size.width >= (short ? besideFrom : wideFrom);
	const compact = short || (hasResults && detailsOpen && !beside && size.height < tallWithDetailsFrom);
	return { compact, details: beside ? 'beside' : 'beneath' };
}

/** Width of one tool with its gap, in pixels. */
const toolWidth = 26;

/** Divides tools into those of a one-line toolbar and those of its menu; the name keeps half of the line. */
export function foldTools<T>(
	tools: readonly T[],
	width: number,
): { readonly shown: readonly T[]; readonly folded: readonly T[] } {
	const room = Math.floor(width / 2 / toolWidth);
	if (tools.length <= room) return { shown: tools, folded: [] };
	const count = Math.max(1, room - 1);
	return { shown: tools.slice(0, count), folded: tools.slice(count) };
}
