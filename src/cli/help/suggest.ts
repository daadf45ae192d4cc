import { closestMatch, keyCloseness } from '../../core/base/closestMatch.ts';
import { commandsOf, wordsOf } from './groups.ts';

/** Verbs that other programs use for the same act. */
const alike: readonly (readonly string[])[] = [
	['list', 'ls', 'search', 'find', 'all', 'history'],
	['show', 'get', 'status', 'state', 'info', 'view', 'describe', 'inspect', 'config', 'follow', 'tail'],
	['delete', 'remove', 'rm', 'del', 'destroy'],
	['cancel', 'stop', 'abort', 'kill', 'interrupt'],
	['create', 'new', 'add', 'upload', 'track'],
	['run', 'start', 'submit', 'exec', 'execute', 'invoke'],
	['update', 'edit', 'set', 'change', 'modify', 'patch'],
	['again', 'rerun', 'retry', 'repeat', 'resume', 'continue', 'restart'],
	['save', 'download', 'fetch', 'export', 'pull'],
	['result', 'results', 'output', 'outputs', 'logs'],
];

/** Words that are neither a command nor one of its verbs, with the command to suggest. */
const meant: Readonly<Record<string, readonly string[]>> = {
	auth: ['login', 'whoami', 'logout'],
	signin: ['login'],
	signout: ['logout'],
	me: ['whoami'],
	account: ['whoami', 'balance'],
	cost: ['spending', 'balance'],
	costs: ['spending', 'balance'],
	usage: ['spending'],
	money: ['balance', 'spending'],
	credits: ['balance'],
	validate: ['check'],
	lint: ['check'],
	convert: ['workflows convert'],
	diff: ['workflows compare', 'plan'],
	queue: ['runs list', 'engine queue'],
	status: ['whoami', 'runs list', 'jobs list'],
	samples: ['jobs samples'],
	checkpoints: ['jobs result'],
	version: ['--version'],
};

/** At most this number of commands is suggested. */
const most = 8;

/** Returns the possible commands for an unknown name, the likeliest first. */
export function suggestionsFor(name: string, names: readonly string[]): readonly string[] {
	const [word, verb] = wordsOf({ name });
	const listed = meant[name]?.filter((each) => each.startsWith('-') || names.includes(each)) ?? [];
	if (listed.length > 0) return listed;
	const all = names.map((each) => ({ name: each }));
	const nouns = [...new Set(all.map((each) => wordsOf(each)[0]))];
	const slip = () => closestMatch(name, names, keyCloseness)?.match;
	if (verb === undefined) return found(withVerb(word, all), slip);
	const noun = nouns.includes(word) ? word : (closestMatch(word, nouns, keyCloseness)?.match ?? word);
	const ofNoun = commandsOf(noun, all);
	const exact = ofNoun.filter((each) => wordsOf(each)[1] === verb);
	if (exact.length > 0) return exact.map((each) => each.name);
	return found(withVerb(verb, ofNoun), slip);
}

function found(commands: readonly string[], slip: () => string | undefined): readonly string[] {
	const meant = commands.length > 0 ? undefined : slip();
	return meant === undefined ? commands : [meant];
}

/** Returns the commands with this verb or a synonym, sorted by the position of the verb. */
function withVerb(verb: string, commands: readonly { readonly name: string }[]): readonly string[] {
	const verbs = [verb, ...(alike.find((each) => each.includes(verb)) ?? [])];
	for (const each of verbs) {
		const same = commands.filter((command) => wordsOf(command)[1] === each);
		if (same.length > 0) return same.slice(0, most).map(({ name }) => name);
	}
	return [];
}
