import { seedsIn, titleOf } from '../../runs/plan/summary.ts';
import { inputsToWrite } from '../../runs/plan/writeBack.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { InputPlace } from '../../workflow/inputSet.ts';
import { type NamedInput, rangeOf } from '../../workflow/named/namedInput.ts';
import { distinctNames } from '../../workflow/named/names.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';

/** Returns the inputs that people change from run to run: seeds, long texts, files, and all that a run had otherwise. */
export function likelyPlaces(
	document: WorkflowDocument,
	nodeInfo: NodeInfo,
	sent?: WorkflowDocument,
): readonly InputPlace[] {
	const texts = document.nodes.flatMap(({ id, inputs }) =>
		inputs
			.map(({ name }) => ({ nodeId: id, input: name }))
			.filter((place) => {
				const range = rangeOf(document, place, nodeInfo);
				return range?.multiline || range?.type === 'file';
			}),
	);
	const changed =
		sent === undefined ? [] : inputsToWrite(sent, document, 'all').inputs.map(({ place }) => place);
	const all = [...texts, ...seedsIn(document).map(({ place }) => place), ...changed];
	return all.filter((place, at) => all.findIndex((each) => isSamePlace(each, place)) === at);
}

/** Returns the places with names that are not taken. */
export function withNames(
	document: WorkflowDocument,
	places: readonly InputPlace[],
	taken: readonly NamedInput[],
): readonly { readonly name: string; readonly place: InputPlace }[] {
	const title = (nodeId: string) => {
		const node = document.nodeById.get(nodeId);
		return node === undefined ? nodeId : titleOf(node);
	};
	const names = distinctNames([
		...taken.map(({ name, places: [{ nodeId }] }) => ({ label: name, title: name, nodeId })),
		...places.map(({ nodeId, input }) => ({ label: input, title: title(nodeId), nodeId })),
	]).slice(taken.length);
	return places.map((place, at) => ({ place, name: names[at] ?? place.input }));
}

/** Whether two places are the same. */
export function isSamePlace(one: InputPlace, other: InputPlace | undefined): boolean {
	return one.nodeId === other?.nodeId && one.input === other.input;
}
