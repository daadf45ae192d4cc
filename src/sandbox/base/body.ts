import { parseJson } from '../../core/json/exact.ts';
import { isObject, type Json, type JsonObject, jsonDepth } from '../../core/json/value.ts';
import { invalid } from './errors.ts';

/** Deepest nesting of the JSON of a body: the limit of the engine's own parser. */
const deepestBody = 1000;

/** Returns the value of a JSON body. Throws a `Refusal` 422001 when the text is not JSON or nests too deep. */
export function parseBody(text: string): Json {
	if (jsonDepth(text, deepestBody + 1) > deepestBody) {
		const msg = `The body nests deeper than ${deepestBody} levels.`;
		throw invalid([{ loc: ['body'], msg, type: 'json_too_deep' }]);
	}
	const parsed = parseJson(text);
	if (!parsed.ok)
		throw invalid([{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }]);
	return parsed.value as Json;
}

/** Returns the value of a JSON body that must be an object. Throws as `parseBody` does. */
export function parseObjectBody(text: string): JsonObject {
	const body = parseBody(text);
	if (isObject(body)) return body;
	throw invalid([{ loc: ['body'], msg: 'The body must be a JSON object.', type: 'dict_type' }]);
}
