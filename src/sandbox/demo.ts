import imageSample from '../../media/samples/image-to-image.json' with { type: 'json' };
import fluxSample from '../../media/samples/text-to-image-flux.json' with { type: 'json' };
import sd15Sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };
import sdxlSample from '../../media/samples/text-to-image-sdxl.json' with { type: 'json' };
import upscaleSample from '../../media/samples/upscale-two-outputs.json' with { type: 'json' };
import { compact } from '../core/base/compact.ts';
import { usualChoice } from './deployments/deploymentBody.ts';
import type { DeploymentChoice, Deployments } from './deployments/records.ts';

interface DemoDeployment {
	/** Stable, so that a restarted or reset sandbox has the same deployments. */
	readonly id: string;
	readonly workflow: unknown;
	readonly readme: string;
	readonly schema?: string;
	readonly choice: Partial<DeploymentChoice> & Pick<DeploymentChoice, 'name'>;
}

/** A saved workflow that the engine refuses: its upscaler comes from a node pack that is not installed. */
const brokenWorkflow = {
	'1': { class_type: 'LoadImage', inputs: { image: 'harbour.png' }, _meta: { title: 'Photograph' } },
	'2': {
		class_type: 'TiledDetailRestorer',
		inputs: { image: ['1', 0], tiles: 4, strength: 0.5 },
		_meta: { title: 'Restore details' },
	},
	'3': {
		class_type: 'SaveImage',
		inputs: { images: ['2', 0], filename_prefix: 'restored' },
		_meta: { title: 'Save picture' },
	},
};

/** The workflow behind the flat inputs of the deployments that take no workflow; `deployments/flatSchemas.ts` uses its node ids. */
const loraWorkflow = {
	'1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd_xl_base_1.0.safetensors' } },
	'2': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['1', 1] } },
	'3': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['1', 1] } },
	'4': { class_type: 'EmptyLatentImage', inputs: { width: 1024, height: 1024, batch_size: 1 } },
	'5': {
		class_type: 'KSampler',
		inputs: {
			seed: 42,
			steps: 25,
			cfg: 4,
			sampler_name: 'euler',
			scheduler: 'simple',
			denoise: 1,
			model: ['8', 0],
			positive: ['2', 0],
			negative: ['3', 0],
			latent_image: ['4', 0],
		},
		_meta: { title: 'Ink and wash' },
	},
	'6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
	'7': { class_type: 'SaveImage', inputs: { filename_prefix: 'lora', images: ['6', 0] } },
	'8': {
		class_type: 'LoraLoaderModelOnly',
		inputs: { lora_name: 'ink-and-wash.safetensors', strength_model: 1, model: ['1', 0] },
	},
};

const demoDeployments: readonly DemoDeployment[] = [
	{
		id: '5a9d0000-0000-4000-8000-000000000001',
		workflow: sd15Sample,
		choice: { name: 'Harbour (SD 1.5)', hardware: 'AMPERE_24', maxInstances: 2, queueSize: 2 },
		readme: [
			'# Harbour (SD 1.5)',
			'',
			'Text to image with Stable Diffusion 1.5 and a light LoRA.',
			'',
			'| input | node | meaning |',
			'|---|---|---|',
			'| `text` | 6 | what to paint |',
			'| `seed` | 3 | another seed, another picture |',
			'| `width`, `height` | 5 | multiples of 8 |',
			'',
		].join('\n'),
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000002',
		workflow: sdxlSample,
		choice: { name: 'Mountain village (SDXL)', maxInstances: 3, keepWarmSeconds: 120 },
		readme:
			'# Mountain village (SDXL)\n\nMakes two pictures a run. Prompts for both text encoders are in node 2.\n',
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000003',
		workflow: fluxSample,
		choice: {
			name: 'Lighthouse (FLUX), kept warm',
			hardware: 'ADA_80_PLUS',
			minInstances: 1,
			maxInstances: 4,
		},
		readme:
			'# Lighthouse (FLUX)\n\nOne instance is always warm, so runs start at once. A warm instance costs money.\n',
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000004',
		workflow: imageSample,
		choice: { name: 'Repaint a photograph', hardware: 'ADA_48_PLUS' },
		readme:
			'# Repaint a photograph\n\nImage to image. Put your own picture into `image` of node 1: an address or a data URI.\n',
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000005',
		workflow: upscaleSample,
		choice: { name: 'Cat, small and large', hardware: 'TURING_16' },
		readme:
			'# Cat, small and large\n\nTwo output nodes and a text output. The nodes of the subgraph have ids such as `38:42`.\n',
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000006',
		workflow: brokenWorkflow,
		choice: { name: 'Restore details (node pack missing)', hardware: 'AMPERE_80' },
		readme:
			'# Restore details\n\nIts saved workflow needs a node pack that is not installed, so it fails with `missing_node_type`. A document of your own that does without the pack runs here.\n',
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000007',
		workflow: sd15Sample,
		choice: { name: 'Harbour, old settings', hardware: 'HOPPER_141', enabled: false },
		readme:
			'# Harbour, old settings\n\nIs delivered disabled: a disabled deployment takes no requests and costs nothing until it is enabled.\n',
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000008',
		workflow: loraWorkflow,
		schema: 'lora',
		choice: { name: 'Ink and wash (LoRA)', hardware: 'ADA_80_PLUS' },
		readme: [
			'# Ink and wash (LoRA)',
			'',
			'**This deployment takes inputs instead of a workflow.** A workflow document cannot be run on it: send the inputs',
			'themselves as the body of the request.',
			'',
			'| input | meaning |',
			'|---|---|',
			'| `prompt` | what to paint; required |',
			'| `neg` | what to leave out |',
			'| `seed` | a whole number; -1 draws one |',
			'| `width`, `height` | 64 to 4096 |',
			'| `sample_steps`, `guidance_scale`, `network_multiplier` | 1 to 150, 0 to 20, -2 to 2 |',
			'',
			'The result has a list of pictures, `output.images`, in place of outputs by node.',
			'',
		].join('\n'),
	},
	{
		id: '5a9d0000-0000-4000-8000-000000000009',
		workflow: loraWorkflow,
		schema: 'poster',
		choice: { name: 'Poster (inputs of every kind)', hardware: 'ADA_48_PLUS' },
		readme: [
			'# Poster (inputs of every kind)',
			'',
			'**This deployment takes inputs instead of a workflow.** Its schema has every kind of input: texts of one and of',
			'several lines, numbers with bounds, choices, lists, an object, media, a type that nobody knows, and one without a type.',
			'',
			'`prompt` and `layout.corner` are required.',
			'',
		].join('\n'),
	},
];

export const demoDeploymentIds: readonly string[] = demoDeployments.map(({ id }) => id);

/** Fills an empty account with deployments of every kind that a client has to show. */
export function seedDemo(deployments: Deployments, accountId: string): void {
	for (const { id, workflow, readme, schema, choice } of demoDeployments) {
		const workflowId = id.replace('5a9d0000', '3f1c0000');
		const document = JSON.stringify(workflow);
		for (const version of ['v1', 'v2']) {
			deployments.saveWorkflow({
				id: workflowId,
				version,
				accountId,
				document,
				readme,
				...compact({ schema }),
			});
		}
		deployments.create(
			accountId,
			{
				workflowId,
				workflowVersion: 'v1',
				...usualChoice,
				...choice,
			},
			id,
		);
	}
}
