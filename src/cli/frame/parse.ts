import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { closestMatch, keyCloseness } from '../../core/base/closestMatch.ts';
import { compact } from '../../core/base/compact.ts';
import { type Command, type Flag, type Given, WrongUse } from './command.ts';
import { dryRunFlag } from './common.ts';
import { letterOf } from './shorts.ts';

type Parameters = Pick<Command, 'positionals' | 'flags' | 'noDryRun'>;

/** Reads the arguments of a command. Throws `WrongUse`. */
export function readGiven(command: Parameters, argv: readonly string[]): Given {
	const { positionals, flags } = command;
	const parsed = parsedOf(argv, command);
	const values = Object.fromEntries(
		flags.map((flag) => [flag.name, flagValue(flag, parsed.values.get(flag.name))]),
	);
	const needed = positionals.filter(({ optional }) => optional !== true);
	const missing = [
		...needed.slice(parsed.positionals.length).map(({ name }) => name),
		...flags
			.filter(({ name, required }) => required === true && values[name] === undefined)
			.map(({ name }) => `--${name}`),
	];
	if (missing.length === 1) throw new WrongUse(l10n.t('{0} is missing.', missing.join()));
	if (missing.length > 1) throw new WrongUse(l10n.t('Missing: {0}.', missing.join(', ')));
	const most = positionals.some(({ repeats }) => repeats === true)
		? Number.POSITIVE_INFINITY
		: positionals.length;
	const extra = parsed.positionals[most];
	if (extra !== undefined) {
		const tooMany = l10n.t('Unexpected argument: "{0}".', extra);
		const choice = flags.find(({ name, type }) => type === 'choice' && parsed.values.has(name));
		const isAnswer = choice !== undefined && ['true', 'false'].includes(extra);
		throw new WrongUse(
			isAnswer
				? `${tooMany} ${l10n.t('--{0} takes no value; the opposite is {1}.', choice.name, `--no-${choice.name}`)}`
				: tooMany,
		);
	}
	if (parsed.positionals.some((value, at) => value === '' && positionals[at]?.mayBeEmpty !== true))
		throw new WrongUse(l10n.t('An argument is empty.'));
	for (const [index, { name, values: allowed }] of positionals.entries()) {
		const value = parsed.positionals[index];
		if (value !== undefined && allowed !== undefined && !allowed.includes(value))
			throw new WrongUse(l10n.t('{0} is one of {1}, not "{2}".', name, allowed.join(', '), value));
	}
	return { flags: values, positionals: parsed.positionals };
}

function isSwitch({ type }: Flag): boolean {
	return type === 'switch' || type === 'choice';
}

/** The values given for each flag, unparsed: texts, or `true` and `false` of a switch. */
interface Parsed {
	readonly values: ReadonlyMap<string, readonly (string | boolean)[]>;
	readonly positionals: readonly string[];
}

/** Splits a command line by the rules of Node, with its own sentences for errors. */
function parsedOf(argv: readonly string[], command: Parameters): Parsed {
	const { flags } = command;
	const options: ParseArgsOptionsConfig = Object.fromEntries(
		flags.map((flag) => [
			flag.name,
			{ type: isSwitch(flag) ? 'boolean' : 'string', multiple: true, ...compact({ short: letterOf(flag) }) },
		]),
	);
	const args = [...argv];
	const { tokens } = parseArgs({ args, options, strict: false, allowNegative: true, tokens: true });
	const values = new Map<string, (string | boolean)[]>();
	const positionals: string[] = [];
	for (const token of tokens) {
		if (token.kind === 'positional') positionals.push(token.value);
		if (token.kind !== 'option') continue;
		const [flag, value] = givenFlag(command, token);
		values.set(flag.name, [...(values.get(flag.name) ?? []), value]);
	}
	return { values, positionals };
}

interface OptionToken {
	readonly rawName: string;
	readonly value: string | undefined;
	readonly inlineValue: boolean | undefined;
}

function givenFlag(
	{ flags, noDryRun }: Parameters,
	{ rawName, value, inlineValue }: OptionToken,
): readonly [Flag, string | boolean] {
	const named = flags.find((flag) => rawName === `--${flag.name}` || rawName === `-${letterOf(flag)}`);
	const flag = named ?? flags.find((each) => isSwitch(each) && rawName === `--no-${each.name}`);
	if (flag === undefined && rawName === `--${dryRunFlag.name}`)
		throw new WrongUse(noDryRun ?? l10n.t('This command changes nothing, so it has no --dry-run.'));
	if (flag === undefined) throw new WrongUse(unknownOption(rawName, flags));
	if (isSwitch(flag)) {
		if (value !== undefined) throw new WrongUse(l10n.t('{0} takes no value.', rawName));
		return [flag, named !== undefined];
	}
	// A text that begins with a dash is most likely the next option, unless it is a number below 0.
	if (value === undefined || (inlineValue !== true && /^-[^\d.]/.test(value)))
		throw new WrongUse(l10n.t('--{0} has no value.', flag.name));
	return [flag, value];
}

function unknownOption(rawName: string, flags: readonly Flag[]): string {
	const near = closestMatch(
		rawName,
		flags.map(({ name }) => `--${name}`),
		keyCloseness,
	);
	return near === undefined
		? l10n.t('There is no option {0}.', rawName)
		: l10n.t('There is no option {0}. Did you mean {1}?', rawName, near.match);
}

function flagValue(
	{ name, type, values, repeats }: Flag,
	given: readonly (string | boolean)[] | undefined,
): Given['flags'][string] {
	const value = given?.at(-1);
	if (value === undefined) return undefined;
	if (typeof value === 'boolean') {
		if (type === 'switch' && !value) throw new WrongUse(l10n.t('There is no --no-{0}.', name));
		return value;
	}
	if (repeats === true) return given?.map(String);
	if (value === '') throw new WrongUse(l10n.t('--{0} has no value.', name));
	if (values !== undefined && !values.includes(value))
		throw new WrongUse(l10n.t('--{0} takes one of {1}, not "{2}".', name, values.join(', '), value));
	if (type === 'text') return value;
	const number = Number(value);
	const isNumber =
		/^[-\d.]+$/.test(value) && Number.isFinite(number) && (type === 'number' || Number.isSafeInteger(number));
	if (isNumber) return number;
	throw new WrongUse(
		type === 'integer'
			? l10n.t('The value of --{0} must be a whole number.', name)
			: l10n.t('The value of --{0} must be a number.', name),
	);
}
