import {
	choice,
	decimal,
	flag,
	imageSize,
	integer,
	lora,
	loras,
	media,
	type Property,
	prompt,
	schemaOf,
	seed,
	text,
} from '../inputs/properties.ts';
import { type ImageFamily, imageFamilies } from './families.ts';
import type { CatalogModel } from './model.ts';
import { familyTitle, title } from './title.ts';

interface PictureTask {
	readonly slug: string;
	readonly categories: readonly string[];
	readonly sentence: string;
	readonly priceFactor: number;
	/** The inputs of the task beyond the prompt. */
	readonly inputs: Readonly<Record<string, Property>>;
	readonly required: readonly string[];
}

const strength = decimal('Strength', 'How much of the picture is repainted.', [0, 1, 0.65]);

const tasks: readonly PictureTask[] = [
	{
		slug: 'text-to-image',
		categories: ['text-to-image'],
		sentence: 'Generates a picture from text.',
		priceFactor: 1,
		inputs: {},
		required: [],
	},
	{
		slug: 'image-to-image',
		categories: ['image-to-image'],
		sentence: 'Repaints a picture by a prompt.',
		priceFactor: 1.1,
		inputs: {
			image_url: media('image', 'Picture', 'The picture to start from. A public https address.'),
			strength,
		},
		required: ['image_url'],
	},
	{
		slug: 'edit',
		categories: ['image-editing', 'image-to-image'],
		sentence: 'Changes only what the prompt asks for.',
		priceFactor: 1.4,
		inputs: {
			image_urls: {
				type: 'array',
				title: 'Pictures',
				description: 'One to four pictures that the prompt refers to.',
				minItems: 1,
				maxItems: 4,
				items: { type: 'string', format: 'image_uri' },
			},
			keep_faces: flag('Keep faces', 'Leave faces as they are.', true),
		},
		required: ['image_urls'],
	},
	{
		slug: 'inpaint',
		categories: ['inpainting', 'image-editing'],
		sentence: 'Fills the white part of a mask.',
		priceFactor: 1.2,
		inputs: {
			image_url: media('image', 'Picture', 'The picture to change. A public https address.'),
			mask_url: media(
				'image',
				'Mask',
				'White areas are painted, black areas are kept. A public https address.',
			),
			feather: integer('Feather', 'Soft edge of the mask in pixels.', 0, 64, 8),
		},
		required: ['image_url', 'mask_url'],
	},
	{
		slug: 'reference',
		categories: ['text-to-image', 'image-to-image'],
		sentence: 'Puts a person or an object of a picture into a new scene.',
		priceFactor: 1.3,
		inputs: {
			reference: {
				type: 'object',
				title: 'Reference',
				description: 'The person or object to keep.',
				required: ['image_url'],
				properties: {
					image_url: media('image', 'Picture', 'A public https address.'),
					what: choice('What', 'The part to keep.', ['person', 'object', 'style']),
					weight: decimal('Weight', 'How closely the reference is followed.', [0, 2, 1], 'float'),
				},
			},
		},
		required: ['reference'],
	},
];

/** Returns every version of every family with each of its tasks, and once with a LoRA of the caller's. */
export function pictureModels(): readonly CatalogModel[] {
	return imageFamilies.flatMap((family) =>
		family.versions.flatMap((version, index) => [
			...tasks.map((task) => pictureModel(family, version, index, task)),
			loraModel(family, version, index),
		]),
	);
}

function pictureModel(family: ImageFamily, version: string, index: number, task: PictureTask): CatalogModel {
	const properties = {
		prompt: prompt('What the picture should show.'),
		...task.inputs,
		...common(family),
	};
	return {
		id: `${family.path}/${version}/${task.slug}`,
		name: `${familyTitle(family.path)} ${version} ${title(task.slug)}`,
		description: `${task.sentence} ${family.trait}`,
		categories: task.categories,
		kind: 'model',
		price: {
			usd: cents(family.usd * task.priceFactor * (1 + index * 0.5)),
			unit: 'image',
			...(family.style === 'rich' ? { note: 'Pictures above 1536 pixels cost the same.' } : {}),
		},
		schema: schemaOf(properties, ['prompt', ...task.required]),
		makes: 'image',
		runMs: family.path.includes('turbo') ? 1500 : 4000 + index * 1500,
	};
}

function loraModel(family: ImageFamily, version: string, index: number): CatalogModel {
	const several = family.style === 'rich';
	const properties = {
		prompt: prompt('What the picture should show. Include the trigger word of the LoRA.'),
		...(several ? { loras: loras() } : { lora: lora() }),
		...common(family),
	};
	return {
		id: `${family.path}/${version}/lora`,
		name: `${familyTitle(family.path)} ${version} with a LoRA`,
		description: `Paints with a LoRA that was trained for this model. ${family.trait}`,
		categories: ['lora', 'text-to-image'],
		kind: 'inference',
		price: {
			usd: cents(family.usd * 1.2 * (1 + index * 0.5)),
			unit: 'output',
			note: 'The price is for a run with any number of LoRAs.',
		},
		schema: schemaOf(properties, several ? ['prompt'] : ['prompt', 'lora']),
		makes: 'image',
		runMs: 6000,
	};
}

/** Returns the inputs of all tasks of a family, in the style of its provider. */
function common({ style, path }: ImageFamily): Readonly<Record<string, Property>> {
	const formats = choice('File format', 'Format of the pictures.', ['png', 'jpeg', 'webp']);
	if (style === 'plain') {
		return {
			image_size: choice(
				'Size',
				'Proportions of the picture.',
				['square_hd', 'square', 'portrait_4_3', 'portrait_16_9', 'landscape_4_3', 'landscape_16_9'],
				'landscape_4_3',
			),
			guidance_scale: decimal(
				'Guidance',
				'How closely the result follows the prompt.',
				[0, 20, 2.5],
				'float',
			),
			num_inference_steps: integer(
				'Steps',
				'More steps take longer.',
				1,
				60,
				path.includes('turbo') ? 4 : 28,
			),
			num_images: integer('Pictures', 'Number of pictures; each is charged.', 1, 4, 1),
			seed: seed('default'),
			output_format: formats,
		};
	}
	if (style === 'sized') {
		return {
			negative_prompt: prompt('What to avoid.', { minLength: 0, default: '' }),
			width: integer('Width', 'Pixels, in steps of 8.', 256, 2048, 1024, { multipleOf: 8 }),
			height: integer('Height', 'Pixels, in steps of 8.', 256, 2048, 1024, { multipleOf: 8 }),
			cfg: decimal('Guidance', 'How closely the result follows the prompt.', [1, 30, 6.5]),
			scheduler: choice('Scheduler', 'Method of noise removal.', ['euler', 'dpm_2m', 'unipc']),
			seed: seed('types'),
			safety_checker: flag('Safety checker', 'Check the picture before it is returned.', true),
		};
	}
	return {
		size: imageSize(2048),
		num_images: integer('Pictures', 'Number of pictures; each is charged.', 1, 8, 1),
		style_tags: {
			type: 'array',
			title: 'Style tags',
			description: 'Keywords for the style.',
			maxItems: 8,
			items: { type: 'string', minLength: 1, maxLength: 40 },
			default: [],
		},
		background: {
			type: 'color',
			title: 'Background',
			description: 'A color such as #f5f0e8, or a list of three numbers.',
			default: null,
		},
		metadata: {
			title: 'Notes',
			description: 'Any data to return with the result.',
			default: null,
		},
		seed: seed('anyOf'),
		output_format: formats,
		user: text('User', 'Name of the caller, for statistics.', { maxLength: 64, default: '' }),
	};
}

/** Rounds to tenths of a cent. */
function cents(usd: number): number {
	return Math.round(usd * 1000) / 1000;
}
