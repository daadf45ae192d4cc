import * as l10n from '@vscode/l10n';
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { CaptionsMemory, CaptionsState } from '../../core/captions/messages.ts';
import { toolButton } from '../shared/toolbar.ts';

interface CaptionTools {
	readonly history: CaptionsState['history'];
	readonly tool: CaptionsMemory['tool'];
	readonly canShrink: boolean;
	readonly canGrow: boolean;
	/** Opens a tool; undefined closes the open one. */
	setTool(tool: CaptionsMemory['tool']): void;
	travel(direction: 'undo' | 'redo'): void;
	/** Makes the rows larger or smaller by a number of sizes. */
	resize(by: number): void;
	lookAgain(): void;
}

/** Renders the toolbar of the captions panel. */
export function captionTools(parts: CaptionTools): TemplateResult {
	const { history, tool } = parts;
	const toggle = (which: NonNullable<CaptionsMemory['tool']>) => (): void =>
		parts.setTool(tool === which ? undefined : which);
	return html`<div role="toolbar" aria-label=${l10n.t('Captions')}>
		${toolButton({
			icon: 'replace-all',
			label: l10n.t('Change Many Captions'),
			key: l10n.t('Ctrl+H'),
			pressed: tool === 'replace',
			run: toggle('replace'),
		})}
		${toolButton({
			icon: 'list-ordered',
			label: l10n.t('Words by Frequency'),
			pressed: tool === 'words',
			run: toggle('words'),
		})}
		${toolButton({
			icon: 'discard',
			label: named(l10n.t('Undo'), history.undo),
			key: l10n.t('Ctrl+Z'),
			disabled: history.undo === undefined,
			run: () => parts.travel('undo'),
		})}
		${toolButton({
			icon: 'redo',
			label: named(l10n.t('Redo'), history.redo),
			key: l10n.t('Ctrl+Y'),
			disabled: history.redo === undefined,
			run: () => parts.travel('redo'),
		})}
		${toolButton({
			icon: 'zoom-out',
			label: l10n.t('Smaller Rows'),
			disabled: !parts.canShrink,
			run: () => parts.resize(-1),
		})}
		${toolButton({ icon: 'zoom-in', label: l10n.t('Larger Rows'), disabled: !parts.canGrow, run: () => parts.resize(1) })}
		${toolButton({ icon: 'refresh', label: l10n.t('Refresh Folder'), run: parts.lookAgain })}
	</div>`;
}

function named(what: string, step: string | undefined): string {
	return step === undefined ? what : `${what}: ${step}`;
}
