import { compact } from '../../../core/base/compact.ts';
import type { LatentItem } from '../../media/scene.ts';
import type { Call } from '../call.ts';
import type { Latent } from '../values.ts';
import type { NodeCodes } from './registry.ts';

/** The samplers and their guidance. A sampler paints nothing yet: it notes the scene, which the decoder paints. */
export const samplingNodes: NodeCodes = {
	KSampler: (call) => {
		call.get('model', 'MODEL');
		call.get('negative', 'CONDITIONING');
		const { words } = call.get('positive', 'CONDITIONING');
		return [sampled(call, 'latent_image', words, String(call.exactInteger('seed')), call.number('denoise'))];
	},
	KSamplerAdvanced: (call) => {
		call.get('model', 'MODEL');
		call.get('negative', 'CONDITIONING');
		const { words } = call.get('positive', 'CONDITIONING');
		const steps = Math.max(1, call.integer('steps'));
		const strength = 1 - Math.min(call.integer('start_at_step'), steps) / steps;
		return [sampled(call, 'latent_image', words, String(call.exactInteger('noise_seed')), strength)];
	},
	SamplerCustom: (call) => {
		call.get('model', 'MODEL');
		call.get('sampler', 'SAMPLER');
		const { words } = call.get('positive', 'CONDITIONING');
		const { denoise } = call.get('sigmas', 'SIGMAS');
		const latent = sampled(call, 'latent_image', words, String(call.exactInteger('noise_seed')), denoise);
		return [latent, latent];
	},
	SamplerCustomAdvanced: (call) => {
		call.get('sampler', 'SAMPLER');
		const { words } = call.get('guider', 'GUIDER');
		const { denoise } = call.get('sigmas', 'SIGMAS');
		const latent = sampled(call, 'latent_image', words, call.get('noise', 'NOISE').seed, denoise);
		return [latent, latent];
	},
	RandomNoise: (call) => [{ kind: 'NOISE', seed: String(call.exactInteger('noise_seed')) }],
	DisableNoise: () => [{ kind: 'NOISE', seed: '0' }],
	BasicGuider: (call) => {
		call.get('model', 'MODEL');
		return [{ kind: 'GUIDER', words: call.get('conditioning', 'CONDITIONING').words }];
	},
	CFGGuider: (call) => {
		call.get('model', 'MODEL');
		call.get('negative', 'CONDITIONING');
		return [{ kind: 'GUIDER', words: call.get('positive', 'CONDITIONING').words }];
	},
	BasicScheduler: (call) => {
		call.get('model', 'MODEL');
		return [{ kind: 'SIGMAS', denoise: call.number('denoise') }];
	},
	KarrasScheduler: () => [{ kind: 'SIGMAS', denoise: 1 }],
	KSamplerSelect: (call) => [{ kind: 'SAMPLER', name: call.text('sampler_name') }],
};

function sampled(call: Call, input: string, words: string, seed: string, strength: number): Latent {
	const { mask, ...latent } = call.get(input, 'LATENT');
	const items = latent.items.map((item, index): LatentItem => {
		const scene = { key: `${call.key}:${index}`, words, title: call.title, seed };
		if ('empty' in item) return { scene };
		return { scene: { ...scene, over: { item, strength, ...compact({ mask }) } } };
	});
	return { ...latent, items };
}
