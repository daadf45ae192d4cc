/** A number of bytes for reading: `312 bytes`, `4.2 KB`, `1.8 MB` (decimal units). */
export function describeBytes(bytes: number): string {
	if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
	const units = ['KB', 'MB', 'GB', 'TB'];
	let value = bytes / 1000;
	let unit = 0;
	while (value >= 999.95 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
