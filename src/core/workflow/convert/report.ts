import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import type { Conversion, ConversionNote } from './convertUi.ts';

type Done = Extract<Conversion, { ok: true }>;

const headings: Readonly<Record<ConversionNote['severity'], string>> = {
	error: 'Must be fixed before it can run',
	warning: 'Should be checked',
	info: 'Good to know',
};

/** What became of a conversion, in a sentence. */
export function conversionSummary(conversion: Done): string {
	const counts = (['error', 'warning'] as const).map(
		(severity) => conversion.report.filter((note) => note.severity === severity).length,
	);
	const nodes = `Converted ${counted(conversion.nodes, 'node')}.`;
	const [errors = 0, warnings = 0] = counts;
	if (errors > 0)
		return `${nodes} ${counted(errors, 'place')} could not be decided and must be fixed by hand.`;
	if (warnings > 0) return `${nodes} ${counted(warnings, 'place')} should be checked.`;
	return nodes;
}

/** The whole report as Markdown. */
export function conversionReport(name: string, conversion: Done): string {
	const lines = [
		`# Conversion of ${escapeMarkdown(name)}`,
		'',
		escapeMarkdown(conversionSummary(conversion)),
		'',
		'The UI format leaves some things to the node editor: values that a script of a node pack computes, and places of',
		'values that only the server can name. The conversion does its best; where it matters, choose *Workflow > Export (API)* in the',
		'node editor and compare.',
	];
	for (const severity of ['error', 'warning', 'info'] as const) {
		const notes = conversion.report.filter((note) => note.severity === severity);
		if (notes.length === 0) continue;
		lines.push('', `## ${headings[severity]}`, '');
		for (const note of notes) {
			const where = note.nodeId === undefined ? '' : `**Node ${escapeMarkdown(note.nodeId)}**: `;
			lines.push(`- ${where}${escapeMarkdown(note.message)}`);
		}
	}
	return `${lines.join('\n')}\n`;
}

function counted(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
