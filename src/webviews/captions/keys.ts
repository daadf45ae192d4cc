/** The action of a key in the captions panel as a whole. */
type CaptionKey = 'find' | 'replace' | 'undo' | 'redo';

/** Returns the action of a key; undefined if it belongs to the focused element, or to the editor. */
export function captionKey(event: KeyboardEvent): CaptionKey | undefined {
	if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
	switch (event.key.toLowerCase()) {
		case 'f':
			return 'find';
		case 'h':
			return 'replace';
		case 'z':
			return event.shiftKey ? 'redo' : 'undo';
		case 'y':
			return 'redo';
		default:
			return undefined;
	}
}

/** Returns whether Undo belongs to the field with the focus. @param isTyped true if text was typed in the current caption */
export function ownsUndo(event: KeyboardEvent, isTyped: boolean): boolean {
	const field = event.composedPath()[0];
	return field instanceof HTMLInputElement || (field instanceof HTMLTextAreaElement && isTyped);
}
