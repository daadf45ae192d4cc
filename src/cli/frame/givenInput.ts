import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { readText } from '../../core/base/disk/readWhole.ts';
import type { Failure } from '../../core/base/failure.ts';
import { type Operation, unfit } from '../../core/operations/operation.ts';
import { WrongUse } from './command.ts';
import type { Member } from './schema.ts';

/** Returns the members that arguments give by their places. One that repeats takes all that are left. */
export function placed(
	places: readonly { readonly name: string; readonly repeats: boolean }[],
	positionals: readonly string[],
): Readonly<Record<string, unknown>> {
	const left = [...positionals];
	const members: Record<string, unknown> = {};
	for (const { name, repeats } of places) {
		const mine = left.splice(0, repeats ? left.length : 1);
		if (mine.length > 0) members[name] = repeats ? mine : mine[0];
	}
	return members;
}

/** Returns the failure of given values that do not fit the operation, which no sign-in would change. */
export function misfitOf({ input: schema }: Operation<never, unknown>, input: object): Failure | undefined {
	const issues =
		z.safeParse(schema, input).error?.issues.filter(({ path }) => String(path[0]) in input) ?? [];
	return issues.length === 0 ? undefined : unfit(issues, input);
}

/** Returns a refusal with details and a next step that name the typed words in place of the members of an input. */
export function asTyped(failure: Failure, typed: ReadonlyMap<string, string>): Failure {
	if (failure.kind !== 'input') return failure;
	const details = failure.details?.map((detail) => {
		const [member = ''] = detail.split(': ', 1);
		return `${typed.get(member) ?? member}${detail.slice(member.length)}`;
	});
	const nextStep = failure.nextStep.replaceAll(
		/["„](\w+)["“]/g,
		(quoted, member) => typed.get(member) ?? quoted,
	);
	return { ...failure, nextStep, ...compact({ details }) };
}

/** Largest text file for a flag, in bytes. */
const longestText = 64_000_000;

/** Returns the value of a flag for its member. */
export async function memberValue(
	{
		read = {},
		fromFile = [],
	}: {
		readonly read?: Readonly<Record<string, (value: string) => unknown>>;
		readonly fromFile?: readonly string[];
	},
	{ name }: Member,
	value: string,
	cwd: string,
): Promise<unknown> {
	const reader = read[name];
	if (reader !== undefined) return reader(value);
	if (!fromFile.includes(name) || !value.startsWith('@')) return value;
	const path = value.slice(1);
	const found = await readText(resolve(cwd, path), longestText);
	if ('why' in found) throw new WrongUse(l10n.t('"{0}" cannot be read: {1}.', path, found.why));
	return found.text;
}
