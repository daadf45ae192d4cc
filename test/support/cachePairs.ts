/** A node of a document for the engine. */
interface Node {
	class_type: string;
	inputs: Record<string, unknown>;
	_meta?: { title: string };
}

/** A document for the engine. */
export type Nodes = Record<string, Node>;

/** Returns an integer from 0 up to one less than `count`. */
export type Draw = (count: number) => number;

/** Returns random numbers that are the same each time. */
export function drawer(seed: number): Draw {
	let state = seed;
	return (count) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * count);
	};
}

/** The stock of parts that the documents are made of, besides classes of the engine. */
interface Stock {
	/** Names of pictures that the engine has in its input folder. */
	readonly pictures: readonly string[];
	/** A class of a pack that makes one image of another. */
	readonly pack?: string;
	/** A class that puts an image out and is no `SaveImage` or `PreviewImage`. */
	readonly output?: string;
}

/** Returns a valid document of a few images that are made from each other, with one to three outputs. */
export function drawDocument(draw: Draw, stock: Stock): Nodes {
	const nodes: Nodes = {};
	const images: string[] = [];
	const sizes: string[] = [];
	const image = () => [images[draw(images.length)] ?? '', 0];
	const count = 2 + draw(7);
	for (let n = 1; n <= count; n++) {
		const id = String(n);
		const kind = images.length === 0 ? 0 : draw(12);
		if (kind === 4) {
			nodes[id] = { class_type: 'GetImageSize', inputs: { image: image() } };
			sizes.push(id);
			continue;
		}
		const size = () => (sizes.length > 0 && draw(3) === 0 ? [sizes[draw(sizes.length)], draw(2)] : 16);
		if (kind < 2)
			nodes[id] = {
				class_type: 'EmptyImage',
				inputs: { width: size(), height: size(), batch_size: 1, color: draw(3) },
			};
		else if (kind === 2 && stock.pictures.length > 0)
			nodes[id] = { class_type: 'LoadImage', inputs: { image: stock.pictures[draw(stock.pictures.length)] } };
		else if (kind === 3)
			nodes[id] = { class_type: 'ImageBatch', inputs: { image1: image(), image2: image() } };
		else if (kind === 5 && stock.pack !== undefined)
			nodes[id] = { class_type: stock.pack, inputs: { image: image() } };
		else nodes[id] = { class_type: 'ImageInvert', inputs: { image: image() } };
		images.push(id);
	}
	for (let n = count + 1 + draw(3); n > count; n--) {
		const other = draw(8);
		if (other === 0 && stock.output !== undefined)
			nodes[n] = { class_type: stock.output, inputs: { images: image() } };
		else if (other < 4) nodes[n] = { class_type: 'PreviewImage', inputs: { images: image() } };
		else nodes[n] = { class_type: 'SaveImage', inputs: { images: image(), filename_prefix: 'easel/a' } };
	}
	return nodes;
}

/**
 * Returns another document with nearly the same meaning: up to five changes; some of them do not change the results. It
 * is valid, too.
 */
export function drawVariant(nodes: Nodes, draw: Draw, stock: Stock): Nodes {
	let copy = structuredClone(nodes);
	for (let changes = draw(6); changes > 0; changes--) copy = changed(copy, draw, stock);
	return copy;
}

function changed(copy: Nodes, draw: Draw, stock: Stock): Nodes {
	const ids = Object.keys(copy);
	const id = ids[draw(ids.length)] ?? '';
	const node = copy[id];
	if (node === undefined) return copy;
	const { inputs } = node;
	switch (draw(11)) {
		case 0:
			node._meta = { title: `title ${draw(9)}` };
			return copy;
		case 1:
			node.inputs = Object.fromEntries(Object.entries(inputs).reverse());
			return copy;
		case 2:
			return Object.fromEntries(Object.entries(copy).map(([key, value]) => [`n${key}`, linked(value)]));
		case 3:
			return reordered(copy);
		case 4:
			if (typeof inputs.color === 'number') inputs.color += 1 + draw(3);
			if ('filename_prefix' in inputs) inputs.filename_prefix = 'easel/b';
			return copy;
		case 5:
			if (node.class_type === 'LoadImage') inputs.image = stock.pictures[draw(stock.pictures.length)];
			return copy;
		case 6:
			// A node that no output depends on.
			copy[`unused${ids.length}`] = {
				class_type: 'EmptyImage',
				inputs: { width: 16, height: 16, batch_size: 1, color: 9 },
			};
			return copy;
		case 7:
			if (outputs(copy).length > 1 && isOutput(node)) delete copy[id];
			return copy;
		case 8: {
			const output = outputs(copy)[0];
			if (output)
				copy[`more${ids.length}`] = {
					class_type: 'SaveImage',
					inputs: { images: output.inputs.images, filename_prefix: `easel/${draw(2) === 0 ? 'a' : 'c'}` },
				};
			return copy;
		}
		case 9: {
			// Two identical nodes in place of a shared one.
			const source = Array.isArray(inputs.image) ? String(inputs.image[0]) : undefined;
			const twin = source === undefined ? undefined : copy[source];
			if (twin) {
				copy[`twin${source}${ids.length}`] = structuredClone(twin);
				inputs.image = [`twin${source}${ids.length}`, 0];
			}
			return copy;
		}
		default:
			if (Array.isArray(inputs.image1)) [inputs.image1, inputs.image2] = [inputs.image2, inputs.image1];
			return copy;
	}
}

function linked(node: Node): Node {
	const inputs = Object.entries(node.inputs).map(([name, value]) => [
		name,
		Array.isArray(value) ? [`n${value[0]}`, value[1]] : value,
	]);
	return { ...node, inputs: Object.fromEntries(inputs) };
}

/** Returns the nodes in another order. Names that are numbers would be sorted again, so all get a letter. */
function reordered(nodes: Nodes): Nodes {
	const entries = Object.entries(nodes).map(([key, value]): [string, Node] => [`n${key}`, linked(value)]);
	return Object.fromEntries(entries.reverse());
}

/** Returns whether the engine starts from this node. */
export function isOutput({ class_type: name }: Node): boolean {
	return /^(?:SaveImage|PreviewImage|SaveImageWebsocket)$/.test(name);
}

function outputs(nodes: Nodes): Node[] {
	return Object.values(nodes).filter(isOutput);
}
