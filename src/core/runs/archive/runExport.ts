import { compact } from '../../base/compact.ts';
import { isSecretName } from '../../http/secretNames.ts';
import { scanSecrets } from '../../http/secretScanner.ts';
import { indentedJson } from '../../json/indented.ts';
import { isoOf } from '../../json/scalars.ts';
import { took } from '../describe.ts';
import type { Marks } from '../history/mark.ts';
import type { ChangedInput, Run } from '../run.ts';
import { csvText } from './csvText.ts';

export interface MarkedRun {
	readonly run: Run;
	readonly marks: Marks;
}

export const exportFormats = ['json', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Returns the text of a file with these runs, for other programs: no tokens, keys or signed addresses, no bytes of media, and nothing that
 * a spreadsheet would take for a formula. Seeds are texts, since few programs read numbers of their size.
 */
export function exportRuns(runs: readonly MarkedRun[], format: ExportFormat): string {
	return format === 'json' ? `${indentedJson(runs.map(recordOf))}\n` : runTable(runs);
}

/** Returns the record of a run that is exported; the members of the JSON form. Times are ISO 8601 in UTC. */
function recordOf({ run, marks }: MarkedRun) {
	const { target, summary, error } = run;
	return compact({
		id: run.id,
		requestId: withoutKeys(run.requestId),
		state: run.state,
		target: { kind: target.kind, id: withoutKeys(target.id), name: withoutKeys(target.name) },
		document: withoutKeys(run.documentName),
		documentUri: withoutKeys(run.documentUri),
		startedBy: run.startedBy,
		submittedAt: isoOf(run.submittedAt),
		startedAt: isoOf(run.startedAt),
		endedAt: isoOf(run.endedAt),
		seconds: secondsOf(run),
		prompt: withoutKeys(summary.prompt),
		seed: withoutKeys(summary.seed),
		sent: summary.mode,
		inputs: summary.changed.map((input) => ({
			node: withoutKeys(input.nodeTitle),
			nodeId: withoutKeys(input.nodeId),
			input: withoutKeys(input.input),
			value: sentValue(input),
		})),
		drawn: summary.drawn?.map((input) => ({
			nodeId: withoutKeys(input.nodeId),
			input: withoutKeys(input.input),
			from: withoutKeys(input.from),
			to: withoutKeys(input.to),
		})),
		files: run.files.map((file) =>
			compact({
				name: withoutKeys(file.archivedAs ?? file.filename),
				bytes: file.bytes,
				starred: marks.starredFiles.includes(file.key) || undefined,
				problem: withoutKeys(file.problem),
			}),
		),
		texts: run.texts.length === 0 ? undefined : run.texts.map(({ text }) => withoutKeys(text)),
		error:
			error === undefined
				? undefined
				: { message: withoutKeys(error.error), details: withoutKeys(error.details) },
		notice: withoutKeys(run.notice),
		starred: marks.starred,
		note: marks.note === '' ? undefined : withoutKeys(marks.note),
	});
}

/** The columns of the CSV form, which has a row for each run. */
const columns: Readonly<Record<string, (run: MarkedRun) => string | undefined>> = {
	submitted: ({ run }) => isoOf(run.submittedAt),
	state: ({ run }) => run.state,
	document: ({ run }) => withoutKeys(run.documentName),
	target: ({ run }) => withoutKeys(run.target.name),
	target_kind: ({ run }) => run.target.kind,
	seconds: ({ run }) => secondsOf(run)?.toString(),
	seed: ({ run }) => withoutKeys(run.summary.seed),
	prompt: ({ run }) => withoutKeys(run.summary.prompt),
	sent: ({ run }) => run.summary.mode,
	inputs: ({ run }) =>
		run.summary.changed
			.map((input) => `${withoutKeys(`${input.nodeTitle} ${input.input}`)} = ${sentValue(input)}`)
			.join('\n'),
	files: ({ run }) =>
		withoutKeys(run.files.map(({ archivedAs, filename }) => archivedAs ?? filename).join('\n')),
	error: ({ run }) => withoutKeys(run.error?.error ?? run.notice),
	starred: ({ marks }) => (marks.starred ? 'yes' : ''),
	note: ({ marks }) => withoutKeys(marks.note),
	request_id: ({ run }) => withoutKeys(run.requestId),
	run_id: ({ run }) => run.id,
};

function runTable(runs: readonly MarkedRun[]): string {
	const rows = runs.map((run) => Object.values(columns).map((read) => read(run) ?? ''));
	return csvText([Object.keys(columns), ...rows]);
}

function sentValue({ input, to }: ChangedInput): string {
	return isSecretName(input) ? '(secret)' : (withoutKeys(to) ?? '');
}

function withoutKeys(text: string | undefined): string | undefined {
	return text === undefined
		? undefined
		: scanSecrets(text.toWellFormed(), { query: '', credentials: true, dataBytes: true });
}

/** Returns the duration of a run in seconds, to one decimal; undefined before its end. */
function secondsOf(run: Run): number | undefined {
	const ms = took(run);
	return ms === undefined ? undefined : Math.round(ms / 100) / 10;
}
