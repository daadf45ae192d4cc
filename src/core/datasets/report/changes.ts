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
 * A change that a fix makes to the upload. Changes are values in a list: the report is made from the scan and all of them, and Undo
 * takes the last away.
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
	/** Captions for media that have none, by the id of the medium. */
	readonly added?: ReadonlyMap<string, AddedCaption>;
	/** The steps that were done on disk as well, in their order. */
	readonly disk?: readonly DiskStep[];
}

/** A change that an earlier report of the same selection made on disk: nothing of the upload, since the files are read as they are now. */
export interface DiskChange extends Pick<Change, 'title'> {
	readonly disk: readonly DiskStep[];
}

/** Returns the changes after files got other names on disk: each of these is known by its new path, and has no other name in the upload. */
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
