import { basename, dirname, join } from 'node:path';
import { compact } from '../../json/fields.ts';
import type { Change } from './changes.ts';
import { splitName } from './fileKinds.ts';
import type { Report } from './report.ts';

/**
 * What is left of changes when the files were read again. A text for a file that has changed since, or a caption for a medium that
 * has got one, is no longer what the person wants to send; and what was done on disk is in the files now.
 * @param report the report on the files as they are now, with the changes.
 */
export function changesLeft(changes: readonly Change[], { items }: Report): readonly Change[] {
	const captioned = new Set<string>();
	for (const draft of items.values())
		if (draft.isFindableCaption && draft.out === undefined) captioned.add(draft.stem);
	return changes.map((change) => changeLeft(change, items, captioned)).filter(isOfUse);
}

function changeLeft(change: Change, items: Report['items'], captioned: ReadonlySet<string>): Change {
	const { names, texts, added, moved, ...rest } = change;
	const written = new Set(change.disk?.flatMap((step) => (step.kind === 'write' ? [step.path] : [])));
	const left = {
		names: some(names, (id) => !moved?.has(id)),
		texts: some(texts, (id, { bytes, modifiedAt }) => {
			const file = items.get(id)?.file;
			return !written.has(id) && file?.bytes === bytes && file.modifiedAt === modifiedAt;
		}),
		added: some(added, (id, { from }) => {
			const medium = items.get(id);
			if (medium === undefined || written.has(captionPath(id)) || captioned.has(medium.stem)) return false;
			return from === undefined || items.has(from);
		}),
	};
	return { ...rest, ...compact(left) };
}

/** The entries that fit; `undefined` where there are none. */
function some<T>(
	map: ReadonlyMap<string, T> | undefined,
	fits: (id: string, value: T) => boolean,
): ReadonlyMap<string, T> | undefined {
	const fitting = [...(map ?? [])].filter(([id, value]) => fits(id, value));
	return fitting.length === 0 ? undefined : new Map(fitting);
}

/** Where the caption of a medium is on disk. */
function captionPath(medium: string): string {
	return join(dirname(medium), `${splitName(basename(medium)).stem}.txt`);
}

/** Whether a change does anything, or can be undone. */
function isOfUse({ title: _title, disk = [], ...rest }: Change): boolean {
	return disk.length > 0 || Object.keys(rest).length > 0;
}
