import { sha256 } from '../base/files/sha256.ts';
import { canonicalJson } from '../json/canonical.ts';
import { commentLine } from '../requests/codeText.ts';
import { shellWord } from '../requests/shellText.ts';
import { sourceOf, type WorkflowNode } from '../workflow/document.ts';
import { plainName } from './identifiers.ts';
import {
	type ClientLanguage,
	type ClientModel,
	type ClientTarget,
	clientLanguages,
	clientTargets,
} from './model.ts';

/** The first lines of a client, from which Easel knows it again. */
export interface ClientHeader {
	/** The name of the file of the workflow. */
	readonly source: string;
	readonly language: ClientLanguage;
	readonly target: ClientTarget;
	/** The node classes that its choices are from, as flags of the command; empty for the engine's own ones. */
	readonly nodes: string;
	/** SHA-256 of the names and types of its inputs, and of the titles of its outputs. */
	readonly interfaceHash: string;
	/** SHA-256 of its workflow, without regard to the ids of nodes, to spaces and to the order of members. */
	readonly workflowHash: string;
	/** SHA-256 of its workflow with the ids of nodes. */
	readonly idsHash: string;
}

/** Returns the hashes of a client. */
export async function clientHashes(
	model: ClientModel,
): Promise<Pick<ClientHeader, 'interfaceHash' | 'workflowHash' | 'idsHash'>> {
	const offered = model.inputs.map(({ name, type, choices, min, max }) =>
		JSON.stringify({ name: plainName(name), type, choices, min, max }),
	);
	return {
		interfaceHash: await sha256(JSON.stringify([offered.sort(), Object.values(model.outputs).sort()])),
		workflowHash: await workflowFingerprint(model),
		idsHash: await sha256(canonicalJson(model.workflow.text)),
	};
}

/** Returns the header line by line, without comment markers. */
export function headerLines({ source, language, target, nodes, ...hashes }: ClientHeader): readonly string[] {
	return [
		`${made}${source}${again}`,
		`easel client ${word(source)} --language ${language} --target ${target}${nodes}`,
		`interface sha256:${hashes.interfaceHash}`,
		`workflow sha256:${hashes.workflowHash}`,
		`ids sha256:${hashes.idsHash}`,
	];
}

const made = 'Made by Easel from ';
const again = '. To make it again:';

/** Returns the header of a client; undefined for any other text. */
export function readHeader(text: string): ClientHeader | undefined {
	const [first = '', command = '', ...hashes] = text
		.slice(0, longestHeader)
		.split('\n')
		.map((line) => line.trimEnd().replace(/^(?:\/\/|#) /, ''));
	if (!first.startsWith(made) || !first.endsWith(again)) return undefined;
	const at = command.lastIndexOf(' --language ');
	if (!command.startsWith('easel client ') || at < 0) return undefined;
	const [, , named, , aim, ...nodes] = command.slice(at).split(' ');
	const language = clientLanguages.find((each) => each === named);
	const target = clientTargets.find((each) => each === aim);
	const [interfaceHash, workflowHash, idsHash] = ['interface', 'workflow', 'ids'].map((what, place) =>
		hashIn(hashes[place], what),
	);
	if (!language || !target || !interfaceHash || !workflowHash || !idsHash) return undefined;
	const source = first.slice(made.length, -again.length);
	const flags = nodes.length === 0 ? '' : ` ${nodes.join(' ')}`;
	return { source, language, target, nodes: flags, interfaceHash, workflowHash, idsHash };
}

/** Far beyond any header, in UTF-16 units. */
const longestHeader = 20_000;

function hashIn(line: string | undefined, what: string): string | undefined {
	const [name, hash = ''] = line?.split(' sha256:') ?? [];
	return name === what && /^[\da-f]{64}$/.test(hash) ? hash : undefined;
}

/** Returns the flags that name a description of node classes. */
export function nodeFlags(given: { readonly deployment?: string; readonly nodeInfo?: string }): string {
	const { deployment, nodeInfo } = given;
	if (deployment !== undefined) return ` --deployment ${word(commentLine(deployment))}`;
	return nodeInfo === undefined ? '' : ` --node-info ${word(commentLine(nodeInfo))}`;
}

function word(text: string): string {
	return /^[\w./-]+$/.test(text) ? text : shellWord(text);
}

/** The number of links over which nodes are distinguished. */
const rounds = 6;

/**
 * Returns a hash of a workflow and of the places of its named inputs. Independent of node ids: a node is identified by
 * its content and its links.
 */
async function workflowFingerprint({ workflow, inputs }: ClientModel): Promise<string> {
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
		plainName(name),
		places.map(({ nodeId, input }) => [own({ id: nodeId }), input]),
	]);
	return sha256(JSON.stringify([[...labels.values()].sort(), named]));
}
