/** A sample document of the package. */
export interface Sample {
	/** Its name in `media/samples`. */
	readonly file: string;
	readonly title: string;
	readonly kind: 'workflow' | 'training';
}

/** The samples in the order in which they are offered. */
export const samples: readonly Sample[] = [
	{ file: 'text-to-image-sd15.json', title: 'Text to Image (Stable Diffusion 1.5)', kind: 'workflow' },
	{ file: 'text-to-image-sdxl.json', title: 'Text to Image (SDXL)', kind: 'workflow' },
	{ file: 'text-to-image-flux.json', title: 'Text to Image (FLUX)', kind: 'workflow' },
	{ file: 'image-to-image.json', title: 'Image to Image', kind: 'workflow' },
	{ file: 'upscale-two-outputs.json', title: 'Upscaling, With Two Outputs', kind: 'workflow' },
	{ file: 'portrait-lora.yaml', title: 'LoRA of a Person', kind: 'training' },
	{
		file: 'portrait-lora-with-mistakes.yaml',
		title: 'LoRA of a Person, With Mistakes to Fix',
		kind: 'training',
	},
];
