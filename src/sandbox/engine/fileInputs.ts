import { isObject, type Json } from '../../core/json/value.ts';
import type { InputSpec } from './catalog.ts';

/**
 * Returns whether an input is declared to take the name of an uploaded file: `image_upload`, `video_upload`,
 * `audio_upload`, ...
 */
export function declaresUpload(declared: InputSpec): boolean {
	const options = (declared[1] ?? null) as Json;
	return (
		isObject(options) &&
		Object.entries(options).some(([name, flag]) => name.endsWith('_upload') && flag === true)
	);
}

/**
 * Returns whether a value is to be fetched and uploaded: it is declared as a file, or is an address in place of a name
 * from a list.
 */
export function takesFile(declared: InputSpec | undefined, value: string): boolean {
	if (declared === undefined) return false;
	if (declaresUpload(declared)) return true;
	return (Array.isArray(declared[0]) || declared[0] === 'COMBO') && /^(data:|https?:)/i.test(value);
}
