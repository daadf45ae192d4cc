export const isAny = (type: string): boolean => type === '*' || type === '';

/** Returns whether a slot of one type can be linked to one of another; both may name several types. */
export function fits(given: string, wanted: string): boolean {
	if (isAny(given) || isAny(wanted)) return true;
	const names = new Set(given.toUpperCase().split(','));
	return wanted
		.toUpperCase()
		.split(',')
		.some((name) => names.has(name));
}
