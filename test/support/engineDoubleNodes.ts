/** A failure that a node raises. */
export interface NodeFailure {
	readonly type: string;
	readonly message: string;
}

/** The behavior of nodes of a class when they run. */
export interface NodeBehavior {
	/** Steps of progress that they report. */
	readonly steps?: number;
	/** A picture that comes with each step. */
	readonly preview?: { readonly bytes: Uint8Array; readonly mediaType: 'image/jpeg' | 'image/png' };
	/** Their output, as they report it. */
	readonly output?: Readonly<Record<string, readonly unknown[]>>;
	/** Files that they write. Without `filename` one is counted up from the prefix in the inputs. */
	readonly files?: readonly NodeFile[];
	readonly fails?: NodeFailure;
}

/** A file that a node writes, reported under `channel` (`images` by default). */
export interface NodeFile {
	readonly type: 'output' | 'temp';
	readonly filename?: string;
	readonly subfolder?: string;
	readonly channel?: string;
	/** Without bytes a painted PNG that depends on the document. */
	readonly bytes?: Uint8Array;
}

export const defaultBehavior: Readonly<Record<string, NodeBehavior>> = {
	SaveImage: { files: [{ type: 'output' }] },
	PreviewImage: { files: [{ type: 'temp' }] },
	PreviewAny: { output: { text: ['42'] } },
};

function entry(
	name: string,
	required: Readonly<Record<string, readonly unknown[]>>,
	output: readonly string[],
	isOutput = false,
) {
	return {
		input: { required, optional: {} },
		input_order: { required: Object.keys(required), optional: [] },
		output,
		output_is_list: output.map(() => false),
		output_name: output,
		name,
		display_name: name,
		description: '',
		python_module: 'nodes',
		category: 'test',
		output_node: isOutput,
	};
}

const size = (most: number) => ['INT', { default: 64, min: 1, max: most }];

/** The default classes of the double. */
export const defaultNodeInfo: Readonly<Record<string, object>> = {
	EmptyImage: entry(
		'EmptyImage',
		{
			width: size(16384),
			height: size(16384),
			batch_size: size(4096),
			color: ['INT', { default: 0, min: 0, max: 16777215 }],
		},
		['IMAGE'],
	),
	ImageInvert: entry('ImageInvert', { image: ['IMAGE'] }, ['IMAGE']),
	LoadImage: entry('LoadImage', { image: [[], { image_upload: true }] }, ['IMAGE', 'MASK']),
	SaveImage: entry(
		'SaveImage',
		{ images: ['IMAGE'], filename_prefix: ['STRING', { default: 'ComfyUI' }] },
		[],
		true,
	),
	PreviewImage: entry('PreviewImage', { images: ['IMAGE'] }, [], true),
	PreviewAny: entry('PreviewAny', { source: ['*'] }, [], true),
	CheckpointLoaderSimple: entry('CheckpointLoaderSimple', { ckpt_name: [['harbour.safetensors']] }, [
		'MODEL',
		'CLIP',
		'VAE',
	]),
	KSamplerSelect: entry('KSamplerSelect', { sampler_name: [['euler', 'exp_heun_2_x0']] }, ['SAMPLER']),
};
