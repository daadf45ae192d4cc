import * as l10n from '@vscode/l10n';
import { describeBytes } from '../../base/bytes.ts';
import { sizeLimits } from '../../wire/limits.ts';
import type { MediaKind } from '../../wire/mediaType.ts';

/** "Inline base64 image/video: recommended at most" of the service document; it names no limit for sound. */
export const recommendedBytes: Readonly<Record<MediaKind, number>> = {
	image: sizeLimits.inlineImage,
	video: sizeLimits.inlineVideo,
	audio: sizeLimits.inlineVideo,
};

/** Returns the warning about a file on another computer. */
export function onNetwork(text: string, place: string): string {
	return l10n.t(
		'"{0}" ({1}) is a file on another computer. Easel does not open it, because that could send your sign-in to that computer. The value is sent as is. Copy the file into the workspace folder, or use a URL.',
		text,
		place,
	);
}

/** Returns the warning about a file outside the workspace folder, chosen by the author of the document. */
export function outside(byLink: boolean, ...parts: [name: string, path: string, place: string]): string {
	return byLink
		? l10n.t(
				'{0} ({1}, {2}) is outside the workspace folder, because its path contains a link. Its bytes are sent to the service. Run this only if that is intended.',
				...parts,
			)
		: l10n.t(
				'{0} ({1}, {2}) is outside the workspace folder. Its bytes are sent to the service. Run this only if that is intended.',
				...parts,
			);
}

/** Returns the warning about a file that does not exist on this computer. */
export function missing(text: string, place: string): string {
	return /[/\\]/.test(text)
		? l10n.t(
				'There is no file {0} ({1}), so the value is sent as is and the node will most likely fail. Fix the path, or use a URL.',
				text,
				place,
			)
		: l10n.t(
				'There is no file {0} next to the document ({1}), so only its name is sent. This works if the instance has a file with that name.',
				text,
				place,
			);
}

/** Returns the sentence about media written into the document that are large; undefined for others. */
export function inlineSizeWarning(text: string, place: string): string | undefined {
	const match = /^data:(image|video|audio)\/[^,]{0,100};base64,/i.exec(text);
	if (!match) return undefined;
	const kind = (match[1] ?? 'image').toLowerCase() as MediaKind;
	const bytes = Math.floor(((text.length - match[0].length) * 3) / 4);
	if (bytes <= recommendedBytes[kind]) return undefined;
	return largeInline(kind, place, describeBytes(bytes), describeBytes(recommendedBytes[kind]));
}

function largeInline(kind: MediaKind, ...parts: [place: string, size: string, recommended: string]): string {
	switch (kind) {
		case 'image':
			return l10n.t(
				'The image embedded in {0} has {1}, more than the {2} recommended; the request will be slow. Use a public URL for large files.',
				...parts,
			);
		case 'video':
			return l10n.t(
				'The video embedded in {0} has {1}, more than the {2} recommended; the request will be slow. Use a public URL for large files.',
				...parts,
			);
		case 'audio':
			return l10n.t(
				'The audio embedded in {0} has {1}, more than the {2} recommended; the request will be slow. Use a public URL for large files.',
				...parts,
			);
	}
}

/** Returns the warning about a file larger than recommended. */
export function largeFile(kind: MediaKind, name: string, bytes: number): string {
	const parts = [name, describeBytes(bytes), describeBytes(recommendedBytes[kind])];
	switch (kind) {
		case 'image':
			return l10n.t(
				'{0} ({1}) is larger than the {2} recommended for an embedded image; the request will be slow. Use a public URL for large files.',
				...parts,
			);
		case 'video':
			return l10n.t(
				'{0} ({1}) is larger than the {2} recommended for an embedded video; the request will be slow. Use a public URL for large files.',
				...parts,
			);
		case 'audio':
			return l10n.t(
				'{0} ({1}) is larger than the {2} recommended for an embedded audio; the request will be slow. Use a public URL for large files.',
				...parts,
			);
	}
}
