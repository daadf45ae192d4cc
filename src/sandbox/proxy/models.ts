import { parseJson } from '../../core/json/exact.ts';
import { isArray, type Json, member } from '../../core/json/value.ts';

/** The folders of model files, each with the class and the input that list its files. */
const folders: Readonly<Record<string, readonly [className: string, input: string]>> = {
	checkpoints: ['CheckpointLoaderSimple', 'ckpt_name'],
	controlnet: ['ControlNetLoader', 'control_net_name'],
	diffusion_models: ['UNETLoader', 'unet_name'],
	loras: ['LoraLoader', 'lora_name'],
	text_encoders: ['CLIPLoader', 'clip_name'],
	upscale_models: ['UpscaleModelLoader', 'model_name'],
	vae: ['VAELoader', 'vae_name'],
};

export const modelFolders: readonly string[] = Object.keys(folders);

/** Returns the files of a folder, as the node info lists them; undefined for a folder that the engine does not have. */
export function modelFiles(nodeInfo: string, folder: string): readonly Json[] | undefined {
	const place = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
	const info = parseJson(nodeInfo);
	if (place === undefined || !info.ok) return undefined;
	const [className, input] = place;
	const required = member(member(member(info.value, className), 'input'), 'required');
	const declared = member(required, input);
	const [options = null] = isArray(declared) ? declared : [];
	return isArray(options) ? options : [];
}
