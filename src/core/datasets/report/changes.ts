import { compact } from '../../base/compact.ts';
import type { ScannedFile } from '../disk/scannedFile.ts';
import type { DiskStep } from '../disk/steps.ts';

/** A caption that exists in the upload only: a text, or a copy of a caption file. */
export interface AddedCaption {
	readonly text?: string;
	/** The caption file that it is a copy of, by id. */
	readonly from?: string;
}

/** A text in place of the content of a file that was as described here. */
export interface ReplacingText extends Pick<ScannedFile, 'bytes' | 'modifiedAt'> {
	readonly text: string;
}

/**
 * A change by a fix to the upload. Changes are values in a list: the report is derived from the scan and all of them,
 * and Undo removes the last.
 */
export interface Change {
	/** The title for Undo: `Write 12 Captions`. */
	readonly title: string;
	readonly leftOut?: readonly string[];
	readonly putBack?: readonly string[];
	/** Names in the upload, by id. */
	readonly names?: ReadonlyMap<string, string>;
	/** The texts that are sent in place of a file's content, by id. */
	readonly texts?: ReadonlyMap<string, ReplacingText>;
	/** Captions for media without one, by the id of the medium. */
	readonly added?: ReadonlyMap<string, AddedCaption>;
	/** The steps that were done on disk as well, in their order. */
	readonly disk?: readonly DiskStep[];
}

/**
 * A change on disk by an earlier report of the same selection: not a change of the upload, since the files are read in
 * their current state.
 */
export interface DiskChange extends Pick<Change, 'title'> {
	readonly disk: readonly DiskStep[];
}

/**
 * Returns the changes after files were renamed on disk: the files are identified by their new paths, and have no other
 * name in the upload.
 */
export function afterRenames(changes: readonly Change[], steps: readonly DiskStep[]): readonly Change[] {
	const renamed = new Map(steps.flatMap((step) => (step.kind === 'rename' ? [[step.from, step.to]] : [])));
	if (renamed.size === 0) return changes;
	const idOf = (id: string) => renamed.get(id) ?? id;
	const ids = (list: readonly string[] | undefined) => list?.map(idOf);
	const byId = <T>(map: ReadonlyMap<string, T> | undefined) =>
		map && new Map([...map].map(([id, value]) => [idOf(id), value] as const));
	return changes.map(({ title, disk, leftOut, putBack, names, texts, added }) => {
		const left = new Map([...(names ?? [])].filter(([id]) => !renamed.has(id)));
		const copied = byId(added) ?? new Map<string, AddedCaption>();
		for (const [id, { text, from }] of copied)
			if (from !== undefined) copied.set(id, compact({ text, from: idOf(from) }));
		return {
			title,
			...compact({ disk, leftOut: ids(leftOut), putBack: ids(putBack), texts: byId(texts) }),
			...(left.size === 0 ? {} : { names: left }),
			...(copied.size === 0 ? {} : { added: copied }),
		};
	});
}
