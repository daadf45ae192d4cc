/** A workflow of several steps that is offered as one call. */
export interface HostedWorkflow {
	readonly path: string;
	readonly name: string;
	readonly description: string;
	readonly usd: number;
	readonly makes: 'image' | 'video';
	readonly takes: readonly ('prompt' | 'image' | 'mask' | 'video' | 'audio' | 'color')[];
}

export const hostedWorkflows: readonly HostedWorkflow[] = [
	flow(
		'product-shot/white-table',
		'Product Shot on a White Table',
		'Cuts out an object and lights it from the left.',
		0.12,
		'image',
		['image', 'prompt'],
	),
	flow(
		'product-shot/colored-paper',
		'Product Shot on Colored Paper',
		'The same object before a paper of any color.',
		0.12,
		'image',
		['image', 'color'],
	),
	flow(
		'portrait/id-photo',
		'ID Photo',
		'A portrait before a plain background, in passport proportions.',
		0.08,
		'image',
		['image', 'color'],
	),
	flow('portrait/age-progression', 'Age Progression', 'One face in five ages.', 0.3, 'image', ['image']),
	flow(
		'interior/empty-room',
		'Furnish an Empty Room',
		'Furniture for an empty room, in the style of a prompt.',
		0.18,
		'image',
		['image', 'prompt'],
	),
	flow('interior/night-view', 'Day to Night', 'The same room after sunset, lamps lit.', 0.15, 'image', [
		'image',
	]),
	flow('fashion/try-on', 'Try On', 'Puts a garment of one picture on the person of another.', 0.25, 'image', [
		'image',
		'mask',
		'prompt',
	]),
	flow('fashion/fabric-swap', 'Fabric Swap', 'The same cut in another cloth.', 0.2, 'image', [
		'image',
		'prompt',
		'color',
	]),
	flow('comic/page', 'Comic Page', 'A page of panels from a short script.', 0.4, 'image', ['prompt']),
	flow('comic/colorist', 'Comic Colorist', 'Flat colors for line art.', 0.1, 'image', ['image', 'color']),
	flow('texture/seamless', 'Seamless Texture', 'A tile that repeats without an edge.', 0.06, 'image', [
		'prompt',
	]),
	flow(
		'texture/from-photo',
		'Texture from a Photo',
		'A repeating tile from a photograph of a surface.',
		0.08,
		'image',
		['image'],
	),
	flow('logo/sketch-to-logo', 'Sketch to Logo', 'A clean mark from a scribble.', 0.09, 'image', [
		'image',
		'prompt',
		'color',
	]),
	flow(
		'panorama/360',
		'360 Degree Panorama',
		'A view all around, in equirectangular projection.',
		0.35,
		'image',
		['prompt'],
	),
	flow(
		'scan/clean-document',
		'Clean Document',
		'Straightens a photographed page and removes its shadows.',
		0.03,
		'image',
		['image'],
	),
	flow('animate/talking-portrait', 'Talking Portrait', 'A portrait that speaks a recording.', 0.5, 'video', [
		'image',
		'audio',
	]),
	flow(
		'animate/living-photo',
		'Living Photo',
		'A still photograph with a little movement in it.',
		0.4,
		'video',
		['image', 'prompt'],
	),
	flow('animate/character-turn', 'Character Turn', 'A figure turned once around.', 0.45, 'video', ['image']),
	flow(
		'story/three-shots',
		'Three Shots',
		'Three shots that follow each other, from one paragraph.',
		1.2,
		'video',
		['prompt'],
	),
	flow('story/teaser', 'Teaser', 'A short film with music, from a paragraph and a sound.', 1.8, 'video', [
		'prompt',
		'audio',
	]),
	flow('edit/remove-object', 'Remove an Object', 'Fills what a mask covers.', 0.07, 'image', [
		'image',
		'mask',
	]),
	flow(
		'edit/remove-passer-by',
		'Remove a Passer-by',
		'The same for a video, from frame to frame.',
		0.6,
		'video',
		['video', 'prompt'],
	),
	flow('edit/stabilize', 'Stabilize', 'A steady shot from a shaking hand.', 0.2, 'video', ['video']),
	flow('edit/vertical', 'Wide to Vertical', 'Extends a wide video to the height of a phone.', 0.55, 'video', [
		'video',
		'prompt',
	]),
];

function flow(
	path: string,
	name: string,
	description: string,
	usd: number,
	makes: HostedWorkflow['makes'],
	takes: HostedWorkflow['takes'],
): HostedWorkflow {
	return { path, name, description, usd, makes, takes };
}
