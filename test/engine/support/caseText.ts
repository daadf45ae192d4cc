import { cases } from './cases.ts';
import { documentOf } from './documents.ts';
import { dataUri } from './media.ts';

/** Returns the document of a case, with its media written into it. */
export function caseText(name: string): string {
	const text = documentOf(name);
	const media = cases[name]?.media;
	return media === undefined ? text : text.replace(`"${media.file}"`, JSON.stringify(dataUri(media.file)));
}
