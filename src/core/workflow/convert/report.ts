import * as l10n from '@vscode/l10n';
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import { counted } from '../../base/language.ts';
import type { ConversionOutcome } from './apiDocument.ts';
import type { Conversion, ConversionNote } from './convertUi.ts';

type Done = Pick<Extract<Conversion, { ok: true }>, 'nodes' | 'report'>;

const headings: Readonly<Record<ConversionNote['severity'], string>> = {
	error: l10n.t('Must be fixed before it can run'),
	warning: l10n.t('Should be checked'),
	info: l10n.t('Good to know'),
};

/** The outcome of a conversion without nodes. */
export const nothingConverted = {
	message: l10n.t('Nothing was converted: the workflow contains no node that an engine runs.'),
	nextStep: l10n.t(
		'Notes and muted nodes are left out: unmute its nodes in the node editor, or convert another workflow.',
	),
};

/** Describes the outcome of a conversion in a sentence. */
export function conversionSummary({ nodes, report }: Done): string {
	if (nodes === 0) return `${nothingConverted.message} ${nothingConverted.nextStep}`;
	const converted = counted(nodes, l10n.t('Converted 1 node.'), l10n.t('Converted {0} nodes.'));
	const [errors, warnings] = [notesOf(report, 'error').length, notesOf(report, 'warning').length];
	if (errors + warnings === 0) return converted;
	const places =
		errors > 0
			? counted(
					errors,
					l10n.t('1 place is ambiguous and must be fixed manually.'),
					l10n.t('{0} places are ambiguous and must be fixed manually.'),
				)
			: counted(warnings, l10n.t('1 place should be checked.'), l10n.t('{0} places should be checked.'));
	return `${converted} ${places}`;
}

function notesOf(report: Done['report'], severity: ConversionNote['severity']): Done['report'] {
	return report.filter((note) => note.severity === severity);
}

/** Returns the outcome of a conversion as sentences: the summary if nodes were converted, then each note that may matter. */
export function conversionLines({ nodes, report }: ConversionOutcome): readonly string[] {
	if (nodes === undefined) return report.map(noteLine);
	const notes = report.filter(({ severity }) => severity !== 'info');
	return [conversionSummary({ nodes, report }), ...notes.map(noteLine)];
}

/** Returns a note as a sentence with its node. */
export function noteLine({ nodeId, message }: Pick<ConversionNote, 'nodeId' | 'message'>): string {
	return nodeId === undefined ? message : l10n.t('Node {0}: {1}', nodeId, message);
}

/** Returns the whole report as Markdown. */
export function conversionReport(name: string, conversion: Done): string {
	const lines = [
		`# ${l10n.t('Conversion of {0}', escapeMarkdown(name))}`,
		'',
		escapeMarkdown(conversionSummary(conversion)),
		'',
		l10n.t(
			'The UI format leaves some things to the node editor: values that a script of a node pack computes, and places of\nvalues that only the server can name. The conversion does its best; where it matters, choose *Workflow > Export (API)* in the\nnode editor and compare.',
		),
	];
	for (const severity of ['error', 'warning', 'info'] as const) {
		const notes = notesOf(conversion.report, severity);
		if (notes.length === 0) continue;
		lines.push('', `## ${headings[severity]}`, '');
		for (const note of notes) {
			const where =
				note.nodeId === undefined ? '' : `**${l10n.t('Node {0}', escapeMarkdown(note.nodeId))}**: `;
			lines.push(`- ${where}${escapeMarkdown(note.message)}`);
		}
	}
	return `${lines.join('\n')}\n`;
}
