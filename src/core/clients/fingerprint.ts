import { sha256 } from '../base/files/sha256.ts';
import { canonicalJson } from '../json/canonical.ts';
import { sourceOf, type WorkflowNode } from '../workflow/document.ts';
import type { ClientModel } from './model.ts';

/** The number of links over which nodes are distinguished. */
const rounds = 6;

/**
 * Returns a hash of a workflow and of the places of its named inputs. Independent of node ids: a node is identified by
 * its content and its links.
 */
export async function workflowFingerprint({ workflow, inputs }: ClientModel): Promise<string> {
	let labels = new Map<string, string>();
	for (const node of workflow.nodes) {
		const values = node.inputs.flatMap(({ name, value, range }) =>
			value.type === 'link' ? [] : [`${JSON.stringify(name)}:${canonicalJson(sourceOf(workflow, range))}`],
		);
		labels.set(node.id, JSON.stringify([node.classType, node.title, values.sort()]));
	}
	const links = workflow.nodes.flatMap((node) =>
		node.inputs.flatMap(({ name, value }) =>
			value.type === 'link' ? [{ to: node.id, name, from: value.nodeId, slot: value.slot }] : [],
		),
	);
	const own = ({ id }: Pick<WorkflowNode, 'id'>) => labels.get(id) ?? '';
	for (let round = 0; round < rounds; round++) {
		const around = new Map(workflow.nodes.map((node) => [node.id, [] as string[]]));
		for (const { to, name, from, slot } of links) {
			around.get(to)?.push(JSON.stringify(['from', name, slot, own({ id: from })]));
			around.get(from)?.push(JSON.stringify(['to', name, slot, own({ id: to })]));
		}
		labels = new Map(
			await Promise.all(
				workflow.nodes.map(
					async (node) =>
						[node.id, await sha256(JSON.stringify([own(node), around.get(node.id)?.sort() ?? []]))] as const,
				),
			),
		);
	}
	const named = inputs.map(({ name, places }) => [
		name.replaceAll('_', '').toLowerCase(),
		places.map(({ nodeId, input }) => [own({ id: nodeId }), input]),
	]);
	return sha256(JSON.stringify([[...labels.values()].sort(), named]));
}
