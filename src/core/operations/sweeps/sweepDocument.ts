import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { Finding, Severity, TextRange } from '../../base/findings.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { type CellPlaces, cellEdit, cellPlaces } from '../../workflow/sweep/cellPlaces.ts';
import { sweptNames } from '../../workflow/sweep/fileName.ts';
import { type NoTable, readSweep } from '../../workflow/sweep/sweepFile.ts';
import type { Disk } from '../disk.ts';
import { type PresetsWorkflow, workflowNextTo } from '../named/presetsWorkflow.ts';
import { type CheckedRows, checkedRows, type SweepProblem } from './checkRows.ts';

export interface SweepFolder {
	readonly disk: Pick<Disk, 'textIn' | 'filesLike'>;
	readonly folder: string;
}

/** A table of values with its workflow and all its problems. */
export interface SweepDocument {
	readonly text: string;
	readonly workflow?: PresetsWorkflow;
	/** The values of its rows; absent without a workflow, and for a text that is no table. */
	readonly rows?: CheckedRows;
	readonly problems: readonly SweepProblem[];
	readonly findings: readonly Finding[];
}

/** Reads and checks a table of values, with its workflow if its folder is known. */
export async function readSweepDocument(
	name: string,
	text: string,
	place: SweepFolder | undefined,
	nodeInfoOf: () => Promise<NodeInfo>,
): Promise<SweepDocument> {
	const table = readSweep(text);
	const workflow =
		place &&
		(await workflowNextTo(place.disk, { folder: place.folder, names: sweptNames(name) }, nodeInfoOf));
	if ('problem' in table) {
		// A new file is not wrong yet.
		const severity = text.trim() === '' ? 'info' : 'error';
		const problems = [problemOf(table, severity)];
		return { text, problems, findings: findingsOf(text, problems), ...compact({ workflow }) };
	}
	if (place === undefined) return { text, problems: [], findings: [] };
	if (workflow === undefined) return { text, problems: [], findings: [noWorkflow()] };
	const rows = checkedRows({ ...workflow, files: filesIn(place) }, table);
	return { text, workflow, rows, problems: rows.problems, findings: findingsOf(text, rows.problems) };
}

function filesIn({ disk, folder }: SweepFolder): (pattern: string) => readonly string[] {
	return (pattern) => disk.filesLike(pattern, folder);
}

function problemOf({ code, problem, ...place }: NoTable, severity: Severity): SweepProblem {
	return { code, severity, message: problem, ...place };
}

function noWorkflow(): Finding {
	return {
		code: 'sweep_no_workflow',
		severity: 'warning',
		message: l10n.t('No workflow document for this file was found next to it.'),
		remedy: l10n.t('Name it after its document: "{0}" has "{1}".', 'harbor.json', 'harbor.sweep.csv'),
		range: { start: 0, end: 1 },
		documentation: 'sweeps.md#sweep_no_workflow',
	};
}

/** Returns the problems of a table as findings in its text. */
function findingsOf(text: string, problems: readonly SweepProblem[]): readonly Finding[] {
	if (problems.length === 0) return [];
	const places = cellPlaces(text);
	return problems.map((problem) => {
		const { code, severity, message, remedy, row, place, instead } = problem;
		const edit = instead && place !== undefined && cellEdit(places, row - 1, place, instead.cell);
		const fixes = edit
			? [
					{
						title: l10n.t('Change to "{0}"', instead.words),
						edits: [edit],
						preferred: instead.isClear,
					},
				]
			: [];
		const range = rangeOfCell(places, row - 1, place);
		const facts = { code, severity, message, range, fixes, documentation: `sweeps.md#${code}` };
		return { ...facts, ...compact({ remedy }) };
	});
}

/** Returns the range of a cell, or that of its whole row. */
function rangeOfCell({ rows }: CellPlaces, row: number, place: number | undefined): TextRange {
	const cells = rows[row] ?? [];
	const cell = place === undefined ? undefined : cells[place];
	return cell ?? { start: cells[0]?.start ?? 0, end: cells.at(-1)?.end ?? 1 };
}
