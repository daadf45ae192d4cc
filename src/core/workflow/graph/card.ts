import * as l10n from '@vscode/l10n';
import {
	cardWidth,
	headerHeight,
	portMiddle,
	rowHeight,
	textLineHeight,
	valueHeight,
	valuesTop,
} from './metrics.ts';
import { type GraphNode, type GraphPort, type GraphValue, inputTitle } from './model.ts';
import { circle, group, label, path, rect, type Shape } from './shape.ts';
import { fitText, type Measure, wrapText } from './textFit.ts';

const left = 14;
const right = cardWidth - 12;
const badgeSize = 18;
const largeLine = 33;

/** Returns a card with everything on it, its upper left corner at the origin. */
export function fullCard(node: GraphNode, measure: Measure): Shape {
	const children = [...frame(node, headerHeight), ...header(node, measure)];
	for (const [index, port] of node.ports.entries()) children.push(...portRow(port, index, measure));
	for (const [index, output] of node.outputs.entries()) {
		const text = fitText(output.name, 'small', 104, measure);
		children.push(
			circle(`dot f-${output.family}`, cardWidth, portMiddle(index), 4.5),
			label('small dim end', right, portMiddle(index) + 4, text),
		);
	}
	let y = valuesTop(Math.max(node.ports.length, node.outputs.length));
	for (const value of node.values) {
		children.push(...valueRow(value, y, measure));
		y += rowHeight(value);
	}
	const more = node.rest.length;
	if (more > 0) children.push(label('small dim', left, y + 14, l10n.t('and {0} more', more)));
	return group(cardClass(node), children);
}

/** Returns the card that stays readable when zoomed out: the name in large letters. */
export function titleCard(node: GraphNode, measure: Measure): Shape {
	const room = Math.max(1, Math.min(4, Math.floor((node.height - 10) / largeLine)));
	const lines = wrapText(node.title, 'large', cardWidth - 28, room, measure);
	const top = node.height / 2 - ((lines.length - 1) * largeLine) / 2 + 10;
	const isNamed = [...node.values, ...node.rest].some(({ named }) => named !== undefined);
	return group(cardClass(node), [
		...frame(node, node.height),
		...(isNamed ? [tag(cardWidth - 34, 30, 2.5)] : []),
		...lines.map((line, index) => label('large', left + 4, top + index * largeLine, line)),
	]);
}

function cardClass(node: GraphNode): string {
	const marks = [
		...(node.severity === undefined ? [] : [`s-${node.severity}`]),
		...(node.change === undefined ? [] : ['differs']),
		...(node.isOutput ? ['result'] : []),
	];
	return ['card', `f-${node.family}`, ...marks].join(' ');
}

/** Returns the body with a colored edge and a tint down to `tinted`, both following its rounded corners. */
function frame(node: GraphNode, tinted: number): readonly Shape[] {
	const [w, h] = [cardWidth, node.height];
	const foot = tinted < h ? `V${tinted}H0` : `V${h - 6}A6 6 0 0 1 ${w - 6} ${h}H6A6 6 0 0 1 0 ${h - 6}`;
	return [
		rect('body', 0, 0, w, h, 6),
		path('band', `M0 6A6 6 0 0 1 6 0H${w - 6}A6 6 0 0 1 ${w} 6${foot}Z`),
		path('accent', `M6 0H4V${h}H6A6 6 0 0 1 0 ${h - 6}V6A6 6 0 0 1 6 0Z`),
	];
}

function header(node: GraphNode, measure: Measure): readonly Shape[] {
	const badges: Shape[] = [];
	let x = cardWidth - 8;
	if (node.severity !== undefined) {
		x -= badgeSize;
		badges.push(badge(node.severity, x));
	}
	if (node.change !== undefined) {
		const text = node.change === 'added' ? l10n.t('new') : l10n.t('edited');
		const width = measure(text, 'small') + 14;
		x -= width + (badges.length > 0 ? 4 : 0);
		badges.push(rect('pill', x, 8, width, 18, 9), label('small pill-text', x + 7, 21, text));
	}
	const second =
		node.title === node.classType || node.classType === '' ? `#${node.id}` : `${node.classType}  #${node.id}`;
	return [
		label('title', left, 22, fitText(node.title, 'title', x - left - 6, measure)),
		label('small dim', left, 40, fitText(second, 'small', cardWidth - left - 12, measure)),
		...badges,
	];
}

/** Returns an exclamation mark in a circle, or a letter i; the shape has the meaning too, not the color alone. */
function badge(severity: string, x: number): Shape {
	const cx = x + badgeSize / 2;
	const cy = 17;
	const sign =
		severity === 'info'
			? `M${cx} ${cy - 1}V${cy + 4}M${cx} ${cy - 4.4}V${cy - 4.2}`
			: `M${cx} ${cy - 4.5}V${cy + 1}M${cx} ${cy + 4}V${cy + 4.2}`;
	const ring =
		severity === 'warning'
			? path('badge', `M${cx} ${cy - 8.5}L${cx + 9} ${cy + 7}H${cx - 9}Z`)
			: circle('badge', cx, cy, 8);
	return group(`mark s-${severity}`, [ring, path('sign', sign)]);
}

function portRow(port: GraphPort, index: number, measure: Measure): readonly Shape[] {
	const y = portMiddle(index);
	const state = stateClass(port);
	return [
		...(port.before === undefined ? [] : [rect('changed-bar', 6, y - 9, 2, 18)]),
		port.broken === true
			? path('broken', `M-4 ${y - 4}L4 ${y + 4}M4 ${y - 4}L-4 ${y + 4}`)
			: circle(`dot f-${port.family}`, 0, y, 4.5),
		label(`small${state}`, left, y + 4, fitText(port.name, 'small', 112, measure)),
	];
}

function valueRow(value: GraphValue, y: number, measure: Measure): readonly Shape[] {
	const state = stateClass(value);
	const height = rowHeight(value);
	const bar = value.before === undefined ? [] : [rect('changed-bar', 6, y + 2, 2, height - 4)];
	const shown = value.text === '' ? l10n.t('empty') : value.text;
	const textClass = value.text === '' ? 'mono faint' : `mono${state}`;
	const isNamed = value.named !== undefined;
	const start = isNamed ? left + tagWidth : left;
	const nameClass = isNamed ? 'small name' : 'small dim';
	if (value.rows === 1) {
		const name = fitText(inputTitle(value), 'small', 118, measure);
		const nameWidth = measure(name, 'small') + start - left;
		const middle = y + valueHeight / 2 + 4;
		return [
			...bar,
			...(isNamed ? [tag(left, middle)] : []),
			label(nameClass, start, middle, name),
			label(
				`${textClass} end`,
				right,
				middle,
				fitText(shown, 'mono', right - left - nameWidth - 12, measure),
			),
		];
	}
	const lines = wrapText(shown, 'mono', right - left - 12, value.rows - 1, measure);
	return [
		...bar,
		...(isNamed ? [tag(left, y + 14)] : []),
		label(nameClass, start, y + 14, fitText(inputTitle(value), 'small', right - start, measure)),
		rect('inset', left - 2, y + 18, right - left + 4, (value.rows - 1) * textLineHeight + 6, 3),
		...lines.map((line, index) => label(textClass, left + 4, y + 32 + index * textLineHeight, line)),
	];
}

/** Returns the mark of a named input, as high as small letters or larger. */
function tag(x: number, base: number, size = 1): Shape {
	const [side, tip] = [5 * size, 4 * size];
	return path('name-tag', `M${x} ${base - 2 * tip}h${side}l${tip} ${tip}l${-tip} ${tip}h${-side}z`);
}

const tagWidth = 13;

function stateClass(marked: { readonly severity?: string; readonly before?: string }): string {
	if (marked.severity !== undefined) return ` s-${marked.severity}`;
	return marked.before === undefined ? '' : ' changed';
}
