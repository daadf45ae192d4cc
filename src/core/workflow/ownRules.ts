/**
 * The behavior of classes that their description does not show: `GET /object_info` returns neither which inputs a class
 * tests itself (the engine then skips range and list), nor whether it takes undeclared inputs, nor where a loop begins.
 */
export interface OwnRules {
	/** Inputs that the class tests itself. `all` if it takes every input for its test. */
	readonly tests?: ReadonlySet<string> | 'all';
	/** The input names a file of the server, and the class checks whether it exists. */
	readonly file?: string;
	/** The class tests this input before the run, when a link has no value yet, and fails on one. */
	readonly literal?: string;
	/** The class tests the types of linked outputs itself. */
	readonly testsTypes?: true;
	/** The class takes inputs that it does not declare. */
	readonly takesAll?: true;
	readonly loop?: 'start' | 'end';
}

function file(name: string): OwnRules {
	return { tests: new Set([name]), file: name, literal: name };
}

function tests(...names: readonly string[]): OwnRules {
	return { tests: new Set(names) };
}

/** From the engine's source: `VALIDATE_INPUTS`, `accept_all_inputs` and `loop_boundary` (0.3.64 to 0.38.1). */
const table: Readonly<Record<string, OwnRules>> = {
	LoadImage: file('image'),
	LoadImageMask: file('image'),
	LoadImageOutput: file('image'),
	WebcamCapture: file('image'),
	LoadLatent: file('latent'),
	LoadAudio: file('audio'),
	LoadVideo: file('file'),
	Load3D: { tests: 'all' },
	Load3DAdvanced: { tests: 'all' },
	// These accept values of another machine, and fall back to their own.
	SelectModelDevice: tests('device'),
	SelectCLIPDevice: tests('device'),
	SelectVAEDevice: tests('device'),
	ModelAttentionBackend: tests('attention'),
	FluxProUltraImageNode: { ...tests('aspect_ratio'), literal: 'aspect_ratio' },
	KlingCameraControls: tests('horizontal_movement', 'vertical_movement', 'pan', 'tilt', 'roll', 'zoom'),
	TripoConversionNode: { testsTypes: true },
	CustomCombo: { tests: 'all', takesAll: true },
	LoopIteration: { takesAll: true },
	LoopProgress: { takesAll: true },
	LoopResult: { takesAll: true },
	StartLoop: { loop: 'start' },
	EndLoop: { loop: 'end' },
};

/** Classes of node packs with optional inputs of any name, from the sources of the packs. */
const openClasses: ReadonlySet<string> = new Set([
	...[
		'Any Switch',
		'Context Merge',
		'Context Merge Big',
		'Context Switch',
		'Context Switch Big',
		'Dynamic Context',
		'Dynamic Context Switch',
		'Image or Latent Size',
		'Power Lora Loader',
		'Power Primitive',
		'Power Puter',
	].map((name) => `${name} (rgthree)`),
	...['Create Hook LoRA', 'Lora Loader', 'Lora Stacker', 'TriggerWord Toggle', 'WanVideo Lora Select'].map(
		(name) => `${name} (LoraManager)`,
	),
	'VHS_VideoCombine',
	'ImpactSwitch',
	'LatentSwitch',
	'SEGSSwitch',
]);

const none: OwnRules = {};
const open: OwnRules = { takesAll: true };

/**
 * Returns the rules of a class.
 * @param isOwn whether it may come with the engine: a pack may have a class of the same name
 */
export function ownRulesOf(className: string, isOwn: boolean): OwnRules {
	if (openClasses.has(className)) return open;
	return isOwn && Object.hasOwn(table, className) ? (table[className] ?? none) : none;
}

/** Returns whether the class tests this input itself, so that the engine tests neither its range nor its list. */
export function testsItself(rules: OwnRules, input: string): boolean {
	return rules.tests === 'all' || rules.tests?.has(input) === true;
}
