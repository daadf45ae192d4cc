import { getOrMake } from '../../base/lazy.ts';
import type { InputPlace } from '../inputSet.ts';
import type { UiPromoted } from './uiDocument.ts';

/** A longer chain of promoted widgets is a circle. */
const mostLevels = 32;

/**
 * The inputs of an API document that have the values of widgets of the UI document it was made from. A widget of a node that runs is the
 * input of its name; one of a primitive or of a subgraph instance may be several inputs of other nodes.
 */
export class WidgetPlaces {
	readonly #fed = new Map<string, InputPlace[]>();
	readonly #promoted = new Map<string, InputPlace>();
	readonly #instances = new Map<string, readonly UiPromoted[]>();

	/** Notes that a value passes through a widget to an input. */
	feed(nodeId: string, widget: string, place: InputPlace): void {
		getOrMake(this.#fed, keyOf(nodeId, widget), (): InputPlace[] => []).push(place);
	}

	/** Notes the widgets of inner nodes that a subgraph instance shows. */
	promote(instanceId: string, promoted: readonly UiPromoted[]): void {
		this.#instances.set(instanceId, promoted);
		for (const { nodeId, widget } of promoted)
			if (nodeId !== '-1')
				this.#promoted.set(keyOf(instanceId, widget), { nodeId: `${instanceId}:${nodeId}`, input: widget });
	}

	/** Returns the inputs with the value of a widget. The node has a path of ids: `10:3` inside a subgraph. */
	of(nodeId: string, widget: string, level = 0): readonly InputPlace[] {
		const fed = this.#fed.get(keyOf(nodeId, widget));
		if (fed !== undefined) return fed;
		const inner = this.#promoted.get(keyOf(nodeId, widget));
		if (inner !== undefined && level < mostLevels) return this.of(inner.nodeId, inner.input, level + 1);
		return this.#instances.has(nodeId) ? [] : [{ nodeId, input: widget }];
	}

	/** Returns the widgets that may lead to an input, those on the canvas before those inside subgraphs. */
	leadingTo({ nodeId, input }: InputPlace): readonly { readonly nodeId: string; readonly widget: string }[] {
		const found = [keyOf(nodeId, input)];
		for (let at = 0; at < found.length && at < mostLevels; at++) {
			for (const [key, places] of this.#fed)
				if (places.some((place) => keyOf(place.nodeId, place.input) === found[at])) found.push(key);
			for (const [key, inner] of this.#promoted)
				if (keyOf(inner.nodeId, inner.input) === found[at]) found.push(key);
		}
		const depth = (key: string) => key.split(' ', 1)[0]?.split(':').length ?? 0;
		return [...new Set(found)]
			.toSorted((one, other) => depth(one) - depth(other))
			.map((key) => ({ nodeId: key.split(' ', 1)[0] ?? '', widget: key.slice(key.indexOf(' ') + 1) }));
	}

	/**
	 * Returns the inputs with the value of a widget inside a subgraph on the canvas, by the id that its node has there. Undefined unless
	 * exactly one instance shows it.
	 */
	ofInner(innerId: string, widget: string): readonly InputPlace[] | undefined {
		const shown = [...this.#instances.keys()].filter(
			(instance) => !instance.includes(':') && this.#shows(instance, innerId, widget),
		);
		const [instance] = shown;
		return instance === undefined || shown.length > 1
			? undefined
			: [{ nodeId: `${instance}:${innerId}`, input: widget }];
	}

	#shows(instance: string, innerId: string, widget: string): boolean {
		const promoted = this.#instances.get(instance) ?? [];
		if (promoted.some((each) => each.nodeId === innerId && each.widget === widget)) return true;
		const inner = `${instance}:${innerId}`;
		for (const [key, places] of this.#fed)
			if (key.startsWith(`${instance} `))
				if (places.some((place) => place.nodeId === inner && place.input === widget)) return true;
		return false;
	}
}

function keyOf(nodeId: string, widget: string): string {
	return `${nodeId} ${widget}`;
}
