import * as l10n from '@vscode/l10n';
import { css, html, type TemplateResult } from 'lit';
import { percentText } from '../../../core/base/language.ts';
import { type Tool, toolButton } from '../toolbar.ts';
import type { Zoom } from './zoom.ts';

/** Returns the tools that zoom the picture in view. */
export function zoomTools(zoom: (to: Zoom) => void): Readonly<Record<'out' | 'in' | 'fit' | 'actual', Tool>> {
	return {
		out: { icon: 'zoom-out', label: l10n.t('Zoom Out'), key: '-', run: () => zoom('out') },
		in: { icon: 'zoom-in', label: l10n.t('Zoom In'), key: '+', run: () => zoom('in') },
		fit: { icon: 'screen-normal', label: l10n.t('Fit'), key: '0', run: () => zoom('fit') },
		actual: { text: '1:1', label: l10n.t('1:1, Actual Size'), key: '1', run: () => zoom(1) },
	};
}

/** Renders the tools that zoom a picture around its scale on screen, then others; its host needs `zoomBarStyle`. */
export function zoomBar(
	tools: Pick<ReturnType<typeof zoomTools>, 'out' | 'in'>,
	scale: number | undefined,
	others: readonly Tool[],
): TemplateResult {
	return html`${toolButton(tools.out)}
		<span class="scale quiet figures">${scale === undefined ? '' : percentText(scale * 100)}</span>
		${toolButton(tools.in)} ${others.map(toolButton)}`;
}

export const zoomBarStyle = css`
	.scale {
		min-width: 42px;
		font-size: 12px;
		text-align: center;
	}
`;
