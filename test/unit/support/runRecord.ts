import { Uri } from 'vscode';
import type { Run, RunFile } from '../../../src/core/runs/run.ts';

/** Returns a run of the deployment `d`, as stored in the history. */
export function runRecord(more: Partial<Run> = {}): Run {
	return {
		id: 'r',
		connectionId: 'user:test',
		accountId: 'ada',
		target: { kind: 'deployment', id: 'd', name: 'Harbour' },
		documentName: 'lighthouse.json',
		state: 'queued',
		submittedAt: 0,
		summary: { mode: 'overrides', changed: [], outputTitles: {} },
		files: [],
		texts: [],
		cancelRequested: false,
		...more,
	};
}

/** Returns a file of a run, as stored in the history; its name is its key. */
export function runFile(filename: string, more: Partial<RunFile> = {}): RunFile {
	return { key: filename, filename, subfolder: '', type: 'output', ...more };
}

/** Returns the extras that rows show of a run without marks. */
export function noExtras({ id }: Run) {
	return { marks: { starred: false, note: '' }, folder: Uri.file(`/runs/${id}`) };
}
