import {
	choice,
	decimal,
	flag,
	integer,
	media,
	type Property,
	prompt,
	schemaOf,
	seed,
	text,
} from '../inputs/properties.ts';
import { type AudioFamily, audioFamilies } from './families.ts';
import { type HostedWorkflow, hostedWorkflows } from './hostedWorkflows.ts';
import type { CatalogModel, OutputKind } from './model.ts';
import { familyTitle, title } from './title.ts';

/** Returns the models for sounds. */
export function audioModels(): readonly CatalogModel[] {
	return audioFamilies.flatMap((family) =>
		family.versions.flatMap((version, index) =>
			family.tasks.map((task) => audioModel(family, version, index, task)),
		),
	);
}

type AudioTask = AudioFamily['tasks'][number];

const audioTasks: Readonly<
	Record<
		AudioTask,
		{ sentence: string; inputs: Readonly<Record<string, Property>>; required: readonly string[] }
	>
> = {
	'text-to-speech': {
		sentence: 'Reads a text aloud.',
		inputs: {
			text: prompt('The text to read.', { title: 'Text' }),
			voice: choice('Voice', 'Who speaks.', ['amber', 'birch', 'cobalt', 'dune', 'echo']),
			speed: decimal('Speed', 'Speed of speech.', [0.5, 2, 1], 'float'),
			voice_sample: {
				...media('audio', 'Voice to imitate', 'A recording of ten seconds. A public https address.'),
				default: null,
			},
		},
		required: ['text'],
	},
	'text-to-music': {
		sentence: 'Music from a description.',
		inputs: {
			prompt: prompt('Instruments, mood and pace.'),
			lyrics: prompt('Words to sing.', { title: 'Lyrics', minLength: 0, default: '' }),
			duration: integer('Length', 'Seconds.', 5, 120, 20),
			instrumental: flag('Instrumental', 'Music without a voice.', false),
		},
		required: ['prompt'],
	},
	'sound-effects': {
		sentence: 'A sound from a few words.',
		inputs: {
			prompt: prompt('The sound to make.', { maxLength: 400 }),
			duration: { ...decimal('Length', 'Seconds.', [0.5, 22, 4], 'float'), multipleOf: 0.5 },
			loop: flag('Loop', 'Make a seamless loop.', false),
		},
		required: ['prompt'],
	},
};

function audioModel(family: AudioFamily, version: string, index: number, task: AudioTask): CatalogModel {
	const { sentence, inputs, required } = audioTasks[task];
	const spoken = task === 'text-to-speech';
	return {
		id: `${family.path}/${version}/${task}`,
		name: `${familyTitle(family.path)} ${title(version)} ${title(task)}`,
		description: `${sentence} ${family.trait}`,
		categories: [task],
		kind: 'model',
		price: {
			usd: family.usd * (1 + index),
			unit: spoken ? 'output' : 'second',
			...(spoken ? { note: 'For a text of up to 5,000 characters.' } : {}),
		},
		schema: schemaOf({ ...inputs, seed: seed('default') }, required),
		makes: 'audio',
		runMs: 6000,
	};
}

/** Returns the models that change a medium. */
export function toolModels(): readonly CatalogModel[] {
	return Object.entries(tools).flatMap(([task, tool]) =>
		Object.entries(tool.makers).map(([path, usd]) => toolModel(task, tool, path, usd)),
	);
}

/** A tool: takes a medium and returns it changed. */
interface Tool {
	/** US dollars by the path of a family that has it. */
	readonly makers: Readonly<Record<string, number>>;
	readonly sentence: string;
	readonly category: string;
	readonly makes: OutputKind;
	readonly inputs: Readonly<Record<string, Property>>;
	readonly required: readonly string[];
}

const picture = media('image', 'Picture', 'The picture to work on. A public https address.');
const video = media('video', 'Video', 'The video to work on. A public https address.');

const tools: Readonly<Record<string, Tool>> = {
	upscale: {
		makers: {
			'umber/sharp': 0.01,
			'umber/sharp-pro': 0.04,
			'vale/detail': 0.02,
			'willow/enlarge': 0.006,
			'kestrel/zoom': 0.03,
		},
		sentence: 'Enlarges a picture and adds fitting detail.',
		category: 'upscaling',
		makes: 'image',
		inputs: { image_url: picture, scale: choice('Scale', 'Factor of enlargement.', [2, 4, 8]) },
		required: ['image_url'],
	},
	'remove-background': {
		makers: { 'umber/cut': 0.004, 'vale/matte': 0.008, 'willow/mask': 0.003, 'marram/isolate': 0.006 },
		sentence: 'Cuts out the foreground.',
		category: 'background-removal',
		makes: 'image',
		inputs: { image_url: picture, edge: decimal('Edge', 'Softness of the cut.', [0, 1, 0.2]) },
		required: ['image_url'],
	},
	relight: {
		makers: { 'vale/lamp': 0.03, 'hazel/daylight': 0.05, 'marram/softbox': 0.04 },
		sentence: 'Relights a picture.',
		category: 'image-editing',
		makes: 'image',
		inputs: {
			image_url: picture,
			light: {
				type: 'object',
				title: 'Light',
				description: 'Source of the light.',
				required: ['direction'],
				properties: {
					direction: choice('Direction', 'Direction from the camera.', ['left', 'right', 'above', 'behind']),
					warmth: integer('Warmth', 'Color temperature in kelvins.', 2000, 9000, 5000),
				},
			},
		},
		required: ['image_url', 'light'],
	},
	restore: {
		makers: { 'umber/revive': 0.02, 'willow/archive': 0.015, 'hazel/faces': 0.025 },
		sentence: 'Removes scratches, dust and blur.',
		category: 'image-editing',
		makes: 'image',
		inputs: { image_url: picture, faces: flag('Faces', 'Restore faces separately.', true) },
		required: ['image_url'],
	},
	'video-upscale': {
		makers: { 'umber/sharp-video': 0.02, 'vale/detail-video': 0.035, 'cinder/remaster': 0.05 },
		sentence: 'A video in a higher resolution.',
		category: 'upscaling',
		makes: 'video',
		inputs: {
			video_url: video,
			target: choice('Resolution', 'Resolution of the result.', ['1080p', '1440p', '4k']),
		},
		required: ['video_url'],
	},
	'frame-interpolation': {
		makers: { 'willow/between': 0.008, 'cinder/smooth': 0.012, 'drift/slow': 0.01 },
		sentence: 'Adds frames between existing frames.',
		category: 'video-to-video',
		makes: 'video',
		inputs: { video_url: video, fps: integer('Frames per second', 'Frame rate of the result.', 24, 120, 60) },
		required: ['video_url'],
	},
	'lip-sync': {
		makers: { 'pipit/lips': 0.06, 'hazel/speak': 0.08, 'kestrel/dub': 0.1 },
		sentence: 'Moves lips to a recording.',
		category: 'lip-sync',
		makes: 'video',
		inputs: {
			video_url: video,
			audio_url: media('audio', 'Recording', 'The speech. A public https address.'),
		},
		required: ['video_url', 'audio_url'],
	},
	'video-to-video': {
		makers: { 'brindle/restyle': 0.07, 'larch/to-cel': 0.05, 'cinder/swap': 0.09, 'fathom/reshoot': 0.2 },
		sentence: 'Restyles a video.',
		category: 'video-to-video',
		makes: 'video',
		inputs: {
			prompt: prompt('The new look.'),
			video_url: video,
			strength: decimal('Strength', 'How much of the video is changed.', [0, 1, 0.5], 'float'),
		},
		required: ['prompt', 'video_url'],
	},
};

function toolModel(task: string, tool: Tool, path: string, usd: number): CatalogModel {
	const { sentence, category, makes, inputs, required } = tool;
	return {
		id: `${path}/${task}`,
		name: `${familyTitle(path)} ${title(task)}`,
		description: sentence,
		categories: [category],
		kind: 'model',
		price: { usd, unit: makes === 'video' ? 'second' : 'output' },
		schema: schemaOf(inputs, required),
		makes,
		runMs: makes === 'video' ? 15_000 : 3000,
	};
}

const workflowInputs: Readonly<Record<HostedWorkflow['takes'][number], readonly [string, Property]>> = {
	prompt: ['prompt', prompt('What the result should show.')],
	image: ['image_url', picture],
	mask: ['mask_url', media('image', 'Mask', 'White areas are changed. A public https address.')],
	video: ['video_url', video],
	audio: ['audio_url', media('audio', 'Sound', 'A public https address.')],
	color: ['color', text('Color', 'As #rrggbb.', { pattern: '^#[0-9a-fA-F]{6}$', default: '#ffffff' })],
};

/** Workflows that are offered as one call. */
export function workflowModels(): readonly CatalogModel[] {
	return hostedWorkflows.map((workflow) => {
		const inputs = workflow.takes.map((name) => workflowInputs[name]);
		const optional = new Set(['color']);
		return {
			id: `studio/${workflow.path}`,
			name: workflow.name,
			description: workflow.description,
			categories: ['workflow', workflow.makes === 'video' ? 'image-to-video' : 'image-editing'],
			kind: 'workflow',
			price: { usd: workflow.usd, unit: 'output', note: 'One price for all steps of the workflow.' },
			schema: schemaOf(
				{ ...Object.fromEntries(inputs), seed: seed('default') },
				inputs.map(([name]) => name).filter((name) => !optional.has(name)),
			),
			makes: workflow.makes,
			runMs: workflow.makes === 'video' ? 40_000 : 12_000,
		};
	});
}
