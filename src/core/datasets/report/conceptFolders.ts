import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { counted } from '../../base/language.ts';
import type { Draft } from './drafts.ts';

/**
 * The name of a folder with repeats and a concept, as other trainers require it; not a year, nor a number with a
 * leading zero.
 */
const conceptName = /^([1-9]\d{0,2})_(\S.*)$/;

/** Returns the first medium of each folder with a name such as `30_cat`, with the keys of a configuration that mean the same. */
export function conceptNotes(media: readonly Draft[]): readonly (readonly [Draft, string])[] {
	const byFolder = Map.groupBy(media, ({ file }) => file.folder);
	return [...byFolder.values()].flatMap((drafts) => {
		const [first] = drafts;
		// The folder of the selection itself has no name within it.
		const name = first === undefined ? '' : basename(dirname(first.path));
		const [, repeats, concept] = conceptName.exec(name) ?? [];
		if (first === undefined || repeats === undefined || concept === undefined) return [];
		const count = counted(drafts.length, l10n.t('1 file'), l10n.t('{0} files'));
		const values = `num_repeats: ${repeats}, trigger_word: ${JSON.stringify(concept)}`;
		return [[first, l10n.t('"{0}" ({1}): {2}', name, count, values)] as const];
	});
}
