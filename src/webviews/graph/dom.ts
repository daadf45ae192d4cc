import type { Shape } from '../../core/workflow/graph/shape.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** Returns a described shape as an element. Texts become text nodes, so nothing in a document is ever markup. */
export function toElement(shape: Shape): SVGElement {
	const element = document.createElementNS(namespace, shape.tag);
	for (const [name, value] of Object.entries(shape.attributes)) element.setAttribute(name, String(value));
	if (shape.text !== undefined) element.textContent = shape.text;
	for (const child of shape.children ?? []) element.append(toElement(child));
	return element;
}

export function svgElement<K extends keyof SVGElementTagNameMap>(
	tag: K,
	className: string,
): SVGElementTagNameMap[K] {
	const element = document.createElementNS(namespace, tag);
	element.setAttribute('class', className);
	return element;
}
