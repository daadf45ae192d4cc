/**
 * The behavior of classes of the engine that their description does not show: `GET /object_info` says neither which inputs a class tests
 * itself (the engine then leaves range and list alone) nor where a loop begins.
 */
export interface OwnRules {
	/** Inputs that the class tests itself. `all` where it takes every input for its test. */
	readonly tests?: ReadonlySet<string> | 'all';
	/** The input names a file of the server, and the class looks whether it is there. */
	readonly file?: string;
	/** The class tests the types of what is linked itself. */
	readonly testsTypes?: true;
	/** The class takes inputs that it does not declare. */
	readonly takesAll?: true;
	/** The class opens or closes a loop. */
	readonly loop?: 'start' | 'end';
}

function file(name: string): OwnRules {
	return { tests: new Set([name]), file: name };
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
	FluxProUltraImageNode: { tests: new Set(['aspect_ratio']) },
	KlingCameraControls: {
		tests: new Set(['horizontal_movement', 'vertical_movement', 'pan', 'tilt', 'roll', 'zoom']),
	},
	TripoConversionNode: { testsTypes: true },
	CustomCombo: { tests: 'all', takesAll: true },
	LoopIteration: { takesAll: true },
	LoopProgress: { takesAll: true },
	LoopResult: { takesAll: true },
	StartLoop: { loop: 'start' },
	EndLoop: { loop: 'end' },
};

const none: OwnRules = {};

/** Returns the rules of a class that comes with the engine. */
export function ownRulesOf(className: string): OwnRules {
	return Object.hasOwn(table, className) ? (table[className] ?? none) : none;
}

/** Whether the class tests this input itself, so that the engine tests neither its range nor its list. */
export function testsItself(rules: OwnRules, input: string): boolean {
	return rules.tests === 'all' || rules.tests?.has(input) === true;
}
