import { rawNumber } from '../../core/json/rawNumber.ts';
import type { Json, JsonObject } from '../../core/json/value.ts';
import { inputPictureNames } from './inputPictures.ts';
import classes from './nodes/catalog.json' with { type: 'json' };

/** The part of a node description that validation and execution read. */
interface NodeClass {
	readonly input: {
		readonly required?: Readonly<Record<string, InputSpec>>;
		readonly optional?: Readonly<Record<string, InputSpec>>;
	};
	readonly output: readonly string[];
	readonly output_node: boolean;
	readonly display_name: string;
}

/** `[type, options?]`; a list in place of the type contains the allowed values. */
export type InputSpec = readonly [string | readonly (string | number)[], InputOptions?];

interface InputOptions {
	readonly default?: Json;
	readonly min?: number;
	readonly max?: number;
	readonly options?: readonly (string | number)[];
	readonly image_upload?: boolean;
}

const known = classes as unknown as Readonly<Record<string, NodeClass>>;

/** Returns the description of a class of the built-in engine. */
export function nodeClass(name: unknown): NodeClass | undefined {
	return typeof name === 'string' && Object.hasOwn(known, name) ? known[name] : undefined;
}

/** Returns the declaration of an input, required or optional. */
export function declaredInput(className: unknown, input: string): InputSpec | undefined {
	const { required = {}, optional = {} } = nodeClass(className)?.input ?? {};
	if (Object.hasOwn(required, input)) return required[input];
	return Object.hasOwn(optional, input) ? optional[input] : undefined;
}

/** Model names of the simulated machines, in addition to those that a saved workflow uses. */
const installedFiles: Readonly<Record<string, readonly string[]>> = {
	ckpt_name: [
		'dreamshaper_8.safetensors',
		'sd_xl_base_1.0.safetensors',
		'v1-5-pruned-emaonly-fp16.safetensors',
	],
	unet_name: ['flux1-dev.safetensors', 'flux1-schnell.safetensors'],
	clip_name: ['clip_l.safetensors', 't5xxl_fp16.safetensors'],
	vae_name: ['ae.safetensors', 'vae-ft-mse-840000-ema-pruned.safetensors'],
	lora_name: ['ink-and-wash.safetensors', 'soft-morning-light.safetensors'],
	control_net_name: ['control_v11p_sd15_canny.safetensors'],
	model_name: ['4x-UltraSharp.pth', 'RealESRGAN_x2plus.pth'],
	image: inputPictureNames,
};

/** Returns whether the allowed values of an input are the files of a machine: any name counts as installed. */
export function isFileInput(input: string): boolean {
	return Object.hasOwn(installedFiles, fileGroup(input));
}

function fileGroup(input: string): string {
	return input.replace(/^(clip_name)\d$/, '$1');
}

/** Returns node info in the engine's own format as JSON text; the models that `workflow` names are listed as installed. */
export function nodeInfoText(workflow: JsonObject): string {
	return JSON.stringify(known, function (this: Record<string, unknown>, name: string, value: unknown) {
		if (Array.isArray(value) && isFileSpec(name, value)) return withFiles(name, value, workflow);
		if (name === 'max' && this.max === 2 ** 64) return rawNumber('18446744073709551615');
		if (name === 'max' && this.max === 2 ** 63) return rawNumber('9223372036854775807');
		if (name === 'min' && this.min === -(2 ** 63)) return rawNumber('-9223372036854775807');
		return value;
	});
}

function isFileSpec(name: string, spec: readonly unknown[]): boolean {
	if (!isFileInput(name)) return false;
	return Array.isArray(spec[0]) || spec[0] === 'COMBO';
}

function withFiles(input: string, spec: readonly unknown[], workflow: JsonObject): unknown {
	const used = Object.values(workflow).flatMap((node) => {
		const value = (node as { inputs?: Record<string, unknown> } | null)?.inputs?.[input];
		return typeof value === 'string' && !/^(https?|data):/.test(value) ? [value] : [];
	});
	const files = [...new Set([...(installedFiles[fileGroup(input)] ?? []), ...used])].sort();
	if (spec[0] === 'COMBO') return ['COMBO', { ...(spec[1] as object), options: files }];
	return spec.length > 1 ? [files, spec[1]] : [files];
}
