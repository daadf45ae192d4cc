import { parseJson } from '../../json/exact.ts';
import { isObject, type Json } from '../../json/value.ts';
import type { WidgetPlaces } from '../convert/widgetPlaces.ts';
import type { WorkflowDocument } from '../document.ts';
import { type InputPlace, isSamePlace } from '../inputSet.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { appInputsOf } from './appMode.ts';

/** An input of an app as written: every version of the node editor with apps reads the pair of a node and a widget. */
export interface AppEntry {
	readonly nodeId: string;
	readonly widget: string;
	readonly entry: Json;
}

/** Returns the entry for an input of the API document; `shown` if the app already has it, undefined if no widget leads to it. */
export function appEntryOf(
	text: string,
	widgets: WidgetPlaces,
	place: InputPlace,
): AppEntry | 'shown' | undefined {
	const root = parseJson(text);
	if (!root.ok || !isObject(root.value)) return undefined;
	const leadsThere = (app: Json) => appInputsOf(app, widgets).some(({ places }) => hasPlace(places, place));
	if (leadsThere(root.value)) return 'shown';
	for (const { nodeId, widget } of widgets.leadingTo(place)) {
		const id = /^(?:0|[1-9]\d{0,14})$/.test(nodeId) ? Number(nodeId) : nodeId;
		const entry: Json = [id, widget];
		if (leadsThere({ ...root.value, extra: { linearData: { inputs: [entry] } } }))
			return { nodeId, widget, entry };
	}
	return undefined;
}

function hasPlace(places: readonly InputPlace[], place: InputPlace): boolean {
	return places.some((each) => isSamePlace(each, place));
}

/** Returns the nodes of the canvas with results that a new app shows. */
export function appOutputsOf(own: WorkflowDocument, nodeInfo: NodeInfo): readonly Json[] {
	return own.nodes
		.filter(({ classType = '' }) => nodeInfo.get(classType)?.outputNode === true)
		.flatMap(({ id }) => (/^\d{1,15}$/.test(id) ? [Number(id)] : []));
}
