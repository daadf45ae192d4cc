/** A piece of a drawing as data: one description for the panel's elements and for the exported file. */
export interface Shape {
	readonly tag: 'g' | 'rect' | 'path' | 'circle' | 'text' | 'tspan';
	readonly attributes: Readonly<Record<string, string | number>>;
	readonly children?: readonly Shape[];
	readonly text?: string;
}

export function group(className: string, children: readonly Shape[], more: Shape['attributes'] = {}): Shape {
	return { tag: 'g', attributes: { class: className, ...more }, children };
}

export function rect(className: string, x: number, y: number, width: number, height: number, rx = 0): Shape {
	return { tag: 'rect', attributes: { class: className, x, y, width, height, rx } };
}

export function path(className: string, d: string): Shape {
	return { tag: 'path', attributes: { class: className, d } };
}

export function circle(className: string, cx: number, cy: number, r: number): Shape {
	return { tag: 'circle', attributes: { class: className, cx, cy, r } };
}

export function label(className: string, x: number, y: number, text: string): Shape {
	return { tag: 'text', attributes: { class: className, x, y }, text };
}

/** Returns the drawing as SVG source. The content of the document arrives as text, never as markup. */
export function toSvg(shape: Shape): string {
	const attributes = Object.entries(shape.attributes).map(
		([name, value]) => ` ${name}="${escapeXml(String(value))}"`,
	);
	const inner = `${(shape.children ?? []).map(toSvg).join('')}${escapeXml(shape.text ?? '')}`;
	return `<${shape.tag}${attributes.join('')}>${inner}</${shape.tag}>`;
}

/** Escapes text for XML: control characters that XML forbids become a replacement mark. */
export function escapeXml(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly the characters that XML forbids.
	const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
	return allowed.toWellFormed().replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
