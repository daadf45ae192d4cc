import type { JsonObject } from '../../core/json/value.ts';
import { choice, decimal, flag, integer, media, prompt, text } from '../inputs/properties.ts';

/** The inputs of a deployment that takes no workflow. */
export interface FlatSchema {
	/**
	 * JSON Schema of the flat body, in the form of `input_schema` of a catalog model. Its place in the service is
	 * unknown; the sandbox has it at `payload.input_schema` of the record, with `includes=payload`.
	 */
	readonly schema: JsonObject;
	/** The node and input of the internal workflow that a property sets; the others have no effect on the picture. */
	readonly targets: Readonly<Record<string, readonly [node: string, input: string]>>;
}

const file = (kind: 'image' | 'video' | 'audio', title: string) => ({
	...media(kind, title, 'A public https address.'),
	default: null,
});

/** Fields and ranges of LoRA deployments (wire-facts.md, section 4). */
const lora: FlatSchema = {
	schema: {
		type: 'object',
		title: 'Inputs of a LoRA deployment',
		required: ['prompt'],
		properties: {
			prompt: text('Prompt', 'What the picture should show.', { format: 'multiline' }),
			neg: text('Negative prompt', 'What to avoid.', { format: 'multiline', default: '' }),
			width: { type: 'integer', title: 'Width', minimum: 64, maximum: 4096, default: 1024 },
			height: { type: 'integer', title: 'Height', minimum: 64, maximum: 4096, default: 1024 },
			sample_steps: { type: 'integer', title: 'Steps', minimum: 1, maximum: 150, default: 25 },
			guidance_scale: { type: 'number', title: 'Guidance', minimum: 0, maximum: 20, default: 4 },
			network_multiplier: decimal('LoRA strength', 'How much the LoRA changes the model.', [-2, 2, 1]),
			seed: integer('Seed', 'A whole number; -1 for a random one.', -1, 4_294_967_295, 42),
			sampler: {
				type: 'string',
				title: 'Sampler',
				pattern: '^[A-Za-z0-9_.:-]{1,64}$',
				default: 'flowmatch',
			},
			num_frames: { type: 'integer', title: 'Frames', minimum: 1, maximum: 1000, default: 1 },
			fps: { type: 'integer', title: 'Frames per second', minimum: 1, maximum: 120, default: 1 },
			resolution: { type: 'string', title: 'Resolution', enum: ['Default', 'High'], default: 'Default' },
			ctrl_img: file('image', 'Control picture'),
			ctrl_img_1: file('image', 'Control picture 1'),
			ctrl_img_2: file('image', 'Control picture 2'),
			ctrl_img_3: file('image', 'Control picture 3'),
		},
	},
	targets: {
		prompt: ['2', 'text'],
		neg: ['3', 'text'],
		width: ['4', 'width'],
		height: ['4', 'height'],
		guidance_scale: ['5', 'cfg'],
		sample_steps: ['5', 'steps'],
		seed: ['5', 'seed'],
		network_multiplier: ['8', 'strength_model'],
	},
};

const side = (title: string, usual: number) =>
	integer(title, 'Pixels, in steps of 8.', 256, 2048, usual, { multipleOf: 8 });

/** Every kind of property that a schema can have, for those who show or fill in a form. */
const poster: FlatSchema = {
	schema: {
		type: 'object',
		title: 'Inputs of a poster',
		required: ['prompt', 'layout'],
		properties: {
			prompt: prompt('What the poster shows.', { maxLength: 2000 }),
			headline: text('Headline', 'At most 60 characters.', { maxLength: 60, default: '' }),
			style: choice(
				'Style',
				'Painting technique.',
				['photograph', 'woodcut', 'watercolor', 'collage'],
				'woodcut',
			),
			copies: choice('Pictures', 'Number of pictures.', [1, 2, 4]),
			width: side('Width', 768),
			height: side('Height', 1024),
			guidance: decimal('Guidance', 'How closely the result follows the prompt.', [0, 20, 5.5], 'float'),
			grain: {
				type: 'number',
				title: 'Grain',
				description: 'Width of the margin; above 0.',
				exclusiveMinimum: 0,
				maximum: 1,
				default: 0.2,
			},
			seed: {
				type: ['integer', 'null'],
				title: 'Seed',
				description: 'If empty, a random one is used.',
				minimum: 0,
				maximum: 4_294_967_295,
				default: null,
			},
			border: flag('Border', 'A white border.', true),
			layout: {
				type: 'object',
				title: 'Layout',
				description: 'Position of the headline.',
				required: ['corner'],
				properties: {
					corner: {
						type: 'string',
						title: 'Corner',
						enum: ['top left', 'top right', 'bottom left', 'bottom right'],
					},
					margin: { type: 'integer', title: 'Margin', minimum: 0, maximum: 200, default: 40 },
				},
			},
			tags: {
				type: 'array',
				title: 'Tags',
				description: 'Keywords for the file.',
				maxItems: 5,
				items: { type: 'string', minLength: 1, maxLength: 30 },
				default: [],
			},
			background: {
				type: 'color',
				title: 'Background',
				description: 'A color such as #f5f0e8.',
				default: '#f5f0e8',
			},
			reference_image: file('image', 'Reference picture'),
			reference_video: file('video', 'Reference video'),
			reference_audio: file('audio', 'Reference sound'),
			notes: { title: 'Notes', description: 'Any value; passed on unchanged.', default: null },
		},
	},
	targets: {
		prompt: ['2', 'text'],
		headline: ['3', 'text'],
		copies: ['4', 'batch_size'],
		width: ['4', 'width'],
		height: ['4', 'height'],
		guidance: ['5', 'cfg'],
		seed: ['5', 'seed'],
	},
};

const schemas: Readonly<Record<string, FlatSchema>> = { lora, poster };

/** Returns the schema that a saved workflow names. */
export function flatSchema(name: string): FlatSchema {
	const schema = schemas[name];
	if (schema === undefined) throw new Error(`there is no schema ${name}`);
	return schema;
}
