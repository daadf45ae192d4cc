export const isAny = (type: string): boolean => type === '*' || type === '';

/** Whether a slot that gives one type can be linked to one that wants another; both may name several. */
export function fits(given: string, wanted: string): boolean {
	if (isAny(given) || isAny(wanted)) return true;
	const names = new Set(given.toUpperCase().split(','));
	return wanted
		.toUpperCase()
		.split(',')
		.some((name) => names.has(name));
}
