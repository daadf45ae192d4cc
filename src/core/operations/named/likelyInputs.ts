import * as l10n from '@vscode/l10n';
import { failed, inputFailure, type Result, success } from '../../base/failure.ts';
import { seedsIn, titleOf } from '../../runs/plan/summary.ts';
import { inputsToWrite } from '../../runs/plan/writeBack.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, isSamePlace, placeText } from '../../workflow/inputSet.ts';
import { anchorOf, findAnchors, type InputAnchor } from '../../workflow/named/anchor.ts';
import { type NamedInput, namedInput, rangeOf } from '../../workflow/named/namedInput.ts';
import { distinctNames } from '../../workflow/named/names.ts';
import type { PresetsChange } from '../../workflow/named/presetsText.ts';
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

/** Returns the places with names that are still free. */
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

/** Returns the inputs that people change, by names made for them. */
export function likelyInputs(document: WorkflowDocument, nodeInfo: NodeInfo): readonly NamedInput[] {
	return withNames(document, likelyPlaces(document, nodeInfo), []).flatMap(({ name, place }) => {
		return namedInput(document, { name, places: [place], source: 'document' }, nodeInfo) ?? [];
	});
}

/**
 * Returns the anchors of inputs under their new names; a failure for an input that cannot be distinguished from one of
 * another node.
 */
export function anchoredInputs(
	document: WorkflowDocument,
	named: readonly { readonly name: string; readonly place: InputPlace }[],
	others: readonly NamedInput[],
	nodeInfo: NodeInfo,
): Result<NonNullable<PresetsChange['inputs']>> {
	const places = [...named.map(({ place }) => place), ...others.map(({ places: [place] }) => place)];
	const anchored = places.flatMap((place) => {
		const anchor = anchorOf(document, place, nodeInfo);
		return anchor === undefined ? [] : [{ place, anchor }];
	});
	const found = findAnchors(
		document,
		anchored.map(({ anchor }) => anchor),
	);
	const inputs: { name: string; anchor: InputAnchor }[] = [];
	for (const { name, place } of named) {
		const at = anchored.findIndex((each) => isSamePlace(each.place, place));
		const [anchor, where] = [anchored[at]?.anchor, found[at]];
		if (anchor === undefined || where?.kind !== 'found') return failed(uncertainFailure(place));
		inputs.push({ name, anchor });
	}
	return success(inputs);
}

function uncertainFailure(place: InputPlace) {
	return inputFailure(
		l10n.t('The input {0} cannot be distinguished from that of another node.', placeText(place)),
		l10n.t('Give its node a unique title in the node editor and export the workflow, then name it.'),
	);
}
