import { createHash } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import { canonicalJson } from '../../core/json/canonical.ts';
import { jsonText, numberOf } from '../../core/json/exact.ts';
import { isArray, isObject, type Json, type JsonObject, member, stringOf } from '../../core/json/value.ts';
import type { ModelOutput } from '../media/modelOutput.ts';
import type { CatalogModel } from './model.ts';
import type { ModelOutputNames } from './records.ts';

interface PlannedFile {
	readonly name: string;
	readonly output: ModelOutput;
}

/** Seconds of a video or a sound without a length in its inputs. */
const usualSeconds = 5;
const mostWords = 2000;

/** Returns the price of a run of a model with these inputs, in millionths of a US dollar. */
export function priceOf({ price }: CatalogModel, inputs: JsonObject): number {
	const units = price.unit === 'image' ? countOf(inputs) : price.unit === 'second' ? secondsOf(inputs) : 1;
	return Math.round(price.usd * units * 1_000_000);
}

/** Returns the files of a run, and under which keys the output names them. `given` is a picture that the model was given. */
export function planFiles(
	model: CatalogModel,
	inputs: JsonObject,
	given: Uint8Array | undefined,
): { readonly files: readonly PlannedFile[]; readonly output: ModelOutputNames } {
	const [width, height] = sizeOf(inputs);
	const extension = extensionOf(model, inputs);
	const count = model.makes === 'image' ? countOf(inputs) : 1;
	const key = createHash('sha256')
		.update(`${model.id}\n${canonicalJson(jsonText(inputs))}`)
		.digest('hex');
	const files = Array.from({ length: count }, (_, index) => ({
		name: `${model.makes}_${String(index + 1).padStart(2, '0')}.${extension}`,
		output: {
			key: `${key}/${index}`,
			words: promptOf(inputs).slice(0, mostWords),
			label: model.name,
			width,
			height,
			seconds: secondsOf(inputs),
			extension,
			...compact({ given }),
		},
	}));
	const names = files.map(({ name }) => name);
	const several = member(inputs, 'num_images') !== undefined;
	const output = several ? { images: names } : { [model.makes]: names[0] ?? '' };
	return { files, output };
}

/** Returns the addresses of media among the inputs, by their schema. */
export function mediaOf(
	schema: JsonObject,
	value: Json | undefined,
): readonly { readonly kind: string; readonly url: string }[] {
	const format = /^(image|video|audio)_uri$/.exec(stringOf(member(schema, 'format')) ?? '')?.[1];
	if (typeof value === 'string') return format === undefined ? [] : [{ kind: format, url: value }];
	const items = member(schema, 'items');
	if (isArray(value)) return isObject(items) ? value.flatMap((each) => mediaOf(items, each)) : [];
	const properties = member(schema, 'properties');
	if (!isObject(value) || !isObject(properties)) return [];
	return Object.entries(properties).flatMap(([name, property]) =>
		isObject(property) ? mediaOf(property, member(value, name)) : [],
	);
}

function countOf(inputs: JsonObject): number {
	return numberOf(member(inputs, 'num_images')) ?? 1;
}

function secondsOf(inputs: JsonObject): number {
	return numberOf(member(inputs, 'duration')) ?? usualSeconds;
}

function extensionOf(model: CatalogModel, inputs: JsonObject): ModelOutput['extension'] {
	if (model.makes === 'video') return 'mp4';
	if (model.makes === 'audio') return 'wav';
	const format = member(inputs, 'output_format');
	return format === 'jpeg' || format === 'webp' ? format : 'png';
}

const namedSizes: Readonly<Record<string, readonly [number, number]>> = {
	square_hd: [1024, 1024],
	square: [512, 512],
	portrait_4_3: [768, 1024],
	portrait_16_9: [576, 1024],
	landscape_4_3: [1024, 768],
	landscape_16_9: [1024, 576],
	'16:9': [1024, 576],
	'9:16': [576, 1024],
	'1:1': [768, 768],
	'4:3': [1024, 768],
};

function sizeOf(inputs: JsonObject): readonly [number, number] {
	const named = stringOf(member(inputs, 'image_size')) ?? stringOf(member(inputs, 'aspect_ratio'));
	if (named !== undefined) return namedSizes[named] ?? [1024, 1024];
	const size = member(inputs, 'size') ?? inputs;
	return [numberOf(member(size, 'width')) ?? 1024, numberOf(member(size, 'height')) ?? 768];
}

function promptOf(inputs: JsonObject): string {
	return stringOf(member(inputs, 'prompt')) ?? stringOf(member(inputs, 'text')) ?? '';
}
