import type { UploadFile } from '../upload/upload.ts';
import type { Draft } from './drafts.ts';

/** Returns each medium followed by its caption, then captions for media that are already in the dataset. */
export function planOf(
	sent: readonly Draft[],
	captions: ReadonlyMap<string, Draft>,
	drafts: ReadonlyMap<string, Draft>,
): UploadFile[] {
	const plan: UploadFile[] = [];
	const names = new Set<string>();
	// Of two captions with one name the first is used: a written caption comes before a file.
	const isNew = (name: string) => !names.has(name) && names.add(name) !== undefined;
	for (const draft of sent) {
		if (!draft.isMedia) continue;
		if (isNew(draft.uploadName)) plan.push(draft.planned());
		const { added } = draft;
		if (added !== undefined && isNew(`${draft.stem}.txt`))
			plan.push(draft.plannedCaption(added.from === undefined ? undefined : drafts.get(added.from)));
		const caption = captions.get(draft.stem);
		if (caption !== undefined && isNew(caption.uploadName)) plan.push(caption.planned());
	}
	for (const draft of sent) if (!draft.isMedia && isNew(draft.uploadName)) plan.push(draft.planned());
	return plan;
}
