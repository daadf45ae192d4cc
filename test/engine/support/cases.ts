/** The outcome of a document on an engine without models: its files by node, its texts, or its error. */
export interface Case {
	readonly state: 'succeeded' | 'failed';
	/** Number of files by node. */
	readonly files?: Readonly<Record<string, number>>;
	readonly texts?: Readonly<Record<string, readonly string[]>>;
	/** The type of the failure, and the required content of its sentences. */
	readonly error?: { readonly type: RegExp; readonly says: readonly RegExp[] };
	/** The words that the warning of a run that lost outputs must contain. */
	readonly dropped?: readonly string[];
	/** Media that the document names, which have to be on the engine first. */
	readonly media?: { readonly node: string; readonly input: string; readonly file: MediaName };
}

export type MediaName = 'photo.png' | 'tone.wav';

const sizes = /size of tensor a \(2\) must match the size of tensor b \(3\)/;

/** By name of the document. */
export const cases: Readonly<Record<string, Case>> = {
	image: { state: 'succeeded', files: { 2: 1 } },
	batch: { state: 'succeeded', files: { 2: 4 } },
	severalOutputs: { state: 'succeeded', files: { 2: 1, 4: 1, 5: 1 } },
	oddIds: { state: 'succeeded', files: { 'ein Knoten': 1, 99: 1 } },
	video: { state: 'succeeded', files: { 3: 1 } },
	webm: { state: 'succeeded', files: { 2: 1 } },
	animation: { state: 'succeeded', files: { 2: 1 } },
	animatedPng: { state: 'succeeded', files: { 2: 1 } },
	audio: { state: 'succeeded', files: { 2: 1 } },
	mp3: { state: 'succeeded', files: { 2: 1 } },
	latent: { state: 'succeeded', files: { 2: 1 } },
	text: { state: 'succeeded', texts: { 2: ['Ein Satz – \n日本語 🎨'] } },
	listOutputs: { state: 'succeeded', files: { 3: 3 } },
	largeSeed: { state: 'succeeded', files: { 3: 1 } },
	failing: { state: 'failed', error: { type: /^RuntimeError$/, says: [/\b3\b/, /ImageBlend/, sizes] } },
	failingAfterOutput: {
		state: 'failed',
		error: { type: /^RuntimeError$/, says: [/\b5\b/, /ImageBlend/, sizes] },
	},
	refused: {
		state: 'failed',
		error: {
			type: /^prompt_outputs_failed_validation$/,
			says: [/\b2\b/, /SaveImage/, /filename_prefix/, /missing/],
		},
	},
	refusedUpstream: {
		state: 'failed',
		error: {
			type: /^prompt_outputs_failed_validation$/,
			says: [/\b1\b/, /EmptyImage/, /width/, /smaller than min/],
		},
	},
	unknownClass: {
		state: 'failed',
		error: { type: /^(invalid_prompt|missing_node_type)$/, says: [/A class of no pack|Sharpen/] },
	},
	fileAbsent: {
		state: 'failed',
		error: { type: /^prompt_outputs_failed_validation$/, says: [/LoadImage/, /easel-absent\.png/] },
	},
	partial: { state: 'succeeded', files: { 2: 1 }, dropped: ['4'] },
	loadImage: {
		state: 'succeeded',
		files: { 3: 1 },
		media: { node: '1', input: 'image', file: 'photo.png' },
	},
	loadMask: {
		state: 'succeeded',
		files: { 3: 1 },
		media: { node: '1', input: 'image', file: 'photo.png' },
	},
	loadAudio: {
		state: 'succeeded',
		files: { 2: 1 },
		media: { node: '1', input: 'audio', file: 'tone.wav' },
	},
};
