import * as l10n from '@vscode/l10n';
import type { Tool } from './toolbar.ts';

/** Writes the seed of a run into the document that the run came from. */
export function writeSeedTool(run: () => void): Tool {
	return { icon: 'edit', label: l10n.t('Write Seed into Document'), run };
}
