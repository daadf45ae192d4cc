type Entry = readonly [type: string | readonly string[], options?: Readonly<Record<string, unknown>>];

function described(
	required: Readonly<Record<string, Entry>>,
	output: readonly string[],
	optional = {},
): object {
	return { input: { required, optional }, output };
}

const integer: Entry = ['INT', {}];
const decimal: Entry = ['FLOAT', {}];
const flag: Entry = ['BOOLEAN', {}];
const text: Entry = ['STRING', {}];
const choice: Entry = [[]];

/** Names and types of the inputs of those pack classes that are in the genuine pairs, as a server would describe them. */
export const packClasses: Readonly<Record<string, object>> = {
	AnyLinePreprocessor: described({ image: ['IMAGE'] }, ['IMAGE']),
	LoadBLoRA: described(
		{ model: ['MODEL'], lora_name: choice, load_style: flag, load_content: flag, strength: decimal },
		['MODEL'],
	),
	BrushNetLoader: described({ brushnet: choice, dtype: choice }, ['BRMODEL']),
	BrushNet: described(
		{
			model: ['MODEL'],
			vae: ['VAE'],
			image: ['IMAGE'],
			mask: ['MASK'],
			brushnet: ['BRMODEL'],
			positive: ['CONDITIONING'],
			negative: ['CONDITIONING'],
			scale: decimal,
			start_at: integer,
			end_at: integer,
		},
		['MODEL', 'CONDITIONING', 'CONDITIONING', 'LATENT'],
	),
	SUPIR_model_loader_v2: described(
		{
			model: ['MODEL'],
			clip: ['CLIP'],
			vae: ['VAE'],
			supir_model: choice,
			fp8_unet: flag,
			diffusion_dtype: choice,
		},
		['SUPIRMODEL', 'SUPIRVAE'],
		{ high_vram: flag },
	),
	SUPIR_first_stage: described(
		{
			SUPIR_VAE: ['SUPIRVAE'],
			image: ['IMAGE'],
			use_tiled_vae: flag,
			encoder_tile_size: integer,
			decoder_tile_size: integer,
			encoder_dtype: choice,
		},
		['SUPIRVAE', 'IMAGE', 'LATENT'],
	),
	SUPIR_encode: described(
		{
			SUPIR_VAE: ['SUPIRVAE'],
			image: ['IMAGE'],
			use_tiled_vae: flag,
			encoder_tile_size: integer,
			encoder_dtype: choice,
		},
		['LATENT'],
	),
	SUPIR_conditioner: described(
		{ SUPIR_model: ['SUPIRMODEL'], latents: ['LATENT'], positive_prompt: text, negative_prompt: text },
		['SUPIR_cond_pos', 'SUPIR_cond_neg'],
		{ captions: text },
	),
	SUPIR_sample: described(
		{
			SUPIR_model: ['SUPIRMODEL'],
			latents: ['LATENT'],
			positive: ['SUPIR_cond_pos'],
			negative: ['SUPIR_cond_neg'],
			seed: integer,
			steps: integer,
			cfg_scale_start: decimal,
			cfg_scale_end: decimal,
			EDM_s_churn: integer,
			s_noise: decimal,
			DPMPP_eta: decimal,
			control_scale_start: decimal,
			control_scale_end: decimal,
			restore_cfg: decimal,
			keep_model_loaded: flag,
			sampler: choice,
		},
		['LATENT'],
		{ sampler_tile_size: integer, sampler_tile_stride: integer },
	),
	SUPIR_decode: described(
		{ SUPIR_VAE: ['SUPIRVAE'], latents: ['LATENT'], use_tiled_vae: flag, decoder_tile_size: integer },
		['IMAGE'],
	),
	ColorMatch: described({ image_ref: ['IMAGE'], image_target: ['IMAGE'], method: choice }, ['IMAGE']),
	'ImageResize+': described(
		{
			image: ['IMAGE'],
			width: integer,
			height: integer,
			interpolation: choice,
			method: choice,
			condition: choice,
			multiple_of: integer,
		},
		['IMAGE', 'INT', 'INT'],
	),
};
