import type { NodeInfo } from '../nodeInfo.ts';

/** The engine's own classes with dynamic prompts, if no node info of an engine declares it (0.3.64 to 0.27.1). */
const dynamicPrompts: Readonly<Record<string, readonly string[]>> = {
	CLIPTextEncode: ['text'],
	CLIPTextEncodeControlnet: ['text'],
	CLIPTextEncodeFlux: ['clip_l', 't5xxl'],
	CLIPTextEncodeHiDream: ['clip_l', 'clip_g', 't5xxl', 'llama'],
	CLIPTextEncodeHunyuanDiT: ['bert', 'mt5xl'],
	CLIPTextEncodeKandinsky5: ['clip_l', 'qwen25_7b'],
	CLIPTextEncodeLumina2: ['user_prompt'],
	CLIPTextEncodePixArtAlpha: ['text'],
	CLIPTextEncodeSD3: ['clip_l', 'clip_g', 't5xxl'],
	CLIPTextEncodeSDXL: ['text_g', 'text_l'],
	CLIPTextEncodeSDXLRefiner: ['text'],
	GLIGENTextBoxApply: ['text'],
	PhotoMakerEncode: ['text'],
	TextEncodeAceStepAudio: ['tags', 'lyrics'],
	'TextEncodeAceStepAudio1.5': ['tags', 'lyrics'],
	TextEncodeBooguEdit: ['prompt', 'negative_prompt'],
	TextEncodeHunyuanVideo_ImageToVideo: ['prompt'],
	TextEncodeQwenImageEdit: ['prompt'],
	TextEncodeQwenImageEditPlus: ['prompt'],
	TextEncodeZImageOmni: ['prompt'],
	TextGenerate: ['prompt'],
	TextGenerateLTX2Prompt: ['prompt'],
};

/** Classes with a `filename_prefix` that the node editor fills in. */
const saving: ReadonlySet<string> = new Set([
	'SaveImage',
	'SaveImageAdvanced',
	'SaveSVGNode',
	'SaveVideo',
	'SaveAnimatedWEBP',
	'SaveWEBM',
	'SaveAudio',
	'SaveAudioMP3',
	'SaveAudioOpus',
	'SaveAudioAdvanced',
	'SaveGLB',
	'SaveAnimatedPNG',
	'CLIPSave',
	'VAESave',
	'ModelSave',
	'LoraSave',
	'SaveLatent',
]);

/** Returns how the node editor changes the text of an input before it sends it; undefined if it does not. */
export function canvasInput(
	className: string | undefined,
	input: string,
	nodeInfo: NodeInfo | undefined,
): 'dynamicPrompt' | 'fileName' | undefined {
	if (className === undefined) return undefined;
	if (input === 'filename_prefix' && savesUnderName(className)) return 'fileName';
	const described = nodeInfo?.source.kind === 'builtin' ? undefined : nodeInfo?.get(className);
	const isDynamic = described
		? described.inputs.some(({ name, dynamicPrompts: draws }) => draws === true && name === input)
		: Object.hasOwn(dynamicPrompts, className) && dynamicPrompts[className]?.includes(input);
	return isDynamic ? 'dynamicPrompt' : undefined;
}

/** Returns whether a class of the engine saves files under a given name. */
export function savesUnderName(className: string): boolean {
	return saving.has(className);
}
