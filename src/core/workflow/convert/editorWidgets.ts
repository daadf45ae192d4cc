import type { Json } from '../../json/value.ts';

/** The properties of a node editor widget that affect the list of saved values. */
export interface EditorWidget {
	readonly kind: 'integer' | 'float' | 'text' | 'boolean' | 'choice' | 'box' | 'rows' | 'none' | 'other';
	/** The initial value if the node info has no default. */
	readonly initial?: Json;
	/** True if it has no place: its value, which is sent, is always the first. */
	readonly isUnsaved?: true;
	/** Its further widgets, which have places after it and are not inputs. */
	readonly companions?: number;
	/** Its buttons have places before it in some files, with these values. */
	readonly buttons?: ReadonlySet<unknown>;
}

const buttonsOf3d: ReadonlySet<unknown> = new Set(['upload3dmodel', 'uploadExtraResources', 'clear']);

/** By type, from the node editor's registry and its own extensions. `none` has no place and is not an input. */
const registry: ReadonlyMap<string, EditorWidget> = new Map<string, EditorWidget>([
	['INT', { kind: 'integer', initial: 0 }],
	['FLOAT', { kind: 'float', initial: 0 }],
	['STRING', { kind: 'text', initial: '' }],
	['BOOLEAN', { kind: 'boolean', initial: false }],
	['COMBO', { kind: 'choice' }],
	['COMFY_DYNAMICGROUP_V3', { kind: 'rows' }],
	['BOUNDING_BOX', { kind: 'box', initial: { x: 0, y: 0, width: 512, height: 512 }, companions: 4 }],
	['BOUNDING_BOXES', { kind: 'other', initial: [] }],
	['CURVE', { kind: 'other' }],
	['COLOR', { kind: 'other' }],
	['COLORS', { kind: 'other', initial: [] }],
	['RANGE', { kind: 'other', initial: { min: 0, max: 1 } }],
	['PAINTER', { kind: 'other', initial: '' }],
	['COMPOSITOR', { kind: 'other' }],
	['TEXTAREA', { kind: 'text', initial: '' }],
	['MARKDOWN', { kind: 'other' }],
	['CHART', { kind: 'other' }],
	['GALLERIA', { kind: 'other' }],
	['VIDEO_EDIT', { kind: 'other' }],
	['WEBCAM', { kind: 'other' }],
	['LOAD_3D', { kind: 'other', buttons: buttonsOf3d }],
	['LOAD_3D_ANIMATION', { kind: 'other', buttons: buttonsOf3d }],
	['AUDIO_RECORD', { kind: 'other', companions: 1 }],
	['IMAGECOMPARE', { kind: 'other', initial: ['', ''], isUnsaved: true }],
	['RESOLUTION_PREVIEW', { kind: 'none' }],
	['AUDIO_UI', { kind: 'none' }],
	['IMAGEUPLOAD', { kind: 'none' }],
	['AUDIOUPLOAD', { kind: 'none' }],
]);

const choice: EditorWidget = { kind: 'choice' };
const ofPack: EditorWidget = { kind: 'other' };

/** Returns the widget for a declared type; undefined for a type that is known to have only a socket. */
export function editorWidget(type: string): EditorWidget | undefined {
	const known = registry.get(type);
	if (known !== undefined) return known;
	if (/^COMFY_\w*COMBO/.test(type)) return choice;
	// Packs spell the types of their own widgets in lower case.
	return /^[a-z]/.test(type) ? ofPack : undefined;
}

const controlWords = new Set<unknown>(['fixed', 'increment', 'decrement', 'randomize', 'increment-wrap']);

/** Returns whether a value is that of the companion widget that changes another value after a run. */
export function isControlWord(value: unknown): boolean {
	return controlWords.has(value);
}

const buttonValues = new Set<unknown>([null, '', 'image', 'video', 'audio', ...buttonsOf3d]);

/** Returns whether a value may be that of a button, which saves one among the real values. */
export function isButton(value: unknown): boolean {
	return buttonValues.has(value);
}

const companionName = /(^|[ ._])control_(after_generate|filter_list)$/;
const previews = new Set(['videopreview', 'preview', 'audioUI', 'upload']);
const uploadName = /^choose .* to upload$/i;

/** Returns whether a widget with this name changes the value of another widget after a run. */
export function isCompanionName(name: string): boolean {
	return companionName.test(name);
}

/** Returns whether a widget with this name and value is a companion, a button or a preview, and not an input. */
export function isNoInput(name: string, value: Json | undefined): boolean {
	return (
		companionName.test(name) ||
		previews.has(name) ||
		uploadName.test(name) ||
		name.startsWith('$$') ||
		(isControlWord(name) && isControlWord(value))
	);
}

/** Returns whether a value without a name is empty or a button's, so that it can be dropped without loss. */
export function saysNothing(value: Json | undefined): boolean {
	if (value === undefined || isButton(value)) return true;
	return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
