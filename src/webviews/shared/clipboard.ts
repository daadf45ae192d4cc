import * as l10n from '@vscode/l10n';

/** Returns the picture as PNG, the one format that every clipboard accepts. */
async function asPng(src: string): Promise<Blob> {
	const blob = await (await fetch(src)).blob();
	if (blob.type === 'image/png') return blob;
	const picture = await createImageBitmap(blob);
	const canvas = new OffscreenCanvas(picture.width, picture.height);
	canvas.getContext('2d')?.drawImage(picture, 0, 0);
	picture.close();
	return canvas.convertToBlob({ type: 'image/png' });
}

/** Copies a picture. @returns the sentence to show. */
export async function copyImage(src: string): Promise<string> {
	try {
		// The promise is passed while pending: the browser allows the write only during the click.
		await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(src) })]);
		return l10n.t('Copied the picture.');
	} catch {
		return l10n.t(
			'The editor does not allow copying pictures here. Save the picture, or open it externally and copy it there.',
		);
	}
}
