import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { changeWords } from '../../core/operations/changes/changes.ts';
import type { Flag } from './command.ts';

/** A member of an input as the JSON schema of an operation describes it. */
export interface Member {
	readonly name: string;
	readonly description: string;
	readonly required: boolean;
	readonly type: string | undefined;
	readonly values?: readonly string[];
}

const schemaShape = z.looseObject({
	properties: z.optional(
		z.record(
			z.string(),
			z.looseObject({
				type: z.optional(z.string()),
				description: z.optional(z.string()),
				enum: z.optional(z.array(z.string())),
			}),
		),
	),
	required: z.optional(z.array(z.string())),
});

/** Returns the members of the input of an operation, in their order. */
export function membersOf(schema: z.ZodMiniType): readonly Member[] {
	const { properties = {}, required = [] } = schemaShape.parse(z.toJSONSchema(schema, { io: 'input' }));
	return Object.entries(properties).map(([name, { type, description = '', enum: values }]) => ({
		name,
		type,
		description,
		required: required.includes(name),
		...compact({ values }),
	}));
}

/** Returns the name of a flag: `minInstances` as `min-instances`. */
export function flagName(member: string): string {
	return member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The placeholders of values in the help, by members. */
const placeholders: Readonly<Record<string, string>> = {
	batch: 'ID',
	before: 'TIME',
	deployment: 'NAME',
	folder: 'DIR',
	since: 'TIME',
};

/** Returns the flag of a member; a boolean has an opposite only if omitting it is not the same. */
export function flagOf(
	{ name: member, type, description, values, required }: Member,
	name: string,
	hasOpposite: boolean,
): Flag {
	const more = { name, description, ...(required ? { required } : {}) };
	switch (type) {
		case 'boolean':
			return { ...more, type: hasOpposite ? 'choice' : 'switch' };
		case 'array':
			return { ...more, type: 'text', value: 'TEXT', repeats: true };
		case 'integer':
			return { ...more, type: 'integer', value: 'N' };
		case 'number':
			return { ...more, type: 'number', value: 'N' };
		default:
			return { ...more, type: 'text', value: placeholders[member] ?? 'TEXT', ...compact({ values }) };
	}
}

/** Returns the schema of an output with the word for the change. */
export function withChange(output: z.ZodMiniType): z.ZodMiniType {
	return output instanceof z.ZodMiniObject
		? z.extend(output, { effect: z.exactOptional(z.enum(changeWords)) })
		: output;
}
