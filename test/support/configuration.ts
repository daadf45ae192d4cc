/** A training configuration without mistakes, for a dataset of the account. */
export const configurationFor = (dataset: string): string => `job: extension
config:
  name: harbour_v1
  process:
    - type: diffusion_trainer
      device: cuda
      training_folder: /app/ai-toolkit/output
      network: { type: lora, linear: 16, linear_alpha: 16 }
      save: { dtype: bf16, save_every: 10, max_step_saves_to_keep: 4 }
      datasets:
        - folder_path: /app/ai-toolkit/datasets/${dataset}
          resolution: [512]
      train: { batch_size: 1, steps: 20, lr: 0.0001, optimizer: adamw8bit, dtype: bf16, noise_scheduler: flowmatch }
      model: { name_or_path: lodestones/Chroma1-Base, arch: chroma }
`;

/**
 * Returns a configuration of a small training on the demo dataset. `every` is the number of steps between checkpoints,
 * and between samples if it has any.
 */
export const smallConfiguration = (
	name: string,
	{ steps = 60, every = 20, hasSamples = true } = {},
): string => `job: extension
config:
  name: ${name}
  process:
    - type: diffusion_trainer
      training_folder: /app/ai-toolkit/output
      network: { type: lora, linear: 4, linear_alpha: 4 }
      save: { save_every: ${every}, max_step_saves_to_keep: 4 }
      datasets:
        - folder_path: /app/ai-toolkit/datasets/harbour-photos
          resolution: [512]
      train:
        batch_size: 1
        steps: ${steps}
        lr: 0.0001
      model:
        name_or_path: stabilityai/stable-diffusion-xl-base-1.0
        arch: sdxl
${hasSamples ? samplesEvery(every) : ''}`;

const samplesEvery = (every: number) => `      sample:
        sample_every: ${every}
        width: 64
        height: 64
        prompts:
          - a harbour at dawn
`;
