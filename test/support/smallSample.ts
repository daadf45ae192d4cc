import sample from '../../media/samples/text-to-image-sd15.json' with { type: 'json' };

const canvas = sample['5'];

/** The text-to-image sample with small pictures: the sandbox paints them, which takes most of the time of a run. */
export const smallSample = {
	...sample,
	'5': { ...canvas, inputs: { ...canvas.inputs, width: 64, height: 64 } },
};
