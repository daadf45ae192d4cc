import * as z from 'zod/mini';
import { type Result, success } from '../base/failure.ts';
import type { Operation } from '../operations/operation.ts';
import { orElse } from './texts.ts';
import { changes, reads, type Tool, tool } from './tool.ts';

/** The part of a tool that its operation does not say. */
interface OwnParts<Input, Output> extends Pick<Tool, 'name' | 'title' | 'description'> {
	readonly annotations?: Partial<Tool['annotations']>;
	/** Names of parameters; of the others `minInstances` is `min_instances`. */
	readonly rename?: { readonly [Member in keyof Input]?: string };
	/** Descriptions of parameters that name other tools. */
	readonly describe?: { readonly [Member in keyof Input]?: string };
	/** Says where to find what there is, after something was named that there is not. */
	readonly whereIds?: string;
	/** Returns what of the output goes to a model. */
	shorten?(output: Output): Output;
	text(output: Output): string;
}

/** Returns a tool that is one operation: its schemas and its work are those of that. */
export function toolOf<Input extends object, O extends z.ZodMiniType, Output extends z.output<O>>(
	operation: Operation<Input, Output> & { readonly output: O },
	parts: OwnParts<Input, Output>,
): Tool {
	const { name, title, description, whereIds } = parts;
	const { shape } = operation.input as unknown as z.ZodMiniObject;
	const members = Object.keys(shape) as (keyof Input & string)[];
	const nameOf = (member: keyof Input & string) => parts.rename?.[member] ?? snakeCase(member);
	const schemaOf = (member: keyof Input & string) => {
		const schema = shape[member] as z.ZodMiniType;
		const said = parts.describe?.[member];
		return said === undefined ? schema : schema.check(z.describe(said));
	};
	return tool({
		name,
		title,
		description,
		annotations: { ...hintsOf[operation.effect], ...parts.annotations },
		input: z.strictObject(
			Object.fromEntries(members.map((member) => [nameOf(member), schemaOf(member)])),
		) as unknown as z.ZodMiniType<Readonly<Record<string, unknown>>>,
		output: operation.output,
		async run(call, given) {
			const named = members.flatMap((member) => {
				const value = given[nameOf(member)];
				return value === undefined ? [] : [[member, value] as const];
			});
			const input = Object.fromEntries(named);
			const done = await call.run<Input, Output>(operation, input);
			const found: Result<Output> = whereIds === undefined ? done : orElse(done, whereIds);
			if (!found.ok) return found;
			const value = parts.shorten?.(found.value) ?? found.value;
			return success({ value: value as z.input<O>, text: parts.text(value) });
		},
	});
}

const hintsOf: Readonly<Record<Operation['effect'], Tool['annotations']>> = {
	read: reads,
	write: changes,
	spend: changes,
	delete: { ...changes, destructiveHint: true, idempotentHint: true },
};

/** `minInstances` as `min_instances`. */
function snakeCase(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
