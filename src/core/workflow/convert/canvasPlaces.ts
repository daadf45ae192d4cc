import { JsonReader } from '../../json/reader.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';

/** A node of the canvas and the range of its object in the text of a UI document. */
type CanvasPlace = Pick<WorkflowNode, 'id' | 'range'>;

/** Returns the places of the nodes of the canvas in the text of a UI document, in the order of the text. */
export function canvasPlaces(document: Pick<WorkflowDocument, 'text' | 'comments'>): readonly CanvasPlace[] {
	const reader = new JsonReader(document.text, 0, document.comments);
	const places: CanvasPlace[] = [];
	if (reader.kind() !== 'object') return places;
	reader.readObject((key) => {
		if (key === 'nodes' && reader.kind() === 'array') reader.readArray(() => readNode(reader, places));
		else reader.skipValue();
	});
	return places;
}

function readNode(reader: JsonReader, places: CanvasPlace[]): void {
	if (reader.kind() !== 'object') {
		reader.skipValue();
		return;
	}
	const start = reader.position;
	let id: string | undefined;
	reader.readObject((key) => {
		const kind = reader.kind();
		if (key === 'id' && kind === 'number') id = reader.readNumber();
		else if (key === 'id' && kind === 'string') id = reader.readString();
		else reader.skipValue();
	});
	if (id !== undefined) places.push({ id, range: { start, end: reader.position } });
}
