import { compact } from '../../core/base/compact.ts';
import { dialectOf } from '../../core/connection/dialects.ts';
import type { Command, Flag, OwnCommand, Positional } from '../frame/command.ts';
import { placeIn } from '../frame/common.ts';
import { letterOf } from '../frame/shorts.ts';
import { commandsOf, wordsOf } from '../help/groups.ts';
import { topics } from '../help/topics.ts';
import type { CommandIo } from '../terminal/io.ts';
import { printable } from '../terminal/printable.ts';
import { type Entry, knownOf, type Noun } from './known.ts';

type Commands = readonly (Command | OwnCommand)[];

/** A possible next word, with its meaning. */
interface Candidate {
	readonly word: string;
	readonly description?: string;
}

/** The possible completions: words, or words and the names of files or folders, which the shell knows. */
interface Candidates {
	readonly kind: 'words' | 'files' | 'folders';
	readonly words: readonly Candidate[];
}

/** The words after the name of a command. */
interface Reading {
	/** The words that are no option and no value of one. */
	readonly places: readonly string[];
	readonly flags: Readonly<Record<string, string | true>>;
	/** The option that the next word is the value of. */
	readonly open?: Flag;
}

const nothing: Candidates = { kind: 'words', words: [] };

/**
 * Writes the possible completions after some words.
 * @param given the words before the completed one, and that one after an underscore
 */
export async function complete(
	given: readonly string[],
	commands: Commands,
	io: Pick<CommandIo, 'env' | 'cwd' | 'out'>,
): Promise<void> {
	const current = given.at(-1)?.slice(1) ?? '';
	const { kind, words } = await candidatesFor(given.slice(0, -1), current, commands, io);
	const lines = words.map(({ word, description }) =>
		description === undefined ? printable(word) : `${printable(word)}\t${printable(description)}`,
	);
	io.out(`${[kind, ...lines].join('\n')}\n`);
}

async function candidatesFor(
	before: readonly string[],
	typed: string,
	commands: Commands,
	io: Pick<CommandIo, 'env' | 'cwd'>,
): Promise<Candidates> {
	const current = unquoted(typed);
	const command = commands
		.filter(({ name }) => isBegin(name.split(' '), before))
		.sort((one, other) => other.name.length - one.name.length)[0];
	if (command === undefined) return matching(current, nextWords(before, commands));
	const flags = command.flags.map((flag): Flag => ({ type: 'switch', description: '', ...flag }));
	// bash treats an equals sign as a separate word.
	const words = before.slice(command.name.split(' ').length).filter((word) => word !== '=');
	const { places, open, flags: set } = readWords(words, flags);
	const place = placeIn({ flags: set, positionals: [] });
	const known = (noun: Noun) => knownOf(noun, io, place, current);
	const value = current === '=' ? '' : current;
	if (open !== undefined) return ofFlag(open, command.name, value, known);
	const [, name, inline] = /^--([^=]+)=(.*)$/.exec(current) ?? [];
	const flag = flags.find((each) => each.name === name);
	if (flag !== undefined && inline !== undefined) {
		const inner = await ofFlag(flag, command.name, inline, known);
		return { ...inner, words: inner.words.map((each) => ({ ...each, word: `--${name}=${each.word}` })) };
	}
	if (current.startsWith('-')) return matching(current, flags.flatMap(optionWords));
	const positionals = 'positionals' in command ? command.positionals : [];
	const positional = positionals[places.length] ?? positionals.findLast(({ repeats }) => repeats === true);
	return positional === undefined
		? matching(current, current === '' ? flags.flatMap(optionWords) : [])
		: ofPositional(positional, command.name, value, known);
}

function isBegin(words: readonly string[], line: readonly string[]): boolean {
	return words.every((word, index) => line[index] === word);
}

/** Removes the marks of a shell around a name with spaces. */
function unquoted(word: string): string {
	return /^["']/.test(word) ? word.slice(1) : word.replaceAll(/\\(.?)/g, '$1');
}

/** Returns the possible words before a command. */
function nextWords(before: readonly string[], commands: Commands): readonly Candidate[] {
	const [first, ...rest] = before[0] === 'help' ? before.slice(1) : before;
	if (rest.length > 0) return [];
	if (first !== undefined)
		return commandsOf(first, commands).flatMap((command) => {
			const verb = wordsOf(command)[1];
			return verb === undefined ? [] : [{ word: verb, description: command.title }];
		});
	const words = new Set(commands.map((command) => wordsOf(command)[0]));
	return [
		...[...words].map((word) => {
			const [only, ...more] = commandsOf(word, commands);
			const verbs = [only, ...more].flatMap((each) => (each === undefined ? [] : (wordsOf(each)[1] ?? [])));
			return { word, description: verbs.length > 0 ? verbs.join(', ') : (only?.title ?? '') };
		}),
		...(before[0] === 'help'
			? topics.map(({ name, title }) => ({ word: name, description: title }))
			: [{ word: 'help' }]),
	];
}

function readWords(words: readonly string[], flags: readonly Flag[]): Reading {
	const places: string[] = [];
	const set: Record<string, string | true> = {};
	let open: Flag | undefined;
	for (const word of words) {
		if (open !== undefined) {
			set[open.name] = word;
			open = undefined;
			continue;
		}
		const [, name, value] = /^--([^=]+)(?:=(.*))?$/.exec(word) ?? [];
		const flag = flags.find((each) => each.name === name || word === `-${letterOf(each)}`);
		if (flag === undefined) {
			if (!word.startsWith('-')) places.push(word);
		} else if (flag.type === 'switch' || flag.type === 'choice') set[flag.name] = true;
		else if (value === undefined) open = flag;
		else set[flag.name] = value;
	}
	return { places, flags: set, ...compact({ open }) };
}

function optionWords({ name, type, description }: Flag): readonly Candidate[] {
	const words = type === 'choice' ? [`--${name}`, `--no-${name}`] : [`--${name}`];
	return words.map((word) => ({ word, ...(description === '' ? {} : { description }) }));
}

type Known = (noun: Noun) => Promise<readonly Entry[]>;

const nounsOfFlags: Readonly<Record<string, Noun>> = {
	batch: 'batches',
	on: 'deployments',
	deployment: 'deployments',
	dataset: 'datasets',
	connection: 'connections',
	model: 'models',
};
const filePlaces: ReadonlySet<string> = new Set(['FILE', 'BEFORE', 'AFTER', 'CONFIG']);
const folderPlaces: ReadonlySet<string> = new Set(['DIR', 'FOLDER']);

/** Completion does not know the connection of the command, so the machines are those of the documented service. */
const { machines } = dialectOf({ dialect: 'contract' });

/** Usual values of the service, by option; the service may accept others. */
const usual: Readonly<Record<string, readonly string[]>> = {
	hardware: machines.deployments.map(({ name }) => name),
	gpu: machines.training.map(({ type, count }) => (count === 1 ? type : `${type}:${count}`)),
	'gpu-type': [...new Set(machines.training.map(({ type }) => type))],
};

async function ofFlag(flag: Flag, command: string, current: string, known: Known) {
	const { name, value = '' } = flag;
	const values = flag.values ?? usual[name];
	if (values !== undefined) return ofValues(values, current);
	const noun = nounsOfFlags[name];
	// The dataset of an upload is usually a new one, but existing names are offered as well.
	if (noun !== undefined) return ofNoun(noun, current, known);
	return ofPlace(value, command, current, known);
}

async function ofPositional({ name, values }: Positional, command: string, current: string, known: Known) {
	return values === undefined ? ofPlace(name, command, current, known) : ofValues(values, current);
}

function ofValues(values: readonly string[], current: string): Candidates {
	return matching(
		current,
		values.map((word) => ({ word })),
	);
}

const nouns: readonly Noun[] = ['runs', 'batches', 'jobs', 'deployments', 'models', 'datasets'];

/** Returns the values that completion offers for a placeholder of the help, such as `ID` or `FILE`. */
async function ofPlace(place: string, command: string, current: string, known: Known): Promise<Candidates> {
	if (filePlaces.has(place)) return { kind: 'files', words: [] };
	if (folderPlaces.has(place)) return { kind: 'folders', words: [] };
	if (place === 'DEPLOYMENT') return ofNoun('deployments', current, known);
	const [group] = command.split(' ');
	const noun = place === 'ID' ? nouns.find((each) => each === group) : undefined;
	return noun === undefined ? nothing : ofNoun(noun, current, known);
}

/** Nouns that commands take by their names, which people know better than the ids. */
const byName: ReadonlySet<Noun> = new Set<Noun>(['deployments', 'datasets', 'connections']);

async function ofNoun(noun: Noun, current: string, known: Known): Promise<Candidates> {
	const entries = await known(noun);
	const ids = entries.map(({ id, name, fact }) => ({
		word: id,
		description: [name, fact].filter(Boolean).join(', '),
	}));
	if (!byName.has(noun)) return matching(current, ids);
	const names = entries.map(({ id, name }) => (name === '' ? { word: id } : { word: name }));
	return matching(current, current === '' ? names : [...names, ...ids]);
}

function matching(current: string, candidates: readonly Candidate[]): Candidates {
	return { kind: 'words', words: candidates.filter(({ word }) => word.startsWith(current)) };
}
