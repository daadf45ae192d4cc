import * as z from 'zod/mini';

/** Returns a schema of a tool as a JSON schema, without bounds that only say that a number is exact. */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
	const { $schema: _, ...json } = z.toJSONSchema(schema, {
		io,
		override({ jsonSchema }) {
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
			if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
		},
	});
	return { ...json, type: 'object' as const };
}
