import type { Picture } from '../../../core/base/pictures/pixels.ts';

/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];
/** In units of the picture's height: x from 0 to its width / height, y from 0 at the top to 1. */
export type Point = readonly [number, number];

export function blend(from: Color, to: Color, share: number): Color {
	const part = Math.min(Math.max(share, 0), 1);
	return [
		from[0] + (to[0] - from[0]) * part,
		from[1] + (to[1] - from[1]) * part,
		from[2] + (to[2] - from[2]) * part,
	];
}

/** Draws with soft edges in coordinates that do not depend on the resolution. */
export class Canvas {
	readonly picture: Picture;
	/** Width in units. */
	readonly right: number;
	readonly #unit: number;

	constructor(width: number, height: number) {
		this.picture = { width, height, data: new Uint8ClampedArray(width * height * 3) };
		this.#unit = height;
		this.right = width / height;
	}

	/** Gives every pixel the color of its row; a fine pattern hides the steps between the rows. */
	rows(colorAt: (y: number) => Color): void {
		const { width, height, data } = this.picture;
		for (let row = 0; row < height; row++) {
			const [red, green, blue] = colorAt(row / height);
			for (let column = 0; column < width; column++) {
				const at = (row * width + column) * 3;
				const dither = ((column ^ row) & 1) * 0.5 - 0.25;
				data[at] = red + dither;
				data[at + 1] = green + dither;
				data[at + 2] = blue + dither;
			}
		}
	}

	/** Fills everything below a skyline; `colorAt` gets the depth below the line and the height on the picture. */
	below(skyline: (x: number) => number, colorAt: (depth: number, y: number) => Color, alpha = 1): void {
		const { width, height } = this.picture;
		for (let column = 0; column < width; column++) {
			const top = skyline(column / this.#unit) * this.#unit;
			for (let row = Math.max(0, Math.floor(top)); row < height; row++) {
				const cover = Math.min(1, row + 1 - top);
				this.#put(column, row, colorAt((row - top) / this.#unit, row / this.#unit), alpha * cover);
			}
		}
	}

	/** Paints a filled circle with an edge `soft` wide. */
	disc(x: number, y: number, radius: number, color: Color, alpha = 1, soft = 1.5 / this.#unit): void {
		this.around(x, y, radius + soft, (distance) => [
			color,
			alpha * Math.min(1, Math.max(0, (radius - distance) / soft + 0.5)),
		]);
	}

	/** Paints light that fades out towards `radius`. */
	glow(x: number, y: number, radius: number, color: Color, alpha: number): void {
		this.around(x, y, radius, (distance) => [color, alpha * (1 - distance / radius) ** 2]);
	}

	/** Calls `paint` for every pixel closer than `radius`, with its distance and place. */
	around(
		x: number,
		y: number,
		radius: number,
		paint: (distance: number, across: number, down: number) => readonly [Color, number],
	): void {
		const { width, height } = this.picture;
		const unit = this.#unit;
		const firstRow = Math.max(0, Math.floor((y - radius) * unit));
		const lastRow = Math.min(height - 1, Math.ceil((y + radius) * unit));
		const firstColumn = Math.max(0, Math.floor((x - radius) * unit));
		const lastColumn = Math.min(width - 1, Math.ceil((x + radius) * unit));
		for (let row = firstRow; row <= lastRow; row++) {
			for (let column = firstColumn; column <= lastColumn; column++) {
				const across = (column + 0.5) / unit - x;
				const down = (row + 0.5) / unit - y;
				const distance = Math.hypot(across, down);
				if (distance >= radius) continue;
				const [color, alpha] = paint(distance, across, down);
				this.#put(column, row, color, alpha);
			}
		}
	}

	/** Paints a filled polygon; its edges are smoothed with four lines a pixel. */
	polygon(points: readonly Point[], color: Color, alpha = 1): void {
		const { width, height } = this.picture;
		const corners = points.map(([x, y]) => [x * this.#unit, y * this.#unit] as const);
		const ys = corners.map(([, y]) => y);
		const first = Math.max(0, Math.floor(Math.min(...ys)));
		const last = Math.min(height - 1, Math.ceil(Math.max(...ys)));
		const cover = new Float32Array(width);
		for (let row = first; row <= last; row++) {
			cover.fill(0);
			let left = width;
			let right = -1;
			for (let line = 0; line < 4; line++) {
				const crossings = crossingsAt(corners, row + (line + 0.5) / 4);
				for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
					const from = Math.max(0, crossings[pair] ?? 0);
					const to = Math.min(width, crossings[pair + 1] ?? 0);
					if (to <= from) continue;
					left = Math.min(left, Math.floor(from));
					right = Math.max(right, Math.ceil(to) - 1);
					for (let column = Math.floor(from); column < to; column++) {
						const part = Math.min(column + 1, to) - Math.max(column, from);
						cover[column] = (cover[column] ?? 0) + part / 4;
					}
				}
			}
			for (let column = left; column <= right; column++) {
				const share = cover[column] ?? 0;
				if (share > 0) this.#put(column, row, color, share * alpha);
			}
		}
	}

	/** Paints a filled ellipse, turned by `angle` (radians). */
	ellipse(x: number, y: number, across: number, down: number, color: Color, alpha = 1, angle = 0): void {
		const points = Array.from({ length: 36 }, (_, index): Point => {
			const turn = (index / 36) * 2 * Math.PI;
			const [along, over] = [Math.cos(turn) * across, Math.sin(turn) * down];
			return [
				x + along * Math.cos(angle) - over * Math.sin(angle),
				y + along * Math.sin(angle) + over * Math.cos(angle),
			];
		});
		this.polygon(points, color, alpha);
	}

	line(points: readonly Point[], width: number, color: Color, alpha = 1): void {
		for (let index = 0; index + 1 < points.length; index++) {
			const [fromX, fromY] = points[index] ?? [0, 0];
			const [toX, toY] = points[index + 1] ?? [0, 0];
			const length = Math.hypot(toX - fromX, toY - fromY) || 1;
			const [overX, overY] = [
				((toY - fromY) / length) * (width / 2),
				(-(toX - fromX) / length) * (width / 2),
			];
			const corners: Point[] = [
				[fromX + overX, fromY + overY],
				[toX + overX, toY + overY],
				[toX - overX, toY - overY],
				[fromX - overX, fromY - overY],
			];
			this.polygon(corners, color, alpha);
		}
	}

	/** Copies the part above `line` upside down below it, squeezed, rippled and mixed into the existing part. */
	mirror(line: number, ripple: (y: number) => number, share: number): void {
		const { width, height, data } = this.picture;
		const start = Math.round(line * this.#unit);
		for (let row = start; row < height; row++) {
			const source = Math.max(0, start - 1 - Math.round((row - start) * 1.25));
			const shift = Math.round(ripple(row / this.#unit) * this.#unit * (0.2 + (row - start) / height));
			const fade = share * (1 - (0.6 * (row - start)) / Math.max(1, height - start));
			for (let column = 0; column < width; column++) {
				const from = (source * width + Math.min(Math.max(column + shift, 0), width - 1)) * 3;
				this.#put(column, row, [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0], fade);
			}
		}
	}

	vignette(strength: number): void {
		const { width, height, data } = this.picture;
		for (let row = 0; row < height; row++) {
			const down = (row / height - 0.5) ** 2;
			for (let column = 0; column < width; column++) {
				const keep = 1 - strength * Math.max(0, down + (column / width - 0.5) ** 2 - 0.12);
				const at = (row * width + column) * 3;
				for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) * keep;
			}
		}
	}

	#put(column: number, row: number, color: Color, alpha: number): void {
		const { width, data } = this.picture;
		const at = (row * width + column) * 3;
		data[at] = (data[at] ?? 0) + (color[0] - (data[at] ?? 0)) * alpha;
		data[at + 1] = (data[at + 1] ?? 0) + (color[1] - (data[at + 1] ?? 0)) * alpha;
		data[at + 2] = (data[at + 2] ?? 0) + (color[2] - (data[at + 2] ?? 0)) * alpha;
	}
}

function crossingsAt(corners: readonly (readonly [number, number])[], y: number): number[] {
	const crossings: number[] = [];
	for (const [index, [x, top]] of corners.entries()) {
		const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, top];
		if (top <= y === nextY <= y) continue;
		crossings.push(x + ((y - top) / (nextY - top)) * (nextX - x));
	}
	return crossings.sort((a, b) => a - b);
}
