import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { counted } from '../../base/language.ts';
import type { Draft } from './drafts.ts';

/** The name of a folder with repeats and a concept, as other trainers want it; not a year, nor a number that begins with zero. */
const conceptName = /^([1-9]\d{0,2})_(\S.*)$/;

/** Returns the first medium of each folder whose name says repeats and a concept, with what to write in a configuration for that folder. */
export function conceptNotes(media: readonly Draft[]): readonly (readonly [Draft, string])[] {
	const byFolder = new Map<string, Draft[]>();
	for (const draft of media) {
		const folder = dirname(draft.path);
		const known = byFolder.get(folder);
		if (known === undefined) byFolder.set(folder, [draft]);
		else known.push(draft);
	}
	return [...byFolder].flatMap(([folder, drafts]) => {
		const name = basename(folder);
		const [, repeats, concept] = conceptName.exec(name) ?? [];
		const [first] = drafts;
		if (first === undefined || repeats === undefined || concept === undefined) return [];
		const count = counted(drafts.length, l10n.t('1 file'), l10n.t('{0} files'));
		const values = `num_repeats: ${repeats}, trigger_word: ${JSON.stringify(concept)}`;
		return [[first, l10n.t('"{0}" ({1}): {2}', name, count, values)] as const];
	});
}
