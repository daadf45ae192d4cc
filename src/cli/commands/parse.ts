import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { type Command, type Flag, type Given, WrongUse } from './command.ts';

/** Reads the arguments of a command. Throws `WrongUse`. */
export function readGiven(
	{ positionals, flags }: Pick<Command, 'positionals' | 'flags'>,
	argv: readonly string[],
): Given {
	const options: ParseArgsOptionsConfig = Object.fromEntries(
		flags.map((flag) => [flag.name, optionOf(flag)]),
	);
	const parsed = parsedOf(argv, options);
	const values = Object.fromEntries(
		flags.map((flag) => [flag.name, flagValue(flag, parsed.values[flag.name])]),
	);
	const missing = flags.find(({ name, required }) => required === true && values[name] === undefined);
	if (missing !== undefined) throw new WrongUse(l10n.t('--{0} is missing.', missing.name));
	const needed = positionals.filter(({ optional }) => optional !== true);
	const lacking = needed[parsed.positionals.length];
	if (lacking !== undefined) throw new WrongUse(l10n.t('{0} is missing.', lacking.name));
	const most = positionals.some(({ repeats }) => repeats === true)
		? Number.POSITIVE_INFINITY
		: positionals.length;
	const extra = parsed.positionals[most];
	if (extra !== undefined) throw new WrongUse(l10n.t('"{0}" is one argument too many.', extra));
	if (parsed.positionals.includes('')) throw new WrongUse(l10n.t('An argument is empty.'));
	return { flags: values, positionals: parsed.positionals };
}

function optionOf({ type, repeats }: Flag): NonNullable<ParseArgsOptionsConfig[string]> {
	const isSwitch = type === 'switch' || type === 'choice';
	return { type: isSwitch ? 'boolean' : 'string', multiple: repeats === true };
}

function parsedOf(argv: readonly string[], options: ParseArgsOptionsConfig) {
	try {
		return parseArgs({ args: [...argv], options, allowPositionals: true, allowNegative: true });
	} catch (cause) {
		// The reader of Node breaks its own sentences into lines.
		const message = cause instanceof Error ? cause.message : String(cause);
		throw new WrongUse(message.replaceAll('\n', ' '));
	}
}

function flagValue(flag: Flag, value: unknown): Given['flags'][string] {
	const { name, type, values, repeats } = flag;
	if (value === undefined) return undefined;
	if (typeof value === 'boolean') {
		if (type === 'switch' && !value) throw new WrongUse(l10n.t('There is no --no-{0}.', name));
		return value;
	}
	if (repeats === true && Array.isArray(value)) return value.map(String);
	const text = String(value);
	if (text === '') throw new WrongUse(l10n.t('--{0} has no value.', name));
	if (values !== undefined && !values.includes(text))
		throw new WrongUse(l10n.t('--{0} takes one of {1}, not "{2}".', name, values.join(', '), text));
	if (type === 'text') return text;
	const number = Number(text);
	const isNumber =
		/^[-\d.]+$/.test(text) && Number.isFinite(number) && (type === 'number' || Number.isSafeInteger(number));
	if (isNumber) return number;
	throw new WrongUse(
		type === 'integer'
			? l10n.t('The value of --{0} must be a whole number.', name)
			: l10n.t('The value of --{0} must be a number.', name),
	);
}
