/**
 * Returns a valid workflow of 2,000 nodes and some 0.9 MB: 400 pictures, each painted over the latent of the one
 * before.
 */
export function largeWorkflow(): string {
	const nodes: Record<string, unknown> = {};
	const node = (id: string, classType: string, inputs: object): void => {
		nodes[id] = { inputs, class_type: classType, _meta: { title: `${classType} ${id}` } };
	};
	node('start', 'EmptyLatentImage', { width: 512, height: 512, batch_size: 1 });
	for (let index = 0; index < 400; index++) {
		const id = (offset: number): string => String(index * 5 + offset);
		const before = index === 0 ? 'start' : String((index - 1) * 5 + 2);
		node(id(0), 'CheckpointLoaderSimple', { ckpt_name: 'model.safetensors' });
		node(id(1), 'CLIPTextEncode', {
			text: `harbour at dawn, ${'small boats, calm water, '.repeat(48)}${index}`,
			clip: [id(0), 1],
		});
		node(id(2), 'KSampler', {
			seed: index,
			steps: 20,
			cfg: 8,
			sampler_name: 'euler',
			scheduler: 'normal',
			denoise: 1,
			model: [id(0), 0],
			positive: [id(1), 0],
			negative: [id(1), 0],
			latent_image: [before, 0],
		});
		node(id(3), 'VAEDecode', { samples: [id(2), 0], vae: [id(0), 2] });
		node(id(4), 'SaveImage', { filename_prefix: 'picture', images: [id(3), 0] });
	}
	return JSON.stringify(nodes, null, 2);
}
