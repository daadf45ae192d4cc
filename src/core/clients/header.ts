import { sha256 } from '../base/files/sha256.ts';
import { canonicalJson } from '../json/canonical.ts';
import { shellWord } from '../requests/shellText.ts';
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
	/** SHA-256 of the names, places and types of its inputs, and of the titles of its outputs. */
	readonly interfaceHash: string;
	/** SHA-256 of its workflow, without regard to spaces and the order of members. */
	readonly workflowHash: string;
}

/** Returns the hashes of a client. */
export async function clientHashes({
	inputs,
	outputs,
	workflow,
}: ClientModel): Promise<Pick<ClientHeader, 'interfaceHash' | 'workflowHash'>> {
	const offered = inputs.map(({ name, type, choices, min, max, places }) => {
		const where = places.map(({ nodeId, input }) => [nodeId, input]);
		return { name: name.replaceAll('_', '').toLowerCase(), type, choices, min, max, where };
	});
	return {
		interfaceHash: await sha256(JSON.stringify([offered, outputs])),
		workflowHash: await sha256(canonicalJson(workflow.text)),
	};
}

/** Returns the header, a line each, without the signs of a comment. */
export function headerLines({
	source,
	language,
	target,
	interfaceHash,
	workflowHash,
}: ClientHeader): readonly string[] {
	return [
		`Made by Easel from ${source}. To make it again:`,
		`easel client ${/^[\w.-]+$/.test(source) ? source : shellWord(source)} --language ${language} --target ${target}`,
		`interface sha256:${interfaceHash}`,
		`workflow sha256:${workflowHash}`,
	];
}

const lines =
	/^(?:\/\/|#) Made by Easel from (.+)\. To make it again:\r?\n(?:\/\/|#) easel client .* --language (\w+) --target (\w+)\r?\n(?:\/\/|#) interface sha256:([\da-f]{64})\r?\n(?:\/\/|#) workflow sha256:([\da-f]{64})\r?\n/;

/** Returns the header of a client; undefined for any other text. */
export function readHeader(text: string): ClientHeader | undefined {
	const [, source = '', first, second, interfaceHash = '', workflowHash = ''] = lines.exec(text) ?? [];
	const language = clientLanguages.find((each) => each === first);
	const target = clientTargets.find((each) => each === second);
	if (language === undefined || target === undefined) return undefined;
	return { source, language, target, interfaceHash, workflowHash };
}
