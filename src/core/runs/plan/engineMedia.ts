import { fileEnding } from '../../base/files/path.ts';
import { sha256 } from '../../base/files/sha256.ts';
import { getOrMake } from '../../base/lazy.ts';
import { readDataUri } from '../../json/dataUri.ts';
import type { InputUpload } from '../../requests/request.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { MediaFile } from './media.ts';

/** The folder for files of Easel in the input folder of an engine. */
const subfolder = 'easel';

/** By the file, or by the value of an input, that has them. */
const digests = new WeakMap<object, Promise<string>>();

/**
 * Returns the SHA-256 of media in a data URI, computed once for each file or value: a run is planned more than once,
 * and both uploads to an engine and the signatures of outputs need it.
 * @param owner the file, or the value that is written into the document
 */
export function mediaDigest(owner: object, dataUri: string, media = readDataUri(dataUri)): Promise<string> {
	return getOrMake(digests, owner, () => sha256(media?.bytes ?? dataUri));
}

interface EngineMedia {
	/** The values that replace those of the document, by {@link mediaKey}. */
	readonly values: ReadonlyMap<string, string>;
	/** Each file once. */
	readonly uploads: readonly InputUpload[];
}

export const noEngineMedia: EngineMedia = { values: new Map(), uploads: [] };

export function mediaKey(nodeId: string, input: string): string {
	return `${nodeId}\n${input}`;
}

/**
 * Returns local files and media written into the document, each under a name derived from its bytes (SHA-256): the same
 * file is stored once, and an engine that has computed something from it uses that again.
 */
export async function engineMedia(
	document: WorkflowDocument,
	files: readonly MediaFile[],
): Promise<EngineMedia> {
	const values = new Map<string, string>();
	const uploads = new Map<string, InputUpload>();
	const add = async (owner: object, key: string, dataUri: string, ending: string) => {
		const media = readDataUri(dataUri);
		if (media === undefined) return;
		const name = `${await mediaDigest(owner, dataUri, media)}${ending || media.ending}`;
		uploads.set(name, { subfolder, name, mediaType: media.mediaType, bytes: media.bytes });
		values.set(key, `${subfolder}/${name}`);
	};
	for (const file of files)
		await add(file, mediaKey(file.nodeId, file.input), file.dataUri, endingOf(file.name));
	for (const node of document.nodes) {
		for (const { name, value } of node.inputs) {
			if (value.type === 'string' && value.value.startsWith('data:'))
				await add(value, mediaKey(node.id, name), value.value, '');
		}
	}
	return { values, uploads: [...uploads.values()] };
}

/** Returns the extension of a file name unchanged, so that an engine that tests extensions recognizes the file. */
function endingOf(name: string): string {
	const ending = fileEnding(name);
	return /^\.[a-z0-9]{1,8}$/.test(ending) ? ending : '';
}
