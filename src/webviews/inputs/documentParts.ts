import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { InputFormProtocol, InputFormState } from '../../core/runs/inputs/messages.ts';
import type { Host } from '../shared/host.ts';

/** Renders the places of inputs below their fields, as links into the document. */
export function placeLinks(
	{ places = {} }: InputFormState,
	host: Pick<Host<InputFormProtocol>, 'send'>,
): readonly TemplateResult[] {
	return Object.entries(places).map(
		([path, words]) =>
			html`<button
				type="button"
				class="place cut"
				slot=${path}
				title=${l10n.t('Open Document at This Input')}
				aria-label=${l10n.t('Open Document at {0}', words)}
				@click=${() => host.send('openInput', { path })}
			>${words}</button>`,
	);
}

interface DocumentButtons {
	readonly isReady: boolean;
	readonly send: (kind: 'applyToDocument' | 'savePreset') => void;
}

/** Renders the buttons that keep the values of a form of a document. */
export function documentButtons({ isReady, send }: DocumentButtons): readonly TemplateResult[] {
	const buttons = [
		['savePreset', l10n.t('Save as Preset...')],
		['applyToDocument', l10n.t('Apply to Document')],
	] as const;
	return buttons.map(
		([kind, label]) =>
			html`<vscode-button secondary ?disabled=${!isReady} @click=${() => send(kind)}>${label}</vscode-button>`,
	);
}
