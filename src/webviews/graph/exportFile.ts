import * as l10n from '@vscode/l10n';
import { percentText } from '../../core/base/language.ts';
import { exportSvg, type SvgFile } from '../../core/workflow/graph/exportSvg.ts';
import type { GraphLayout } from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import { base64Of } from '../shared/base64.ts';
import { pageMeasure } from './measure.ts';

/** Limits of browsers for a drawing: pixels on one side, and in all. */
const longestSide = 16_000;
const mostPixels = 60_000_000;

interface ExportedFile {
	/** The text of an SVG file, or the bytes of a PNG in Base64. */
	readonly data: string;
	/** The limitation of the picture, for people. */
	readonly notice?: string;
}

/** Draws the whole graph in the colors and fonts of the theme in use. */
export async function exportedFile(
	format: 'svg' | 'png',
	title: string,
	model: GraphModel,
	layout: GraphLayout,
): Promise<ExportedFile> {
	const style = getComputedStyle(document.documentElement);
	const file = exportSvg(title, model, layout, pageMeasure(), (variable) => style.getPropertyValue(variable));
	if (format === 'svg') return { data: file.source };
	const { base64, scale } = await drawPng(file);
	if (scale >= 1) return { data: base64 };
	const notice = l10n.t(
		'The graph is too large for a picture at full size, so it was exported at {0}.',
		percentText(scale * 100),
	);
	return { data: base64, notice };
}

interface Picture {
	readonly base64: string;
	/** Below 1 if the picture had to be smaller than the drawing. */
	readonly scale: number;
}

/** Draws the drawing as PNG, with twice the resolution of the screen if possible. */
async function drawPng(file: SvgFile): Promise<Picture> {
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
