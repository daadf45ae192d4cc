import type { Finding, Fix } from './findings.ts';

/**
 * The preferred fixes that can be applied together, in text order: none touches what another changes, and the same fix
 * offered for several findings comes once. What they leave comes to light with the next check.
 */
export function fixesForAll(findings: readonly Finding[]): readonly Fix[] {
	const candidates = findings.flatMap((finding) => {
		const fix = finding.fixes?.find((each) => each.preferred === true);
		return fix ? [{ fix, start: Math.min(...fix.edits.map(({ range }) => range.start)) }] : [];
	});
	const chosen: Fix[] = [];
	const seen = new Set<string>();
	let reach = 0;
	for (const { fix, start } of candidates.sort((a, b) => a.start - b.start)) {
		const key = fix.edits.map(({ range, newText }) => `${range.start} ${range.end} ${newText}`).join('\n');
		if (start < reach || seen.has(key)) continue;
		seen.add(key);
		reach = Math.max(...fix.edits.map(({ range }) => range.end));
		chosen.push(fix);
	}
	return chosen;
}
