import * as z from 'zod/mini';

/** Returns a schema of a tool as a JSON schema, without members that allow everything, bounds of exact numbers and the ban of empty texts: a model pays for each word. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
	const { $schema: _, ...json } = z.toJSONSchema(schema, {
		io,
		override({ jsonSchema }) {
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
			if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
			if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
			// The names of members are texts, and an answer may get more members.
			delete jsonSchema.propertyNames;
			const { additionalProperties: more } = jsonSchema;
			if ((io === 'output' && more === false) || (typeof more === 'object' && Object.keys(more).length === 0))
				delete jsonSchema.additionalProperties;
		},
	});
	return { ...json, type: 'object' as const };
}
