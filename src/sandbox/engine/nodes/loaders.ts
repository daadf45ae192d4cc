import type { Call } from '../call.ts';
import type { Handle } from '../values.ts';
import type { NodeCodes } from './registry.ts';

/** Classes that load models or pass them on changed: they matter through their names only. */
export const loaderNodes: NodeCodes = {
	CheckpointLoaderSimple: (call) => {
		const name = call.text('ckpt_name');
		return [handle('MODEL', name), handle('CLIP', name), handle('VAE', name)];
	},
	UNETLoader: (call) => [handle('MODEL', call.text('unet_name'))],
	CLIPLoader: (call) => [handle('CLIP', call.text('clip_name'))],
	DualCLIPLoader: (call) => [handle('CLIP', `${call.text('clip_name1')} ${call.text('clip_name2')}`)],
	VAELoader: (call) => [handle('VAE', call.text('vae_name'))],
	LoraLoader: (call) => [withLora(call), call.get('clip', 'CLIP')],
	LoraLoaderModelOnly: (call) => [withLora(call)],
	CLIPSetLastLayer: (call) => [call.get('clip', 'CLIP')],
	ModelSamplingFlux: (call) => [call.get('model', 'MODEL')],
	ModelSamplingSD3: (call) => [call.get('model', 'MODEL')],
	FreeU_V2: (call) => [call.get('model', 'MODEL')],
	DifferentialDiffusion: (call) => [call.get('model', 'MODEL')],
	ControlNetLoader: (call) => [handle('CONTROL_NET', call.text('control_net_name'))],
	UpscaleModelLoader: (call) => [handle('UPSCALE_MODEL', call.text('model_name'))],
};

function handle(kind: Handle['kind'], name: string): Handle {
	return { kind, name };
}

function withLora(call: Call): Handle {
	return handle('MODEL', `${call.get('model', 'MODEL').name} ${call.text('lora_name')}`);
}
