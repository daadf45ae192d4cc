import * as l10n from '@vscode/l10n';
import { firstFrame } from '../shared/firstFrame.ts';

interface GridDrawing {
	readonly columnsOf: string;
	readonly rowsOf: string;
	readonly columns: readonly string[];
	readonly rows: readonly string[];
	/** By row and column. */
	readonly cells: readonly (readonly DrawnCell[])[];
}

interface DrawnCell {
	readonly picture?: { readonly address: string; readonly kind: 'image' | 'video' };
	/** The words in a cell without a picture. */
	readonly text: string;
	/** The number of pictures that it represents. */
	readonly count: number;
}

/** Limits of the drawing in pixels: on one side, and in all; and of the longer side of a cell. */
const most = { side: 12_000, pixels: 32_000_000, cell: 512 };
const gap = 8;
/** Milliseconds for the frame of a video. */
const patience = 20_000;
const colors = { paper: '#ffffff', ink: '#1f1f1f', empty: '#ececec', faint: '#6b6b6b' };

/** Draws a grid with its labels on white; cells have the shape of the first picture, and are scaled down if it would be too large. */
export async function drawGrid(drawing: GridDrawing): Promise<Blob> {
	const { columns, rows, cells } = drawing;
	const ratio = await shapeOf(cells.flat());
	const fit = (edge: number) => sizeFor(edge, ratio, drawing);
	let edge = most.cell;
	while (edge > 16 && isTooLarge(fit(edge))) edge = Math.floor(edge * 0.9);
	const size = fit(edge);
	const canvas = new OffscreenCanvas(size.width, size.height);
	const context = canvas.getContext('2d');
	if (context === null) throw new Error(l10n.t('The picture is too large to be drawn.'));
	context.fillStyle = colors.paper;
	context.fillRect(0, 0, size.width, size.height);
	const { cell, left, top, font } = size;
	const at = (row: number, column: number): Box => ({
		x: left + column * (cell.width + gap),
		y: top + row * (cell.height + gap),
		...cell,
	});
	const corner = [
		drawing.columnsOf === '' ? '' : `${drawing.columnsOf} →`,
		drawing.rowsOf === '' ? '' : `${drawing.rowsOf} ↓`,
	];
	write(
		context,
		corner.filter((text) => text !== '').join('\n'),
		{ x: 0, y: 0, width: left, height: top },
		font * 0.8,
		colors.faint,
	);
	for (const [column, text] of columns.entries())
		write(context, text, { ...at(0, column), y: 0, height: top }, font, colors.ink);
	for (const [row, text] of rows.entries()) {
		write(context, text, { ...at(row, 0), x: 0, width: left }, font, colors.ink);
		// One after the other: a whole picture takes tens of megabytes once it is decoded.
		for (const [column, shown] of (cells[row] ?? []).entries())
			await drawCell(context, shown, at(row, column), font);
	}
	return canvas.convertToBlob({ type: 'image/png' });
}

interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

type Drawing = OffscreenCanvasRenderingContext2D;

function sizeFor(edge: number, ratio: number, { columns, rows, columnsOf, rowsOf }: GridDrawing) {
	const cell = {
		width: Math.max(1, Math.round(edge * Math.min(1, ratio))),
		height: Math.max(1, Math.round(edge / Math.max(1, ratio))),
	};
	const font = Math.max(11, Math.round(edge / 20));
	const left =
		rows.every((text) => text === '') && rowsOf === '' ? gap : Math.max(font * 8, Math.round(cell.width / 2));
	const top = columns.every((text) => text === '') && columnsOf === '' ? gap : font * 5;
	return {
		...{ cell, font, left, top },
		width: left + columns.length * (cell.width + gap),
		height: top + rows.length * (cell.height + gap),
	};
}

function isTooLarge({ width, height }: { readonly width: number; readonly height: number }): boolean {
	return Math.max(width, height) > most.side || width * height > most.pixels;
}

/** Returns the aspect ratio of the first picture, width by height; 1 without any. */
async function shapeOf(cells: readonly DrawnCell[]): Promise<number> {
	for (const { picture } of cells) {
		const first = picture && (await load(picture));
		if (first === undefined) continue;
		const ratio = first.width / first.height;
		first.close();
		return ratio;
	}
	return 1;
}

async function load({ address, kind }: NonNullable<DrawnCell['picture']>): Promise<ImageBitmap | undefined> {
	try {
		if (kind === 'video') return await firstFrame(address, patience);
		const reply = await fetch(address);
		return reply.ok ? await createImageBitmap(await reply.blob()) : undefined;
	} catch {
		return undefined;
	}
}

async function drawCell(context: Drawing, { picture, text, count }: DrawnCell, box: Box, font: number) {
	const loaded = picture && (await load(picture));
	if (loaded === undefined) {
		context.fillStyle = colors.empty;
		context.fillRect(box.x, box.y, box.width, box.height);
		write(context, picture === undefined ? text : l10n.t('No picture'), box, font * 0.8, colors.faint);
		return;
	}
	const scale = Math.min(box.width / loaded.width, box.height / loaded.height);
	const [width, height] = [loaded.width * scale, loaded.height * scale];
	context.imageSmoothingQuality = 'high';
	context.drawImage(
		loaded,
		box.x + (box.width - width) / 2,
		box.y + (box.height - height) / 2,
		width,
		height,
	);
	loaded.close();
	if (count < 2) return;
	const badge = {
		x: box.x + box.width - font * 2.2,
		y: box.y + font * 0.3,
		width: font * 1.9,
		height: font * 1.4,
	};
	context.fillStyle = colors.paper;
	context.fillRect(badge.x, badge.y, badge.width, badge.height);
	write(context, String(count), badge, font * 0.8, colors.ink);
}

/** Writes a text in the middle of a box, on as many lines as fit. */
function write(context: Drawing, text: string, box: Box, size: number, color: string): void {
	context.font = `600 ${size}px system-ui, sans-serif`;
	context.fillStyle = color;
	context.textAlign = 'center';
	context.textBaseline = 'middle';
	const room = Math.max(1, Math.floor(box.height / (size * 1.25)));
	const all = linesOf(context, text, box.width - size * 0.6);
	const lines = all.slice(0, room);
	if (all.length > room) lines[room - 1] = `${lines[room - 1]?.slice(0, -1) ?? ''}…`;
	const first = box.y + box.height / 2 - ((lines.length - 1) * size * 1.25) / 2;
	for (const [at, line] of lines.entries())
		context.fillText(line, box.x + box.width / 2, first + at * size * 1.25, box.width - size * 0.3);
}

/** Breaks a text between its words, and a word that is too long within. */
function linesOf(context: Drawing, text: string, width: number): string[] {
	const fits = (line: string) => context.measureText(line).width <= width;
	return text
		.slice(0, 400)
		.split('\n')
		.flatMap((paragraph) => {
			const lines: string[] = [];
			let line = '';
			for (const piece of paragraph.split(/(?<=[\s,./_-])/)) {
				if (line !== '' && !fits(line + piece.trimEnd())) {
					lines.push(line.trimEnd());
					line = '';
				}
				for (const character of piece) {
					if (line !== '' && !fits(line + character) && character.trim() !== '') {
						lines.push(line);
						line = '';
					}
					line += character;
				}
			}
			return [...lines, line.trimEnd()];
		});
}
