import * as l10n from '@vscode/l10n';

/** Returns the bytes of a picture as Base64. */
export function base64Of(blob: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
		reader.onerror = () => reject(reader.error ?? new Error(l10n.t('The picture could not be read back.')));
		reader.readAsDataURL(blob);
	});
}
