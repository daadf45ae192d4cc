import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

/** A small picture workflow in API format, as people lay it out. */
export const picture = `{
  "4": {
    "inputs": { "ckpt_name": "small.safetensors" },
    "class_type": "CheckpointLoaderSimple",
    "_meta": { "title": "Model" }
  },
  "6": {
    "inputs": {
      "text": "a harbour at \\"dawn\\"",
      "clip": ["4", 1]
    },
    "class_type": "CLIPTextEncode",
    "_meta": { "title": "Prompt" }
  },
  "3": {
    "inputs": {
      "seed": 18446744073709551615,
      "steps": 20,
      "cfg": 8.0,
      "sampler_name": "euler",
      "model": ["4", 0],
      "positive": ["6", 0]
    },
    "class_type": "Sampler",
    "_meta": { "title": "Paint" }
  },
  "9": {
    "inputs": { "filename_prefix": "out", "images": ["3", 0] },
    "class_type": "SaveImage"
  }
}
`;

const int = { default: 20, min: 1, max: 100 };

/** A made-up server's description with every form an entry may take. */
export const classes = {
	CheckpointLoaderSimple: {
		input: { required: { ckpt_name: [['small.safetensors', 'large.safetensors']] } },
		output: ['MODEL', 'CLIP', 'VAE'],
		output_name: ['MODEL', 'CLIP', 'VAE'],
		python_module: 'nodes',
	},
	CLIPTextEncode: {
		input: { required: { text: ['STRING', { multiline: true }], clip: ['CLIP'] } },
		output: ['CONDITIONING'],
		python_module: 'nodes',
	},
	Sampler: {
		input: {
			required: {
				model: ['MODEL'],
				seed: ['INT', { default: 0, min: 0, max: '@2^64-1' }],
				steps: ['INT', int],
				cfg: ['FLOAT', { default: 8, min: 0, max: 100 }],
				sampler_name: [['euler', 'heun', 'ddim'], {}],
				positive: ['CONDITIONING'],
			},
			optional: {
				strength: ['FLOAT', { default: 1 }],
				mask: ['MASK'],
				tile: ['BOOLEAN', { default: false }],
			},
		},
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	SaveImage: {
		input: {
			required: { images: ['IMAGE'], filename_prefix: ['STRING', { default: 'out' }] },
			hidden: { prompt: 'PROMPT' },
		},
		output: [],
		output_node: true,
		python_module: 'nodes',
	},
	LoadImage: {
		input: { required: { image: [['a.png'], { image_upload: true }] } },
		output: ['IMAGE', 'MASK'],
		python_module: 'nodes',
	},
	Invert: { input: { required: { image: ['IMAGE'] } }, output: ['IMAGE'], python_module: 'nodes' },
	EmptyShelf: { input: { required: { name: [[]] } }, output: ['IMAGE'], python_module: 'nodes' },
	NewCombo: {
		input: {
			required: { format: ['COMBO', { options: ['auto', 'mp4', 3] }] },
			optional: { many: ['COMBO', { multiselect: true, options: ['a', 'b'] }] },
		},
		output: ['IMAGE'],
		python_module: 'comfy_extras.nodes_video',
	},
	Remote: {
		input: { required: { file: ['COMBO', { remote: { route: '/files' } }] } },
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	Union: {
		input: { required: { value: ['FLOAT,INT', { widgetType: 'FLOAT' }], anything: ['*', {}] } },
		output: ['IMAGE'],
		python_module: 'custom_nodes.pack',
	},
	AnyOut: { input: { required: {} }, output: ['*', 'FLOAT', 'INT'], python_module: 'custom_nodes.pack' },
	Batch: {
		input: {
			required: {
				images: [
					'COMFY_AUTOGROW_V3',
					{ template: { input: { required: { image: ['IMAGE', {}] } }, prefix: 'image', min: 2, max: 4 } },
				],
			},
		},
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	Resize: {
		input: {
			required: {
				image: ['COMFY_MATCHTYPE_V3', { template: { template_id: 't', allowed_types: 'IMAGE,MASK' } }],
				how: [
					'COMFY_DYNAMICCOMBO_V3',
					{
						options: [
							{
								key: 'by factor',
								inputs: { required: { factor: ['FLOAT', { default: 1, min: 0.1, max: 8 }] } },
							},
							{ key: 'to size', inputs: { required: { width: ['INT', int], height: ['INT', int] } } },
						],
					},
				],
			},
		},
		output: ['COMFY_MATCHTYPE_V3'],
		output_matchtypes: ['t'],
		python_module: 'nodes',
	},
	Rows: {
		input: {
			optional: {
				row: [
					'COMFY_DYNAMICGROUP_V3',
					{ template: { input: { required: { weight: ['FLOAT', { max: 1 }] } } }, min: 0, max: 3 },
				],
			},
		},
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	Slot: {
		input: {
			optional: {
				extra: [
					'COMFY_DYNAMICSLOT_V3',
					{ slotType: 'IMAGE', inputs: { required: { weight: ['FLOAT', { default: 1 }] } } },
				],
			},
		},
		output: ['IMAGE'],
		python_module: 'nodes',
	},
	Sloppy: { input: { required: { image: 'IMAGE' } }, output: ['IMAGE'] },
	Old: {
		input: { required: {} },
		output: ['IMAGE'],
		deprecated: true,
		experimental: true,
		api_node: true,
		python_module: 'nodes',
	},
} as const;

/** Returns the made-up description as node info; `dialect` decides how old the server appears. */
export function sampleInfo(
	dialect: 'old' | 'new' = 'new',
	kind: 'deployment' | 'file' | 'builtin' = 'deployment',
): NodeInfo {
	const { Resize, ...older } = classes;
	const chosen = dialect === 'new' ? { ...older, Resize } : older;
	const text = JSON.stringify(chosen).replace('"@2^64-1"', '18446744073709551615');
	const withAge =
		dialect === 'new'
			? text.replace('{"CheckpointLoaderSimple":{', '{"CheckpointLoaderSimple":{"is_input_list":false,')
			: text;
	const info = readNodeInfo(withAge, { kind, label: 'Harbour' });
	if (!info) throw new Error('the sample description reads as none');
	return info;
}
