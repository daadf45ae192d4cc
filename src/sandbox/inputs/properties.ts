import type { Json, JsonObject } from '../../core/json/value.ts';

/** One property of an input schema. */
export type Property = JsonObject;

type Extra = Readonly<Record<string, Json>>;

/** Returns a text of several lines: the prompt. */
export function prompt(description: string, extra: Extra = {}): Property {
	const rest = { format: 'multiline', minLength: 1, maxLength: 5000, ...extra };
	return { type: 'string', title: 'Prompt', description, ...rest };
}

export function text(title: string, description: string, extra: Extra = {}): Property {
	return { type: 'string', title, description, ...extra };
}

export function choice(
	title: string,
	description: string,
	values: readonly (string | number)[],
	usual = values[0] ?? null,
): Property {
	const type = values.every((value) => typeof value === 'string') ? 'string' : 'integer';
	return { type, title, description, enum: [...values], default: usual };
}

export function integer(
	title: string,
	description: string,
	minimum: number,
	maximum: number,
	usual: number,
	extra: Extra = {},
): Property {
	return { type: 'integer', title, description, minimum, maximum, default: usual, ...extra };
}

/** Returns a number; some families write the type as `float`, which JSON Schema does not know. */
export function decimal(
	title: string,
	description: string,
	[minimum, maximum, usual]: readonly [number, number, number],
	type: 'number' | 'float' = 'number',
): Property {
	return { type, title, description, minimum, maximum, default: usual };
}

export function flag(title: string, description: string, usual: boolean): Property {
	return { type: 'boolean', title, description, default: usual };
}

/** Returns the address of a picture, a video or a sound. */
export function media(kind: 'image' | 'video' | 'audio', title: string, description: string): Property {
	return { type: 'string', format: `${kind}_uri`, title, description };
}

/** Returns a seed that is random by default. The three spellings of "or nothing" that clients meet. */
export function seed(spelling: 'default' | 'types' | 'anyOf'): Property {
	const about = {
		title: 'Seed',
		description: 'The same seed gives the same result. If empty, a random one is used.',
	};
	const range = { minimum: 0, maximum: 2_147_483_647 };
	if (spelling === 'anyOf')
		return { ...about, anyOf: [{ type: 'integer', ...range }, { type: 'null' }], default: null };
	if (spelling === 'types') return { ...about, type: ['integer', 'null'], ...range, default: null };
	return { ...about, type: 'integer', ...range, default: null };
}

/** The form of a LoRA file's name: the name of an asset of the trainer, or an address. */
const pattern = '^(https?://[^ ]+|[A-Za-z0-9_.-]+[.]safetensors)$';
const loraFile = text('File', 'Name of a trained LoRA of this account, or its public address.', { pattern });

/** Returns the one LoRA of a run, as the trainer's checkpoints are named. */
export function lora(): Property {
	return {
		type: 'object',
		title: 'LoRA',
		description: 'The LoRA that the run uses.',
		required: ['path'],
		properties: { path: loraFile },
	};
}

/** Returns a property for several LoRAs, each with its strength. */
export function loras(): Property {
	return {
		type: 'array',
		title: 'LoRAs',
		description: 'Up to three LoRAs that are mixed into the model.',
		maxItems: 3,
		default: [],
		items: {
			type: 'object',
			required: ['path'],
			properties: {
				path: loraFile,
				scale: decimal('Strength', 'How much the LoRA changes the model.', [-2, 2, 1], 'float'),
			},
		},
	};
}

/** Returns a property for width and height as a nested object. */
export function imageSize(highest: number): Property {
	const side = (title: string) =>
		integer(title, 'Pixels, in steps of 8.', 256, highest, 1024, { multipleOf: 8 });
	return {
		type: 'object',
		title: 'Size',
		description: 'Width and height of the picture.',
		properties: { width: side('Width'), height: side('Height') },
		default: { width: 1024, height: 1024 },
	};
}

/** Returns a schema with these properties in the order of the form. */
export function schemaOf(
	properties: Readonly<Record<string, Property>>,
	required: readonly string[],
): JsonObject {
	return { type: 'object', title: 'Input schema', required: [...required], properties };
}
