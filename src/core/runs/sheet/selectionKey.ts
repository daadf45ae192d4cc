import type { SheetSelection } from './messages.ts';

/** Returns the key of the panel of a selection: the same for the same selection. */
export function selectionKey({ runIds, documentUri, day }: SheetSelection): string {
	return JSON.stringify({
		runIds: runIds && [...new Set(runIds)].sort(),
		documentUri,
		day: day === undefined ? undefined : dayOf(day).start,
	});
}

/** Returns the beginning of the day of a time and that of the next one, in milliseconds since 1970. */
export function dayOf(moment: number): { readonly start: number; readonly end: number } {
	const date = new Date(moment);
	const at = (days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
	return { start: at(0), end: at(1) };
}
