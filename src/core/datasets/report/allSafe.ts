import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/language.ts';
import type { Change } from './changes.ts';
import { type FindingKind, safeFixes } from './findingKinds.ts';
import { convertTitle, fixChange, renameTitle, textsFor, useTitle } from './fixes.ts';
import type { ReportOptions } from './options.ts';
import type { Report, ReportFinding } from './report.ts';

/** A fix may reveal the next finding, such as two equal names; no selection needs more rounds than this. */
const mostRounds = 4;

/** Describes the effect of all safe fixes together, in two sentences; undefined without safe fixes. */
export function safeFixesText(report: Report, options: ReportOptions): string | undefined {
	const found = safeFindings(report, options).map(({ title, ids }) => countOf(title, ids.length));
	return found.length === 0
		? undefined
		: l10n.t(
				'{0}. Nothing is removed, files on disk do not change, and Undo reverts all of it.',
				found.join(', '),
			);
}

/**
 * Returns the combined change of all safe fixes; undefined if nothing is left to fix. Reads files, changes nothing.
 * @param remake returns the report after a change.
 */
export async function safeChange(
	report: Report,
	options: ReportOptions,
	remake: (change: Change) => Report,
): Promise<{ readonly change: Change | undefined; readonly problems: readonly string[] }> {
	const existing = options.existing?.map(({ name }) => name) ?? [];
	const problems = new Set<string>();
	let change: Change | undefined;
	let now = report;
	for (let round = 0; round < mostRounds; round++) {
		const before = change;
		for (const { kind } of safeFixes) {
			const safe = safeFindings(now, options).find((finding) => finding.kind === kind);
			if (safe === undefined) continue;
			const { texts, problems: unread } = await textsFor(now, kind, safe.fix, safe.ids);
			for (const problem of unread) problems.add(problem);
			const next = fixChange(now, kind, safe.fix, { ids: safe.ids, texts, existing });
			if (next === undefined) continue;
			change = together(change, next);
			now = remake(change);
		}
		if (change === before) break;
	}
	return { change, problems: [...problems] };
}

/** Describes the rest for a person to decide, in a sentence. */
export function leftText({ findings }: Report): string {
	const left = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
	if (left.length === 0) return l10n.t('No errors and no warnings are left.');
	return l10n.t('Remaining: {0}.', left.map(({ title, files }) => countOf(title, files.length)).join(', '));
}

interface SafeFinding extends Pick<ReportFinding, 'title'> {
	readonly kind: FindingKind;
	readonly fix: (typeof safeFixes)[number]['fix'];
	readonly ids: readonly string[];
}

function safeFindings(report: Report, { family, controls }: ReportOptions): readonly SafeFinding[] {
	const pairs = controls !== undefined || (family !== undefined && family.control !== 'none');
	return safeFixes.flatMap(({ kind, fix, renamesMedia }): readonly SafeFinding[] => {
		const finding = report.findings.find((each) => each.kind === kind);
		if (finding === undefined || (renamesMedia && pairs)) return [];
		// The old encoding can only be guessed.
		const isGuess = (id: string) =>
			kind === 'notUtf8' && report.items.get(id)?.file.caption?.encoding === 'other';
		const ids = finding.files.map(({ id }) => id).filter((id) => !isGuess(id));
		return ids.length === 0 ? [] : [{ kind, fix, title: finding.title, ids }];
	});
}

function together(one: Change | undefined, other: Change): Change {
	const names = new Map([...(one?.names ?? []), ...(other.names ?? [])]);
	const texts = new Map([...(one?.texts ?? []), ...(other.texts ?? [])]);
	const added = new Map([...(one?.added ?? []), ...(other.added ?? [])]);
	const used = [...added.values()].filter(({ text }) => text !== undefined).length;
	const titles = [
		...(used === 0 ? [] : [useTitle(used)]),
		...(texts.size === 0 ? [] : [convertTitle(texts.size)]),
		...(names.size === 0 ? [] : [renameTitle(names.size)]),
	];
	return { title: titles.join(', '), names, texts, added };
}

function countOf(title: string, count: number): string {
	return count === 0 ? title : l10n.t('{0}: {1}', title, numberText(count));
}
