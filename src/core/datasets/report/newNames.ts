import type { Draft } from './drafts.ts';
import { splitName } from './fileKinds.ts';
import { freeName, looseKey, safeName } from './fileNames.ts';
import type { FindingKind } from './findingKinds.ts';
import type { Report } from './report.ts';

/**
 * Returns names in the upload that end a finding, by id. A medium and its caption keep one base name; no new name is one that another file
 * has, here or in the dataset.
 */
export function newNames(
	report: Report,
	kind: FindingKind,
	drafts: readonly Draft[],
	existing: readonly string[],
): ReadonlyMap<string, string> {
	const names = new Map<string, string>();
	const taken = new Set(existing.map(looseKey));
	/** Files by base name, so that no pair becomes mixed with another. */
	const holders = new Map<string, Set<Draft>>();
	const hold = (stem: string, draft?: Draft) => {
		const key = looseKey(stem);
		const known = holders.get(key) ?? new Set();
		holders.set(key, draft === undefined ? known : known.add(draft));
	};
	for (const name of existing) hold(splitName(name).stem);
	// By the current names: files that were renamed apart stay apart.
	const groupOf = (draft: Draft) => `${draft.file.folder}/${draft.stem}`;
	const items = [...report.items.values()];
	const groups = Map.groupBy(
		items.filter((draft) => draft.isMedia || draft.isCaption),
		groupOf,
	);
	for (const draft of items) {
		if (draft.out !== undefined) continue;
		taken.add(looseKey(draft.uploadName));
		hold(draft.stem, draft);
	}
	const give = (draft: Draft, name: string): void => {
		if (name === draft.uploadName) return;
		names.set(draft.id, name);
		taken.add(looseKey(name));
		hold(splitName(name).stem, draft);
	};
	for (const draft of drafts) {
		if (names.has(draft.id)) continue;
		const { extension } = splitName(draft.uploadName);
		if (kind === 'letterCase') {
			if (draft.near !== undefined) give(draft, `${draft.near.stem}.txt`);
			continue;
		}
		if (kind === 'upperCaseExtension') {
			give(draft, freeName(`${draft.stem}.${extension.toLowerCase()}`, isOther(draft, taken)));
			continue;
		}
		// Files that share a caption part; all others take their caption along.
		const group = kind === 'duplicateBaseName' ? [draft] : (groups.get(groupOf(draft)) ?? [draft]);
		const stem = freeName(wantedStem(kind, draft), (wanted) => {
			const known = holders.get(looseKey(wanted));
			return known !== undefined && (known.size === 0 || [...known].some((each) => !group.includes(each)));
		});
		for (const member of group) give(member, safeName(withStem(member, stem)));
	}
	return names;
}

function wantedStem(kind: FindingKind, draft: Draft): string {
	const folder = kind === 'nameClash' ? draft.file.folder.replaceAll('/', '-') : '';
	return splitName(safeName(`${folder === '' ? '' : `${folder}-`}${draft.stem}.x`)).stem;
}

function withStem(draft: Draft, stem: string): string {
	const { extension } = splitName(draft.uploadName);
	return extension === '' ? stem : `${stem}.${extension}`;
}

/** Returns a test for names that other files have taken; the file's own name is free for it. */
function isOther(draft: Draft, taken: ReadonlySet<string>): (name: string) => boolean {
	return (name) => looseKey(name) !== looseKey(draft.uploadName) && taken.has(looseKey(name));
}
