import * as l10n from '@vscode/l10n';
import { exportSvg, type SvgFile } from '../../core/workflow/graph/exportSvg.ts';
import type { GraphLayout } from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import { base64Of } from '../shared/base64.ts';
import { pageMeasure } from './measure.ts';

/** Limits of browsers for a drawing: pixels on one side, and in all. */
const longestSide = 16_000;
const mostPixels = 60_000_000;

/** Returns the whole graph in the colors and fonts of the theme in use. */
export function drawSvg(title: string, model: GraphModel, layout: GraphLayout): SvgFile {
	const style = getComputedStyle(document.documentElement);
	return exportSvg(title, model, layout, pageMeasure(), (variable) => style.getPropertyValue(variable));
}

interface Picture {
	readonly base64: string;
	/** Below 1 if the picture had to be smaller than the drawing. */
	readonly scale: number;
}

/** Draws the drawing as PNG, with twice the resolution of the screen if possible. */
export async function drawPng(file: SvgFile): Promise<Picture> {
	const fitting = Math.min(
		2,
		longestSide / Math.max(file.width, file.height),
		Math.sqrt(mostPixels / (file.width * file.height)),
	);
	const url = URL.createObjectURL(new Blob([file.source], { type: 'image/svg+xml' }));
	try {
		const image = new Image();
		image.src = url;
		await image.decode();
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(file.width * fitting)),
			Math.max(1, Math.round(file.height * fitting)),
		);
		const context = canvas.getContext('2d');
		if (context === null) throw new Error(l10n.t('The picture is too large to be drawn.'));
		context.drawImage(image, 0, 0, canvas.width, canvas.height);
		const blob = await canvas.convertToBlob({ type: 'image/png' });
		return { base64: await base64Of(blob), scale: fitting };
	} finally {
		URL.revokeObjectURL(url);
	}
}
