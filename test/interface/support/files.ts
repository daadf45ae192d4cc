import { readFile, stat } from 'node:fs/promises';
import { until } from './waiting.ts';

/**
 * Returns the whole text of a non-empty file that the window may be writing: a file that grows during the read is read
 * with its previous length.
 */
export function savedText(path: string): Promise<string> {
	return until(async () => {
		const text = await readFile(path, 'utf8');
		const { size } = await stat(path);
		return size > 0 && Buffer.byteLength(text) === size && text;
	}, `the whole text of ${path}`);
}

/** A workflow with one mistake of every common kind. */
export const faultyWorkflow = `{
  "4": {
    "class_type": "CheckpointLoaderSimpel",
    "inputs": { "ckpt_name": "harbour.safetensors" },
    "_meta": { "title": "Model" }
  },
  "6": {
    "class_type": "CLIPTextEncode",
    "inputs": { "text": "a harbour at dawn", "clip": ["4", 1] },
    "_meta": { "title": "Prompt" }
  },
  "5": {
    "class_type": "EmptyLatentImage",
    "inputs": { "width": 512, "height": 512 },
    "_meta": { "title": "Canvas" }
  },
  "3": {
    "class_type": "KSampler",
    "inputs": {
      "seed": 7,
      "steps": 0,
      "cfg": 8,
      "sampler_name": "eular",
      "scheduler": "normal",
      "denoise": 1,
      "model": ["4", 0],
      "positive": ["6", 0],
      "negative": ["77", 0],
      "latent_image": ["5", 0]
    },
    "_meta": { "title": "Paint" }
  },
  "8": { "class_type": "VAEDecode", "inputs": { "samples": ["3", 0], "vae": ["3", 0] } },
  "9": { "class_type": "SaveImage", "inputs": { "images": ["8", 0], "filename_prefix": "out" } },
  "20": { "class_type": "ImageInvert", "inputs": { "image": ["21", 0] } },
  "21": { "class_type": "ImageInvert", "inputs": { "image": ["20", 0] } },
  "22": { "class_type": "PreviewImage", "inputs": { "images": ["21", 0] } },
  "30": { "class_type": "ImageInvert", "inputs": { "image": ["8", 0] } }
}
`;

/** A workflow as the node editor saves it, which cannot be run as it is. */
export const canvas = {
	last_node_id: 2,
	last_link_id: 1,
	nodes: [
		{
			id: 1,
			type: 'EmptyImage',
			mode: 0,
			outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [1] }],
			widgets_values: [640, 480, 1, 0],
		},
		{
			id: 2,
			type: 'SaveImage',
			mode: 0,
			inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
			widgets_values: ['from the canvas'],
		},
	],
	links: [[1, 1, 0, 2, 0, 'IMAGE']],
	groups: [],
	version: 0.4,
};
