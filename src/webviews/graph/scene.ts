import type { NodeProgress } from '../../core/base/nodeProgress.ts';
import { fullCard, titleCard } from '../../core/workflow/graph/card.ts';
import { edgePath } from '../../core/workflow/graph/edges.ts';
import { groupBoxes, groupShapes } from '../../core/workflow/graph/groupBoxes.ts';
import type { GraphLayout } from '../../core/workflow/graph/layout.ts';
import { cardWidth, portMiddle } from '../../core/workflow/graph/metrics.ts';
import type { GraphModel, GraphNode } from '../../core/workflow/graph/model.ts';
import { overviewCards, overviewEdges } from '../../core/workflow/graph/overview.ts';
import { progressShapes } from '../../core/workflow/graph/progressShapes.ts';
import { circle, type Shape } from '../../core/workflow/graph/shape.ts';
import { type Measure, measuredOnce } from '../../core/workflow/graph/textFit.ts';
import { type Headlines, headlinesOf, titleShapes } from '../../core/workflow/graph/titles.ts';
import {
	type Box,
	cardBox,
	contains,
	hullOf,
	overlaps,
	type Size,
	seenBox,
	type Viewport,
} from '../../core/workflow/graph/viewport.ts';
import { type ChosenPort, traceOf } from '../../core/workflow/graph/walk.ts';

/** The detail in which a card is drawn: everything, its name, or a plain block. */
type Detail = 'full' | 'title' | 'far';

/** The zooms from which the letters can be read. */
const fullFrom = 0.42;
const titleFrom = 0.16;
/** The fraction of the screen that is drawn beyond it, so that a small move needs no new elements. */
const widened = 0.4;

interface Placed {
	readonly node: GraphNode;
	readonly element: SVGElement;
}

/** The drawing on the screen: only visible parts have elements, and zoomed out the cards and links become a few paths. */
export class Scene {
	readonly element = svgElement('svg', 'scene');
	readonly #world = svgElement('g', 'world');
	readonly #groups = svgElement('g', 'groups');
	readonly #edges = svgElement('g', 'edges');
	readonly #linked = svgElement('g', 'linked');
	readonly #cards = svgElement('g', 'cards');
	readonly #progressMarks = svgElement('g', 'progress');
	readonly #titles = svgElement('g', 'titles');
	readonly #overlay = svgElement('g', 'overlay');
	readonly #measure: Measure;
	#model: GraphModel = { nodes: [], edges: [] };
	#layout: GraphLayout = { nodes: [], edges: [], width: 0, height: 0 };
	#routes: readonly Box[] = [];
	#detail: Detail = 'full';
	#measureTitle: Measure;
	#headlines: Headlines = { groups: [], nodes: [], boxes: [] };
	/** At which zoom the titles were placed, and for which part of the drawing. */
	#titled: { readonly zoom: number; readonly around: Box } | undefined;
	#drawn: Box | undefined;
	#shownCards = new Map<number, Placed>();
	#shownEdges = new Map<number, SVGElement>();
	#selected: number | undefined;
	/** The chosen node, with all that it depends on and all that depends on it. */
	#trace: ReturnType<typeof traceOf> = { nodes: new Set(), edges: new Set() };
	#port: ChosenPort | undefined;
	#matches: ReadonlySet<number> | undefined;
	#progress: NodeProgress | undefined;

	constructor(measure: Measure) {
		this.#measure = measure;
		this.#measureTitle = measure;
		this.element.setAttribute('aria-hidden', 'true');
		this.#world.append(
			this.#groups,
			this.#edges,
			this.#linked,
			this.#cards,
			this.#titles,
			this.#progressMarks,
			this.#overlay,
		);
		this.element.append(this.#world);
	}

	setPicture(model: GraphModel, layout: GraphLayout): void {
		if (layout !== this.#layout) {
			this.#clear();
			this.#routes = layout.edges.map(hullOf);
		}
		this.#model = model;
		this.#layout = layout;
		const boxes = groupBoxes(model, layout);
		this.#groups.replaceChildren(...groupShapes(model, boxes).map(toElement));
		this.#headlines = headlinesOf(model, layout, boxes);
		this.#measureTitle = measuredOnce(this.#measure);
		this.#titled = undefined;
		this.#drawn = undefined;
		this.#findTrace();
	}

	/**
	 * Selects a node and highlights its dependencies and dependents.
	 * @param port highlights only those of this input or output
	 */
	setSelected(selected: number | undefined, port: ChosenPort | undefined): void {
		this.#selected = selected;
		this.#port = port;
		this.#findTrace();
		if (this.#drawn !== undefined) this.#drawMarks();
	}

	/** Marks the matches of a search; undefined: no search. */
	setMatches(matches: ReadonlySet<number> | undefined): void {
		this.#matches = matches;
		this.element.classList.toggle('searching', matches !== undefined);
		for (const [index, { element }] of this.#shownCards)
			element.classList.toggle('match', matches?.has(index) === true);
		// They come with the drawing if it does not exist yet.
		if (this.#drawn !== undefined) this.#drawMarks();
	}

	/** Shows the progress of a run in the nodes; undefined if none is in progress. */
	setProgress(progress: NodeProgress | undefined): void {
		this.#progress = progress;
		this.element.classList.toggle('running', progress !== undefined);
		this.#drawProgress();
	}

	/** Moves the drawing and draws the newly visible parts. */
	show(viewport: Viewport, screen: Size): void {
		const { x, y, zoom } = viewport;
		this.#world.setAttribute('transform', `translate(${x} ${y}) scale(${zoom})`);
		const detail: Detail = zoom >= fullFrom ? 'full' : zoom >= titleFrom ? 'title' : 'far';
		if (detail !== this.#detail) {
			this.#clear();
			this.#detail = detail;
			this.element.setAttribute('data-detail', detail);
		}
		const seen = seenBox(viewport, screen, 0);
		this.#drawTitles(zoom, seen, seenBox(viewport, screen, widened));
		if (this.#drawn !== undefined && contains(this.#drawn, seen)) return;
		const box = seenBox(viewport, screen, widened);
		if (detail === 'far') this.#drawFar();
		else this.#drawNear(box);
		this.#drawn = detail === 'far' ? { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity } : box;
		this.#drawMarks();
		if (this.#progress !== undefined) this.#drawProgress();
	}

	#clear(): void {
		this.#edges.replaceChildren();
		this.#cards.replaceChildren();
		this.#shownCards = new Map();
		this.#shownEdges = new Map();
		this.#drawn = undefined;
	}

	#drawFar(): void {
		this.#edges.replaceChildren(...overviewEdges(this.#model, this.#layout).map(toElement));
		this.#cards.replaceChildren(...overviewCards(this.#model, this.#layout).map(toElement));
	}

	/** Draws titles of groups, and zoomed out those of nodes, in a readable size on the screen. */
	#drawTitles(zoom: number, seen: Box, around: Box): void {
		if (this.#titled?.zoom === zoom && contains(this.#titled.around, seen)) return;
		this.#titled = { zoom, around };
		// Near, the cards have their own titles.
		const wanted = this.#detail === 'far' ? this.#headlines : { ...this.#headlines, nodes: [] };
		const titles = titleShapes(wanted, { zoom, seen, around }, this.#measureTitle);
		this.#titles.replaceChildren(...titles.map(toElement));
	}

	#drawNear(box: Box): void {
		for (const [index, edge] of this.#model.edges.entries()) {
			const route = this.#routes[index];
			const wanted = route !== undefined && overlaps(route, box);
			const shown = this.#shownEdges.get(index);
			if (!wanted) {
				shown?.remove();
				this.#shownEdges.delete(index);
			} else if (shown === undefined) {
				this.#shownEdges.set(
					index,
					this.#edges.appendChild(this.#edgeElement(index, `edge f-${edge.family}`)),
				);
			}
		}
		for (const [index, node] of this.#model.nodes.entries()) this.#placeCard(index, node, box);
	}

	#placeCard(index: number, node: GraphNode, box: Box): void {
		const shown = this.#shownCards.get(index);
		if (!overlaps(cardBox(this.#model, this.#layout, index), box)) {
			shown?.element.remove();
			this.#shownCards.delete(index);
			return;
		}
		if (shown?.node === node) return;
		const at = this.#layout.nodes[index] ?? { x: 0, y: 0 };
		const element = svgElement('g', this.#matches?.has(index) === true ? 'place match' : 'place');
		element.setAttribute('transform', `translate(${at.x} ${at.y})`);
		element.setAttribute('data-node', node.id);
		const draw = this.#detail === 'full' ? fullCard : titleCard;
		element.append(toElement(draw(node, this.#measure)));
		if (shown === undefined) this.#cards.append(element);
		else shown.element.replaceWith(element);
		this.#shownCards.set(index, { node, element });
	}

	#edgeElement(index: number, className: string): SVGElement {
		const element = svgElement('path', className);
		element.setAttribute('d', edgePath(this.#layout.edges[index] ?? []));
		return element;
	}

	/** Draws few elements for each node that was reached, visible or not: they are replaced some ten times a second. */
	#drawProgress(): void {
		const near = this.#detail !== 'far';
		const shapes = progressShapes(this.#model, this.#layout, this.#progress, near, this.#measure);
		this.#progressMarks.replaceChildren(...shapes.map(toElement));
	}

	#findTrace(): void {
		this.#trace = traceOf(this.#model, this.#selected ?? -1, this.#port);
	}

	/** Draws the selected card, its links, and when zoomed out the matches and the cards to fix by hand. */
	#drawMarks(): void {
		const [selected, { nodes, edges }] = [this.#selected, this.#trace];
		this.element.classList.toggle('tracing', nodes.size > 1);
		const linked = [...edges].flatMap((index) => {
			const edge = this.#model.edges[index];
			if (edge === undefined) return [];
			const isOwn = edge.from === selected || edge.to === selected;
			return [this.#edgeElement(index, `edge ${isOwn ? 'linked' : 'traced'} f-${edge.family}`)];
		});
		this.#linked.replaceChildren(...linked);
		for (const [index, { element }] of this.#shownCards) element.classList.toggle('traced', nodes.has(index));
		const rings =
			selected === undefined || this.#model.nodes[selected] === undefined
				? []
				: [this.#ring(selected, 'selection'), ...this.#portRing(selected)];
		if (this.#detail === 'far') {
			for (const index of this.#matches ?? []) rings.push(this.#ring(index, 'found'));
			for (const index of nodes) if (index !== selected) rings.push(this.#ring(index, 'on-trace'));
		}
		this.#overlay.replaceChildren(...rings);
	}

	#portRing(index: number): readonly SVGElement[] {
		if (this.#port === undefined) return [];
		const { x, y } = cardBox(this.#model, this.#layout, index);
		const right = this.#port.side === 'input' ? 0 : cardWidth;
		return [toElement(circle('port-chosen', x + right, y + portMiddle(this.#port.index), 8))];
	}

	#ring(index: number, className: string): SVGElement {
		const box = cardBox(this.#model, this.#layout, index);
		return toElement({
			tag: 'rect',
			attributes: {
				class: className,
				x: box.x - 3,
				y: box.y - 3,
				width: box.width + 6,
				height: box.height + 6,
				rx: 8,
			},
		});
	}
}

const namespace = 'http://www.w3.org/2000/svg';

/** Returns a described shape as an element. Texts become text nodes, so nothing in a document is ever markup. */
function toElement(shape: Shape): SVGElement {
	const element = document.createElementNS(namespace, shape.tag);
	for (const [name, value] of Object.entries(shape.attributes)) element.setAttribute(name, String(value));
	if (shape.text !== undefined) element.textContent = shape.text;
	for (const child of shape.children ?? []) element.append(toElement(child));
	return element;
}

function svgElement<K extends keyof SVGElementTagNameMap>(
	tag: K,
	className: string,
): SVGElementTagNameMap[K] {
	const element = document.createElementNS(namespace, tag);
	element.setAttribute('class', className);
	return element;
}
