import { l10n } from 'vscode';

/** A sample document of the package. */
export interface Sample {
	/** Its name in `media/samples`. */
	readonly file: string;
	readonly title: string;
	readonly kind: 'workflow' | 'training';
	/** The picture named in it, in the same folder. */
	readonly picture?: string;
}

/** Returns the samples in the order in which they are offered. */
export const samples = (): readonly Sample[] => [
	{
		file: 'text-to-image-sd15.json',
		title: l10n.t('Text to Image (Stable Diffusion 1.5)'),
		kind: 'workflow',
	},
	{ file: 'text-to-image-sdxl.json', title: l10n.t('Text to Image (SDXL)'), kind: 'workflow' },
	{ file: 'text-to-image-flux.json', title: l10n.t('Text to Image (FLUX)'), kind: 'workflow' },
	{
		file: 'image-to-image.json',
		title: l10n.t('Image to Image'),
		kind: 'workflow',
		picture: 'harbour.png',
	},
	{ file: 'upscale-two-outputs.json', title: l10n.t('Upscaling, with Two Outputs'), kind: 'workflow' },
	{ file: 'harbour-lora.yaml', title: l10n.t('LoRA of a Place'), kind: 'training' },
	{
		file: 'harbour-lora-with-mistakes.yaml',
		title: l10n.t('LoRA of a Place, with Mistakes to Fix'),
		kind: 'training',
	},
];
