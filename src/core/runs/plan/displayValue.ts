import * as l10n from '@vscode/l10n';
import { describeBytes } from '../../base/bytes.ts';
import { withoutSecrets } from '../../ledger/redact.ts';
import type { PlannedMedia } from './media.ts';

/** Longest text kept for display, in UTF-16 units. */
const maxLength = 4000;

/** Returns the part of a value to show and keep: no media bytes, no signed addresses, limited length. */
export function displayValue(text: string): string {
	const clean = withoutSecrets(text);
	return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength).toWellFormed()}…`;
}

/** Describes media: `harbour.png (embedded, 312 KB)`. */
export function displayMedia(media: Pick<PlannedMedia, 'name' | 'bytes'>): string {
	return l10n.t('{0} (embedded, {1})', media.name, describeBytes(media.bytes));
}
