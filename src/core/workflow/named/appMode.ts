import { compact } from '../../base/compact.ts';
import { type Json, listOf, member, stringOf } from '../../json/value.ts';
import { idOf } from '../convert/readUiDocument.ts';
import type { WidgetPlaces } from '../convert/widgetPlaces.ts';
import type { InputPlace } from '../inputSet.ts';

/** An input of an app of the node editor: a widget that a person has selected for it. */
interface AppInput {
	/** The name of the widget, or its name given by a person. */
	readonly label: string;
	readonly description?: string;
	/** The inputs of the API document that have its value; empty if it no longer exists. */
	readonly places: readonly InputPlace[];
}

/**
 * Returns the inputs of an app in a UI document (`extra.linearData` of ComfyUI_frontend's `appModeStore.ts`), in the
 * order in which the node editor shows them. An entry with a foreign graph id is found by its node and widget, which
 * the node editor does not do.
 */
export function appInputsOf(root: Json, widgets: WidgetPlaces): readonly AppInput[] {
	const entries = member(member(member(root, 'extra'), 'linearData'), 'inputs');
	return listOf(entries).flatMap((entry): AppInput[] => {
		const [id, label, config] = listOf(entry);
		const name = stringOf(label);
		if (id === undefined || name === undefined) return [];
		const description = stringOf(member(config, 'description'));
		return [{ label: name, places: placesOf(id, name, root, widgets), ...compact({ description }) }];
	});
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:/i;

function placesOf(id: Json, name: string, root: Json, widgets: WidgetPlaces): readonly InputPlace[] {
	const written = idOf(id);
	if (written === undefined) return [];
	if (!uuid.test(written)) return placesOfNode(written, name, root, widgets);
	const [, node = '', widget] = written.split(':').map(decoded);
	// With a widget it is the id of a widget, otherwise that of a node in a subgraph of the graph id.
	return placesOfNode(node, widget === undefined ? name : withoutNumber(widget), root, widgets);
}

/**
 * Returns the places of a node on the canvas; inside a subgraph by its path, or by its id there if only one instance
 * shows the widget.
 */
function placesOfNode(
	nodeId: string,
	widget: string,
	root: Json,
	widgets: WidgetPlaces,
): readonly InputPlace[] {
	if (nodeId.includes(':') || nodeIds(root).has(nodeId)) return widgets.of(nodeId, widget);
	return widgets.ofInner(nodeId, widget) ?? [];
}

function nodeIds(root: Json): ReadonlySet<string> {
	return new Set(listOf(member(root, 'nodes')).flatMap((node) => idOf(member(node, 'id')) ?? []));
}

/**
 * Removes the number of a second widget with the same name, `text#1`; inputs of one node never share a name in an API
 * document.
 */
function withoutNumber(widget: string): string {
	return widget.replace(/#\d+$/, '');
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
