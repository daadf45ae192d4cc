import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { kindOfFile } from '../../base/fileKind.ts';
import { describeStarter, describeState } from '../describe.ts';
import { failedNodeOf } from '../failedNode.ts';
import type { Marks } from '../history/mark.ts';
import { canBeLookedFor, hasEnded, type Run, type RunFile, type RunText } from '../run.ts';
import type { ResultsGroup, ResultsItem, ResultsState, StripRun } from './messages.ts';

/** Characters of a prompt that distinguish a run in the strip. */
const longestLabel = 60;

function fileId({ key }: RunFile): string {
	return JSON.stringify(['file', key]);
}

function textId({ nodeId, channel, index }: RunText): string {
	return JSON.stringify(['text', nodeId, channel, index]);
}

/** Returns the file that an item of the view represents. */
export function fileOfItem(run: Run, itemId: string): RunFile | undefined {
	return run.files.find((file) => fileId(file) === itemId);
}

function fileItem(run: Run, file: RunFile, srcOf: (archivedAs: string) => string): ResultsItem {
	const shared = {
		id: fileId(file),
		kind: kindOfFile(file.filename),
		name: file.filename,
		...compact({ bytes: file.bytes }),
	};
	if (file.archivedAs !== undefined) return { ...shared, state: 'ready', src: srcOf(file.archivedAs) };
	if (file.problem !== undefined) return { ...shared, state: 'problem', problem: file.problem };
	if (!hasEnded(run)) return { ...shared, state: 'waiting' };
	return { ...shared, state: 'problem', problem: l10n.t('This file was not downloaded.') };
}

function textItem(text: RunText): ResultsItem {
	return { id: textId(text), kind: 'text', name: text.channel, state: 'ready', text: text.text };
}

function groupsOf(run: Run, srcOf: (archivedAs: string) => string): ResultsGroup[] {
	const groups = new Map<string, ResultsGroup>();
	const add = (nodeId: string, item: ResultsItem): void => {
		const title = Object.hasOwn(run.summary.outputTitles, nodeId)
			? run.summary.outputTitles[nodeId]
			: undefined;
		const group = groups.get(nodeId) ?? {
			nodeId,
			title: title ?? (nodeId === '' ? l10n.t('Results') : l10n.t('Node {0}', nodeId)),
			items: [],
		};
		group.items.push(item);
		groups.set(nodeId, group);
	};
	for (const file of run.files) add(file.nodeId ?? '', fileItem(run, file, srcOf));
	for (const text of run.texts) add(text.nodeId, textItem(text));
	return [...groups.values()];
}

/** Returns a run as the strip of its document shows it. @param at its place, from 0, the oldest. */
export function stripRun(
	at: number,
	run: Run,
	srcOf: (archivedAs: string) => string,
	starred: boolean,
): StripRun {
	const { seed, prompt } = run.summary;
	const face = run.files.flatMap(({ filename, archivedAs }) => {
		const kind = kindOfFile(filename);
		if (archivedAs === undefined || (kind !== 'image' && kind !== 'video')) return [];
		return [{ src: srcOf(archivedAs), kind }];
	})[0];
	return {
		at,
		id: run.id,
		state: run.state,
		stateText: describeState(run),
		submittedAt: run.submittedAt,
		label:
			seed === undefined ? (prompt ?? '').slice(0, longestLabel).toWellFormed() : l10n.t('seed {0}', seed),
		starred,
		...compact({ face }),
	};
}

/**
 * Returns the state of the results panel for a run.
 * @param srcOf returns the view's own address of a file in the run's archive folder, by its archived name.
 * @param now milliseconds since 1970.
 * @param marks the stars and notes of the run.
 * @param opensOutside true if the editor can open files in other programs and folders in the file manager.
 */
export function resultsState(
	run: Run | undefined,
	srcOf: (archivedAs: string) => string,
	now: number,
	opensOutside = true,
	marks: Pick<Marks, 'starred' | 'note'> = { starred: false, note: '' },
): ResultsState {
	if (run === undefined) return { now, opensOutside };
	const { summary } = run;
	const notice = [run.warning, run.notice].filter((sentence) => sentence !== undefined).join(' ');
	return {
		now,
		opensOutside,
		run: {
			id: run.id,
			documentName: run.documentName,
			hasDocument: run.documentUri !== undefined,
			target: { kind: run.target.kind, name: run.target.name },
			state: run.state,
			stateText: describeState(run),
			cancelRequested: run.cancelRequested === true,
			...(canBeLookedFor(run) ? { lookFor: hasEnded(run) ? ('lost' as const) : ('missing' as const) } : {}),
			ended: hasEnded(run),
			submittedAt: run.submittedAt,
			starred: marks.starred,
			note: marks.note,
			mode: summary.mode,
			changed: summary.changed,
			groups: groupsOf(run, srcOf),
			...compact({
				startedBy: run.startedBy && describeStarter(run.startedBy),
				startedAt: run.startedAt,
				endedAt: run.endedAt,
				expiresAt: run.expiresAt,
				requestId: run.requestId,
				instanceId: run.instanceId,
				prompt: summary.prompt,
				seed: summary.seed,
				drawn: summary.drawn,
				costMicrodollars: run.costMicrodollars,
				refusal: run.refusal,
			}),
			...(notice === '' ? {} : { notice }),
			...compact({ failedNode: failedNodeOf(run), error: run.error }),
		},
	};
}
