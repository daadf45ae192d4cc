/**
 * Invisible characters that programs read: of no width, tags, fillers, variant selectors. Those that emoji and scripts need in their places
 * do not count, nor do marks for the direction of writing, which leave a space.
 */
const hidden =
	/(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=[\u0600-\u109f\u1780-\u18af])[\u200c\u200d](?=[\u0600-\u109f\u1780-\u18af])|[\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu;

/** Returns the text with each hidden character replaced by `change`; removed by default. */
export function withoutHidden(text: string, change: (character: string) => string = () => ''): string {
	return text.replace(hidden, change);
}
