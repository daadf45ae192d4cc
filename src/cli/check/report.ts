import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as l10n from '@vscode/l10n';
import type * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { type Finding, plainFixes, type Severity, type TextRange } from '../../core/base/findings.ts';
import { counted, numberText } from '../../core/base/language.ts';
import { findingSentence, textPositions } from '../../core/base/textPositions.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import type { checkOutput } from './output.ts';

export interface FileReport {
	readonly file: string;
	readonly kind: 'workflow' | 'training' | 'deployment' | 'presets' | 'sweep';
	readonly text: string;
	readonly findings: readonly Finding[];
}

/** Returns the report for people: one line each, without quiet remarks, and the total at the end. */
export function asText(reports: readonly FileReport[]): string {
	const lines: string[] = [];
	const counts = { error: 0, warning: 0 };
	for (const { file, text, findings } of reports) {
		const at = textPositions(text);
		for (const finding of findings) {
			const { severity, code, range } = finding;
			if (severity === 'hint') continue;
			if (severity !== 'info') counts[severity]++;
			const { line, character } = at(range.start);
			const place = `${file}:${line + 1}:${character + 1}`;
			lines.push(printable(`${place}: ${severity}: ${findingSentence(finding)} [${code}]`));
		}
	}
	const errors = counted(counts.error, l10n.t('1 error'), l10n.t('{0} errors'));
	const warnings = counted(counts.warning, l10n.t('1 warning'), l10n.t('{0} warnings'));
	lines.push(
		reports.length === 1
			? l10n.t('{0}, {1} in 1 document', errors, warnings)
			: l10n.t('{0}, {1} in {2} documents', errors, warnings, numberText(reports.length)),
	);
	return `${lines.join('\n')}\n`;
}

/** Returns the report for programs: every finding with its place and its fixes, and the unchecked files. */
export function asWhole(reports: readonly FileReport[], problems: readonly string[]): string {
	return `${printableJson({ documents: reports.length, findings: rowsOf(reports), problems })}\n`;
}

/** Returns the findings for programs: each with its place and its fixes. */
export function asJson(reports: readonly FileReport[]): string {
	return `${printableJson(rowsOf(reports))}\n`;
}

type Row = z.output<typeof checkOutput>['findings'][number];

function rowsOf(reports: readonly FileReport[]): readonly Row[] {
	return reports.flatMap(({ file, kind, text, findings }) => {
		const at = textPositions(text);
		const place = ({ start, end }: TextRange) => ({ start: at(start), end: at(end) });
		return findings.map((finding) => ({
			file,
			kind,
			severity: finding.severity,
			code: finding.code,
			message: findingSentence(finding),
			range: place(finding.range),
			...compact({ nodeId: finding.nodeId, input: finding.input, path: finding.path }),
			fixes: plainFixes(finding).map(({ title, edits }) => ({
				title,
				edits: edits.map(({ range, newText }) => ({ range: place(range), newText })),
			})),
		}));
	});
}

const levels: Readonly<Record<Severity, string>> = {
	error: 'error',
	warning: 'warning',
	info: 'note',
	hint: 'note',
};

/** Returns a path in SARIF form: relative to the current folder, or absolute. */
function uriOf(file: string): string {
	if (isAbsolute(file)) return pathToFileURL(file).href;
	return file.split(sep).map(encodeURIComponent).join('/');
}

/** Returns the findings for code scanning: SARIF 2.1.0. */
export function asSarif(reports: readonly FileReport[]): string {
	const rules = new Map<
		string,
		{ readonly id: string; readonly shortDescription: { readonly text: string } }
	>();
	const results = reports.flatMap(({ file, text, findings }) => {
		const at = textPositions(text);
		return findings.map((finding) => {
			const start = at(finding.range.start);
			const end = at(finding.range.end);
			const id = finding.code;
			if (!rules.has(id)) rules.set(id, { id, shortDescription: { text: id } });
			return {
				ruleId: id,
				ruleIndex: [...rules.keys()].indexOf(id),
				level: levels[finding.severity],
				message: { text: findingSentence(finding) },
				locations: [
					{
						physicalLocation: {
							artifactLocation: { uri: uriOf(file) },
							region: {
								startLine: start.line + 1,
								startColumn: start.character + 1,
								endLine: end.line + 1,
								endColumn: end.character + 1,
							},
						},
						...(finding.path === undefined && finding.nodeId === undefined
							? {}
							: { logicalLocations: [{ fullyQualifiedName: finding.path ?? finding.nodeId }] }),
					},
				],
			};
		});
	});
	const log = {
		$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
		version: '2.1.0',
		runs: [
			{
				tool: { driver: { name: 'Easel', rules: [...rules.values()] } },
				columnKind: 'utf16CodeUnits',
				results,
			},
		],
	};
	return `${printableJson(log)}\n`;
}
