import type { WorkflowDocument } from './document.ts';
import { unwrap } from './nodeReader.ts';

/** A value that an input of a document has. */
export interface NamedValue {
	readonly nodeId: string;
	readonly input: string;
	/** The value as written, without quotes. */
	readonly value: string;
}

/** The requirements of a document on its engine, as named in the document. */
export interface Requirements {
	/** Node classes, each once, in text order. */
	readonly classes: readonly string[];
	/** Files of models that it names, each once. */
	readonly models: readonly NamedValue[];
}

export const modelFile = /\.(?:safetensors|sft|ckpt|pt|pt2|pth|bin|gguf|onnx|pkl|torchscript)$/i;

/** Returns the node classes and the files of models that a document names. */
export function requirementsOf(document: WorkflowDocument): Requirements {
	const classes = new Set<string>();
	const models = new Map<string, NamedValue>();
	for (const node of document.nodes) {
		if (node.classType !== undefined) classes.add(node.classType);
		for (const input of node.inputs) {
			const value = unwrap(input.value);
			if (value.type !== 'string' || !modelFile.test(value.value)) continue;
			const key = `${value.value}\n${input.name}`;
			if (!models.has(key)) models.set(key, { nodeId: node.id, input: input.name, value: value.value });
		}
	}
	return { classes: [...classes], models: [...models.values()] };
}
