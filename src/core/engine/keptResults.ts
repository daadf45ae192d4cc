import { compareVersions } from '../workflow/engineVersion.ts';
import type { KeptResults } from './ownEngine.ts';

/** From this version on an engine may keep more than the latest run, even if it was not asked to. */
const firstWithMore = '0.22';

/** Returns the results that an engine keeps, by its start options and its version; undefined if neither is known. */
export function keptResults(
	options: readonly string[],
	version: string | undefined,
): KeptResults | undefined {
	if (options.includes('--cache-none')) return 'nothing';
	if (options.includes('--cache-classic')) return 'latest';
	// Such as `--cache-lru 100`, `--cache-lru=100` and `--cache-ram`.
	if (options.some((option) => /^--cache-(?:lru|ram)(?:=|$)/.test(option))) return 'more';
	if (options.length === 0 || version === undefined) return undefined;
	return compareVersions(version, firstWithMore) < 0 ? 'latest' : 'more';
}
