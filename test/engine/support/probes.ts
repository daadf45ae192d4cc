/*
 * Documents that ask an engine one question each: is this accepted? Their texts are literal where JavaScript would
 * change their meaning (large numbers). Classes that only some versions have are refused as unknown by the others.
 */

type Node = { readonly class_type?: unknown; readonly inputs?: unknown } & Readonly<Record<string, unknown>>;
type Document = Readonly<Record<string, unknown>>;

const emptyImage = (inputs: Document = {}): Node => ({
	class_type: 'EmptyImage',
	inputs: { width: 16, height: 16, batch_size: 1, color: 0, ...inputs },
});
const save = (images: unknown, more: Document = {}): Node => ({
	class_type: 'SaveImage',
	inputs: { images, filename_prefix: 'easel/probe', ...more },
});
const invert = (image: unknown): Node => ({ class_type: 'ImageInvert', inputs: { image } });
const text = (value: unknown): Node => ({ class_type: 'PrimitiveString', inputs: { value } });
const show = (source: unknown): Node => ({ class_type: 'PreviewAny', inputs: { source } });
const of = (class_type: string, inputs: Document): Node => ({ class_type, inputs });

/** A picture with other inputs, saved. */
const picture = (inputs: Document): Document => ({ '1': emptyImage(inputs), '2': save(['1', 0]) });
/** A picture through one node of a class, saved. */
const through = (class_type: string, inputs: Document): Document => ({
	'1': emptyImage(),
	'2': of(class_type, { image: ['1', 0], ...inputs }),
	'3': save(['2', 0]),
});
/** Returns one node with its output shown. */
const shown = (class_type: string, inputs: Document): Document => ({
	'1': of(class_type, inputs),
	'2': show(['1', 0]),
});
const scaled = (inputs: Document): Document =>
	through('ImageScale', { upscale_method: 'bilinear', width: 8, height: 8, crop: 'disabled', ...inputs });
const sampled = (inputs: Document): Document => shown('KSamplerSelect', { sampler_name: 'euler', ...inputs });
const substring = (end: string): string =>
	`{"1":{"class_type":"StringSubstring","inputs":{"string":"abc","start":0,"end":${end}}},"2":{"class_type":"PreviewAny","inputs":{"source":["1",0]}}}`;

function chain(length: number): Document {
	const nodes: Record<string, Node> = { '0': emptyImage() };
	for (let index = 1; index < length; index++) nodes[index] = invert([String(index - 1), 0]);
	nodes.end = save([String(length - 1), 0]);
	return nodes;
}

const documents: Readonly<Record<string, Document>> = {
	// Numbers
	'int-as-text': picture({ width: '16' }),
	'int-as-float': picture({ width: 16.7 }),
	'int-as-float-text': picture({ width: '16.7' }),
	'int-with-spaces': picture({ width: ' 16 ' }),
	'int-with-underscore': picture({ width: '1_6' }),
	'int-in-full-width-digits': picture({ width: '１６' }),
	'int-in-words': picture({ width: 'sixteen' }),
	'int-as-true': picture({ width: true }),
	'int-as-null': picture({ width: null }),
	'int-as-object': picture({ width: {} }),
	'int-as-list': picture({ width: [16] }),
	'int-as-long-list': picture({ width: [16, 16, 16] }),
	'int-as-empty-list': picture({ width: [] }),
	'int-NaN-text': picture({ width: 'NaN' }),
	'int-infinite-text': picture({ width: 'inf' }),
	'int-too-small': picture({ width: 0 }),
	'int-too-large': picture({ width: 16_385 }),
	'int-negative': picture({ batch_size: -1 }),
	'int-off-step': scaled({ width: 9 }),
	'float-as-text': through('ImageScaleBy', { upscale_method: 'bilinear', scale_by: '1.5' }),
	'float-as-exponent-text': through('ImageScaleBy', { upscale_method: 'bilinear', scale_by: '1e0' }),
	'float-in-words': through('ImageScaleBy', { upscale_method: 'bilinear', scale_by: 'large' }),
	'float-NaN-text': through('ImageScaleBy', { upscale_method: 'bilinear', scale_by: 'nan' }),
	'float-infinite-text': through('ImageScaleBy', { upscale_method: 'bilinear', scale_by: 'inf' }),
	'float-too-small': through('ImageScaleBy', { upscale_method: 'bilinear', scale_by: 0.001 }),
	'float-too-large': through('ImageScaleBy', { upscale_method: 'bilinear', scale_by: 9 }),
	'two-inputs-wrong': picture({ width: 0, height: 'x' }),
	// Texts and switches
	'string-as-number': { '1': text(7), '2': show(['1', 0]) },
	'string-as-null': { '1': text(null), '2': show(['1', 0]) },
	'string-as-object': { '1': text({ a: 1 }), '2': show(['1', 0]) },
	'boolean-as-text': shown('PrimitiveBoolean', { value: 'false' }),
	'boolean-as-number': shown('PrimitiveBoolean', { value: 2 }),
	'boolean-as-null': shown('PrimitiveBoolean', { value: null }),
	// Choices
	'choice-unknown': scaled({ upscale_method: 'nicely' }),
	'choice-other-case': scaled({ upscale_method: 'Bilinear' }),
	'choice-as-number': scaled({ upscale_method: 1 }),
	'choice-as-null': scaled({ upscale_method: null }),
	'choice-as-true': scaled({ crop: true }),
	'choice-of-many-unknown': sampled({ sampler_name: 'nope' }),
	'choice-of-newer-version': sampled({ sampler_name: 'exp_heun_2_x0' }),
	'choice-linked-to-text': {
		'1': text('bilinear'),
		'2': emptyImage(),
		'3': of('ImageScale', {
			image: ['2', 0],
			upscale_method: ['1', 0],
			width: 8,
			height: 8,
			crop: 'disabled',
		}),
		'4': save(['3', 0]),
	},
	'model-absent': shown('VAELoader', { vae_name: 'absent.safetensors' }),
	// Inputs
	'input-missing': { '1': emptyImage(), '2': of('SaveImage', { images: ['1', 0] }) },
	'input-missing-upstream': { '1': of('EmptyImage', { width: 16 }), '2': save(['1', 0]) },
	'link-missing': { '1': of('SaveImage', { filename_prefix: 'x' }) },
	'undeclared-literal': picture({ extra: 1 }),
	'undeclared-object': picture({ extra: { nested: [1, 2, 3] } }),
	'inputs-absent-of-an-output': { '1': { class_type: 'SaveImage' } },
	'inputs-absent-upstream': { '1': { class_type: 'EmptyImage' }, '2': save(['1', 0]) },
	'inputs-null-upstream': { '1': { class_type: 'EmptyImage', inputs: null }, '2': save(['1', 0]) },
	'inputs-as-list': { '1': { class_type: 'EmptyImage', inputs: [] }, '2': save(['1', 0]) },
	'inputs-empty-object': { '1': of('SaveImage', {}) },
	'socket-as-number': { '1': of('SaveImage', { images: 1, filename_prefix: 'x' }) },
	'socket-as-text': { '1': of('SaveImage', { images: 'photo.png', filename_prefix: 'x' }) },
	'socket-as-null': { '1': of('SaveImage', { images: null, filename_prefix: 'x' }) },
	// Links
	'link-of-three': { '1': emptyImage(), '2': save(['1', 0, 0]) },
	'link-of-one': { '1': emptyImage(), '2': save(['1']) },
	'link-slot-beyond': { '1': emptyImage(), '2': save(['1', 1]) },
	'link-slot-beyond-upstream': { '1': emptyImage(), '2': invert(['1', 7]), '3': save(['2', 0]) },
	'link-slot-negative': { '1': emptyImage(), '2': save(['1', -1]) },
	'link-slot-true': { '1': emptyImage(), '2': save(['1', true]) },
	'link-slot-false': { '1': emptyImage(), '2': save(['1', false]) },
	'link-slot-as-fraction': { '1': emptyImage(), '2': save(['1', 0.5]) },
	'link-slot-as-text': { '1': emptyImage(), '2': save(['1', '0']) },
	'link-slot-null': { '1': emptyImage(), '2': save(['1', null]) },
	'link-id-as-number': { '1': emptyImage(), '2': save([1, 0]) },
	'link-to-absent-node': { '1': save(['77', 0]) },
	'link-to-absent-node-upstream': { '1': invert(['77', 0]), '2': save(['1', 0]) },
	'link-to-itself': { '1': invert(['1', 0]), '2': save(['1', 0]) },
	'link-in-a-circle': { '1': invert(['2', 0]), '2': invert(['1', 0]), '3': save(['2', 0]) },
	'circle-beside': { '1': invert(['2', 0]), '2': invert(['1', 0]), '3': emptyImage(), '4': save(['3', 0]) },
	'type-mismatch': { '1': text('x'), '2': save(['1', 0]) },
	'type-mismatch-upstream': { '1': text('x'), '2': invert(['1', 0]), '3': save(['2', 0]) },
	'int-linked-to-float': {
		'1': of('PrimitiveFloat', { value: 16.5 }),
		'2': emptyImage({ width: ['1', 0] }),
		'3': save(['2', 0]),
	},
	'float-linked-to-int': {
		'1': of('PrimitiveInt', { value: 2 }),
		'2': emptyImage(),
		'3': of('ImageScaleBy', { image: ['2', 0], upscale_method: 'bilinear', scale_by: ['1', 0] }),
		'4': save(['3', 0]),
	},
	'boolean-linked-to-int': {
		'1': of('PrimitiveBoolean', { value: true }),
		'2': emptyImage({ width: ['1', 0] }),
		'3': save(['2', 0]),
	},
	'string-linked-to-int': {
		'1': of('PrimitiveInt', { value: 2 }),
		'2': show(['3', 0]),
		'3': of('StringLength', { string: ['1', 0] }),
	},
	'mask-linked-to-image': { '1': of('SolidMask', { value: 1, width: 8, height: 8 }), '2': save(['1', 0]) },
	'image-linked-to-any': { '1': emptyImage(), '2': show(['1', 0]) },
	'link-from-an-output-node': { '1': emptyImage(), '2': save(['1', 0]), '3': show(['2', 0]) },
	// Documents
	'class-unknown': { '1': emptyImage(), '2': of('Nothing of that name', {}), '3': save(['1', 0]) },
	'class-in-other-case': { '1': of('emptyimage', {}), '2': save(['1', 0]) },
	'class-absent': { '1': { inputs: {} }, '2': emptyImage(), '3': save(['2', 0]) },
	'class-null': { '1': { class_type: null, inputs: {} }, '2': emptyImage(), '3': save(['2', 0]) },
	'class-number': { '1': { class_type: 7, inputs: {} }, '2': emptyImage(), '3': save(['2', 0]) },
	'class-list': { '1': { class_type: ['EmptyImage'], inputs: {} }, '2': emptyImage(), '3': save(['2', 0]) },
	'node-null': { '1': null, '2': emptyImage(), '3': save(['2', 0]) },
	'node-number': { '1': 7, '2': emptyImage(), '3': save(['2', 0]) },
	'node-list': { '1': [], '2': emptyImage(), '3': save(['2', 0]) },
	'node-text': { _comment: 'a remark', '2': emptyImage(), '3': save(['2', 0]) },
	'document-empty': {},
	'no-outputs': { '1': emptyImage() },
	'editor-format': { last_node_id: 2, last_link_id: 1, nodes: [], links: [], version: 0.4 },
	'unneeded-node-with-errors': { '1': emptyImage(), '2': save(['1', 0]), '3': emptyImage({ width: 0 }) },
	'partial-two-branches': {
		'1': emptyImage(),
		'2': save(['1', 0]),
		'3': emptyImage({ width: 0 }),
		'4': save(['3', 0]),
	},
	'one-fault-two-outputs': { '1': emptyImage({ width: 0 }), '2': save(['1', 0]), '3': save(['1', 0]) },
	'meta-unknown-members': { '1': { ...emptyImage(), _meta: { title: 7 }, more: [] }, '2': save(['1', 0]) },
	'chain-of-100': chain(100),
	'chain-of-1500': chain(1500),
	// Files
	'image-file-absent': { '1': of('LoadImage', { image: 'easel-absent.png' }), '2': save(['1', 0]) },
	'image-file-outside': { '1': of('LoadImage', { image: '../../etc/passwd' }), '2': save(['1', 0]) },
	'image-file-as-number': { '1': of('LoadImage', { image: 7 }), '2': save(['1', 0]) },
	'audio-file-absent': { '1': of('LoadAudio', { audio: 'easel-absent.wav' }), '2': show(['1', 0]) },
	'audio-file-as-number': { '1': of('LoadAudio', { audio: 7 }), '2': show(['1', 0]) },
	'video-file-absent': { '1': of('LoadVideo', { file: 'easel-absent.mp4' }), '2': show(['1', 0]) },
	'latent-file-absent': shown('LoadLatent', { latent: 'easel-absent.latent' }),
	// Classes of newer versions
	'custom-combo-without-options': shown('CustomCombo', { choice: 'mine', index: 0, option1: 'mine' }),
	'dynamic-combo': {
		'9': emptyImage(),
		...shown('ResizeImageMaskNode', {
			input: ['9', 0],
			resize_type: 'scale by multiplier',
			'resize_type.multiplier': 2,
			scale_method: 'area',
		}),
	},
	'dynamic-combo-absent': {
		'9': emptyImage(),
		...shown('ResizeImageMaskNode', { input: ['9', 0], scale_method: 'area' }),
	},
	'dynamic-combo-unknown-key': {
		'9': emptyImage(),
		...shown('ResizeImageMaskNode', { input: ['9', 0], resize_type: 'scale nicely', scale_method: 'area' }),
	},
	'dynamic-combo-part-missing': {
		'9': emptyImage(),
		...shown('ResizeImageMaskNode', {
			input: ['9', 0],
			resize_type: 'scale by multiplier',
			scale_method: 'area',
		}),
	},
	'dynamic-combo-part-too-large': {
		'9': emptyImage(),
		...shown('ResizeImageMaskNode', {
			input: ['9', 0],
			resize_type: 'scale by multiplier',
			'resize_type.multiplier': 99,
			scale_method: 'area',
		}),
	},
	'dynamic-combo-part-of-other-key': {
		'9': emptyImage(),
		...shown('ResizeImageMaskNode', {
			input: ['9', 0],
			resize_type: 'scale by multiplier',
			'resize_type.multiplier': 2,
			'resize_type.width': 0,
			scale_method: 'area',
		}),
	},
	'match-type-of-text': {
		'9': text('x'),
		...shown('ResizeImageMaskNode', {
			input: ['9', 0],
			resize_type: 'scale by multiplier',
			'resize_type.multiplier': 2,
			scale_method: 'area',
		}),
	},
	'match-types-differ': {
		'1': emptyImage(),
		'2': text('x'),
		'3': of('ComfySwitchNode', { switch: true, on_false: ['1', 0], on_true: ['2', 0] }),
		'4': show(['3', 0]),
	},
	'match-types-passed-on': {
		'1': text('x'),
		'2': of('ComfySwitchNode', { switch: true, on_false: ['1', 0], on_true: ['1', 0] }),
		'3': save(['2', 0]),
	},
	autogrow: {
		'9': emptyImage(),
		'1': of('BatchImagesNode', { 'images.image0': ['9', 0], 'images.image1': ['9', 0] }),
		'2': save(['1', 0]),
	},
	'autogrow-none': { '1': of('BatchImagesNode', {}), '2': save(['1', 0]) },
	'autogrow-gap': {
		'9': emptyImage(),
		'1': of('BatchImagesNode', { 'images.image0': ['9', 0], 'images.image7': ['9', 0] }),
		'2': save(['1', 0]),
	},
	'autogrow-first-missing': {
		'9': emptyImage(),
		'1': of('BatchImagesNode', { 'images.image1': ['9', 0] }),
		'2': save(['1', 0]),
	},
	'autogrow-mismatch': {
		'9': text('x'),
		'1': of('BatchImagesNode', { 'images.image0': ['9', 0] }),
		'2': save(['1', 0]),
	},
	'autogrow-names': {
		'9': text('x'),
		...shown('StringFormat', { f_string: '{a} {b}', 'values.a': ['9', 0], 'values.b': ['9', 0] }),
	},
	'autogrow-undeclared-name': {
		'9': text('x'),
		...shown('StringFormat', { f_string: '{a}', 'values.a': ['9', 0], 'values.aa': ['9', 0] }),
	},
	'autogrow-none-needed': shown('StringFormat', { f_string: 'plain' }),
	'autogrow-literals': shown('ComfyMathExpression', { expression: 'a + b', 'values.a': 1, 'values.b': 2 }),
	'autogrow-literal-in-words': shown('ComfyMathExpression', { expression: 'a', 'values.a': 'one' }),
	'replaced-class': shown('SDV_img2vid_Conditioning', { width: 1024 }),
	'replaced-class-with-title': {
		'1': { ...of('SDV_img2vid_Conditioning', { width: 1024 }), _meta: { title: 'Replaced' } },
		'2': { ...show(['1', 0]), _meta: { title: 'Show' } },
	},
	'save-image-output': { '1': emptyImage(), '2': save(['1', 0]), '3': invert(['2', 0]), '4': save(['3', 0]) },
	'negative-index': through('ImageFromBatch', { batch_index: -1, length: 1 }),
	'input-of-newer-version': {
		'1': emptyImage(),
		'2': of('ImageScaleToTotalPixels', { image: ['1', 0], upscale_method: 'area', megapixels: 0.01 }),
		'3': save(['2', 0]),
	},
	'empty-audio-rate-zero': shown('EmptyAudio', { duration: 0.1, sample_rate: 0, channels: 1 }),
	'undeclared-sound-link': { '1': emptyImage(), '2': save(['1', 0], { extra: ['1', 0] }) },
	'loop-without-end': { '1': emptyImage(), '2': of('StartLoop', { value: ['1', 0] }), '3': save(['2', 0]) },
	'group-without-rows': shown('LoadLoraModel', { model: ['9', 0] }),
};

/** Texts that `JSON.stringify` cannot write. */
const texts: Readonly<Record<string, string>> = {
	'int-beyond-64-bits-without-limit': substring('1180591620717411303424'),
	'int-beyond-a-double': substring('9007199254740993'),
	'float-for-int-without-limit': substring('2.9'),
	'seed-largest': JSON.stringify(through('ImageAddNoise', { seed: 'SEED', strength: 0.1 })).replace(
		'"SEED"',
		'18446744073709551615',
	),
	'seed-too-large': JSON.stringify(through('ImageAddNoise', { seed: 'SEED', strength: 0.1 })).replace(
		'"SEED"',
		'18446744073709551616',
	),
	'int-in-exponent-notation': JSON.stringify(picture({ width: 'N' })).replace('"N"', '1.6e1'),
	'link-slot-as-float': JSON.stringify({ '1': emptyImage(), '2': save(['1', 'SLOT']) }).replace(
		'"SLOT"',
		'0.0',
	),
	'member-twice':
		'{"1":{"class_type":"EmptyImage","inputs":{"width":0,"width":16,"height":16,"batch_size":1,"color":0}},"2":{"class_type":"SaveImage","inputs":{"images":["1",0],"filename_prefix":"x"}}}',
};

/** Every probe by its name: the exact text of a document. */
export const probes: ReadonlyMap<string, string> = new Map([
	...Object.entries(documents).map(([name, document]): [string, string] => [name, JSON.stringify(document)]),
	...Object.entries(texts),
]);

/** Documents that end the worker of an engine, which then runs nothing until it is restarted (0.3.50 to 0.33). */
export const hangingProbes: ReadonlyMap<string, string> = new Map(
	Object.entries({
		'undeclared-link-to-absent-node': { '1': emptyImage(), '2': save(['1', 0], { note: ['77', 0] }) },
		'unneeded-node-without-inputs': {
			'1': emptyImage(),
			'2': save(['1', 0]),
			'3': { class_type: 'EmptyImage' },
		},
		'unneeded-node-with-null-inputs': {
			'1': emptyImage(),
			'2': save(['1', 0]),
			'3': { class_type: 'EmptyImage', inputs: null },
		},
	}).map(([name, document]) => [name, JSON.stringify(document)]),
);
