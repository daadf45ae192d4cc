import type { Point } from './layout.ts';

const cornerRadius = 9;

/** Returns the path of an edge through its bends, with rounded corners. */
export function edgePath(points: readonly Point[]): string {
	const [first, ...rest] = points;
	const last = rest.at(-1);
	if (first === undefined || last === undefined) return '';
	let d = `M${round(first.x)} ${round(first.y)}`;
	for (const [index, corner] of rest.slice(0, -1).entries()) {
		const before = points[index] ?? first;
		const after = points[index + 2] ?? last;
		const radius = Math.min(cornerRadius, distance(before, corner) / 2, distance(corner, after) / 2);
		const enter = towards(corner, before, radius);
		const leave = towards(corner, after, radius);
		d += `L${round(enter.x)} ${round(enter.y)}Q${round(corner.x)} ${round(corner.y)} ${round(leave.x)} ${round(leave.y)}`;
	}
	return `${d}L${round(last.x)} ${round(last.y)}`;
}

/** Returns the same without rounding: for the zoomed-out view. */
export function straightPath(points: readonly Point[]): string {
	return points
		.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${Math.round(x)} ${Math.round(y)}`)
		.join('');
}

function distance(a: Point, b: Point): number {
	return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, length: number): Point {
	const whole = distance(from, to);
	if (whole === 0) return from;
	return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
