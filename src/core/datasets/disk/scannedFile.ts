import type { MediaFacts } from '../headers/byteSource.ts';
import type { CaptionFacts } from '../report/captionFacts.ts';
import type { SelectedKind } from '../report/fileKinds.ts';

/** The reason why a file on disk cannot be part of an upload. */
export interface FileTrouble {
	readonly kind: 'empty' | 'unreadable' | 'broken' | 'link';
	/** One sentence for a person. */
	readonly sentence: string;
}

/** A file of a selection, or a folder that was not entered. */
export interface ScannedFile {
	/** Its absolute path, which is unique. */
	readonly id: string;
	/** The folder within the selection with `/` between names; empty at the top. */
	readonly folder: string;
	readonly name: string;
	readonly kind: SelectedKind;
	readonly isFolder: boolean;
	readonly bytes: number;
	/** Milliseconds since 1970. */
	readonly modifiedAt: number;
	/** For a picture or video with a readable header. */
	readonly media?: MediaFacts;
	/** The last bytes of such a file, to find those that may be equal. */
	readonly end?: string;
	/** The digest of such a file that may be equal to another one. */
	readonly digest?: string;
	/** For a `.txt` or `.json` file. */
	readonly caption?: CaptionFacts;
	readonly trouble?: FileTrouble;
}
