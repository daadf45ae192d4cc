// Writes the commands of `src/manifest` into the manifest, the ids that code and manifest share into a module, and the
// operations into their page.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemaOf } from '../../src/core/agents/jsonSchema.ts';
import { tools } from '../../src/core/agents/tools.ts';
import { compact } from '../../src/core/base/compact.ts';
import { operations } from '../../src/core/operations/table.ts';
import { shownTools, skills } from '../../src/manifest/agents.ts';
import { commands, tables } from '../../src/manifest/all.ts';
import { submenus } from '../../src/manifest/submenus.ts';
import type { Command, Place, RowPlace, Submenu } from '../../src/manifest/table.ts';
import { callersOfOperations } from './callers.ts';
import { root } from './machine.mjs';

export const idsFile = 'src/editor/shell/ids.ts';

interface Entry {
	readonly command?: string;
	readonly submenu?: string;
	readonly when?: string;
	readonly group?: string;
}

interface Setting {
	readonly type: string;
	readonly enum?: readonly string[];
	readonly items?: { readonly type?: string };
}

interface Manifest {
	readonly activationEvents: readonly string[];
	readonly contributes: {
		readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
		readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
	};
}

type Texts = Readonly<Record<string, string>>;

const nameOf = (id: string): string => id.slice('easel.'.length);
const submenuId = (name: string): string => `easel.${name}`;
const all = (...conditions: readonly (string | undefined)[]): string | undefined => {
	const given = conditions.filter((condition) => condition !== undefined);
	// An additional condition must not take apart alternatives.
	return given.length === 0
		? undefined
		: given.map((text) => (given.length > 1 && text.includes('||') ? `(${text})` : text)).join(' && ');
};

/** Returns the condition under which a command is in the palette; undefined is always. */
export function paletteCondition(command: Command): string | undefined {
	const { palette, rows, submenu } = command;
	const asked = palette ?? (rows === undefined && submenu === undefined ? 'always' : 'never');
	return asked === 'never' ? 'false' : onComputer(command, asked === 'always' ? undefined : asked);
}

/** Contexts that an editor in the browser never has. */
const neverInBrowser = /^(?!.*\|\|)(?:.* && )?easel\.(?:signedIn|hasRuns|engine)\b/;

/** Returns the condition of a command, without commands that an editor in the browser cannot run. */
function onComputer({ browser }: Command, when: string | undefined): string | undefined {
	return browser || (when !== undefined && neverInBrowser.test(when)) ? when : all(when, '!easel.inBrowser');
}

function rowCondition({ of, tags }: RowPlace): string {
	const views = of.views.map((view) => view.slice('easel.'.length));
	const view = views.length === 1 ? `view == ${of.views[0]}` : `view =~ /^easel\\.(${views.join('|')})$/`;
	const asked = [of.tag, ...(tags?.split(' ') ?? [])].map((tag) =>
		tag.startsWith('!') ? `!(viewItem =~ /\\+${tag.slice(1)}\\b/)` : `viewItem =~ /\\+${tag}\\b/`,
	);
	return [view, ...asked].join(' && ');
}

function placeOnComputer(command: Command, { group, when }: Place): Place {
	return compact({ group, when: onComputer(command, when) });
}

/** Returns every entry of a command or a submenu with its menu. */
function entriesOf(what: Entry, placed: Command | Submenu): [string, Entry][] {
	const entry = (menu: string, { group, when }: Place): [string, Entry] => [
		menu,
		{ ...what, ...compact({ when, group }) },
	];
	const found: [string, Entry][] = [];
	for (const row of placed.rows ?? []) {
		const when = rowCondition(row);
		const add = (place: { group: string; when: string | undefined }) =>
			found.push(entry('view/item/context', place as Place));
		if (row.inline !== undefined) add({ group: `inline@${row.inline}`, when });
		if (row.group !== undefined)
			add({ group: row.group, when: all(when, row.when, row.alone && '!listMultiSelection') });
	}
	const command: Command | undefined = what.command === undefined ? undefined : (placed as Command);
	for (const [menu, place] of Object.entries(placed.menus ?? {}))
		found.push(entry(menu, command === undefined ? place : placeOnComputer(command, place)));
	if (command === undefined) return found;
	for (const [view, place] of Object.entries(command.views ?? {})) {
		const when = all(`view == ${view}`, place.when);
		found.push(entry('view/title', placeOnComputer(command, { ...place, ...compact({ when }) })));
	}
	const { submenu } = command;
	if (submenu !== undefined) found.push(entry(submenuId(submenu.of), submenu));
	return found;
}

/** Returns the contributions of the tables to the manifest, with keys in place of texts, and the tools for agents. */
export function contributionsOfTables() {
	const menus: Record<string, Entry[]> = {};
	const add = ([menu, entry]: [string, Entry]) => {
		menus[menu] ??= [];
		menus[menu].push(entry);
	};
	for (const [name, submenu] of Object.entries(submenus))
		entriesOf({ submenu: submenuId(name) }, submenu).forEach(add);
	for (const [command, row] of commands) entriesOf({ command }, row).forEach(add);
	for (const [command, row] of commands) {
		const when = paletteCondition(row);
		if (when !== undefined) add(['commandPalette', { command, when }]);
	}
	return {
		commands: commands.map(([command, { button, icon }]) => ({
			command,
			title: `%command.${nameOf(command)}%`,
			category: 'Easel',
			...(button === undefined ? {} : { shortTitle: `%command.${nameOf(command)}.short%` }),
			...(icon === undefined ? {} : { icon: `$(${icon})` }),
		})),
		submenus: Object.keys(submenus).map((name) => ({ id: submenuId(name), label: `%submenu.${name}%` })),
		menus,
		languageModelTools: tools.map(({ name, annotations, description, input }) => ({
			name: `easel_${name}`,
			displayName: `%tool.${name}%`,
			userDescription: `%tool.${name}.description%`,
			modelDescription: withNamesHere(description),
			toolReferenceName: `easel${name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
			canBeReferencedInPrompt: true,
			icon: `$(${shownTools[name]?.icon})`,
			tags: ['easel', annotations.readOnlyHint ? 'reads' : 'changes'],
			when: 'isWorkspaceTrusted',
			inputSchema: JSON.parse(withNamesHere(JSON.stringify(jsonSchemaOf(input, 'input')))),
		})),
		chatSkills: skills.map((name) => ({ path: `./media/skills/${name}/SKILL.md` })),
		keybindings: commands.flatMap(([command, { key }]) => (key === undefined ? [] : { command, ...key })),
	};
}

/** Returns a text for models with the editor's names of tools, where those of all extensions are together. */
function withNamesHere(text: string): string {
	return text.replaceAll(new RegExp(`\\b(?:${tools.map(({ name }) => name).join('|')})\\b`, 'g'), 'easel_$&');
}

/** Returns the English texts of the tables by their keys. */
export function textsOfTables(): Texts {
	return Object.fromEntries([
		...commands.flatMap(([id, { title, button }]) => [
			[`command.${nameOf(id)}`, title],
			...(button === undefined ? [] : [[`command.${nameOf(id)}.short`, button]]),
		]),
		...Object.entries(submenus).map(([name, { title }]) => [`submenu.${name}`, title]),
		...tools.flatMap(({ name, title }) => [
			[`tool.${name}`, title],
			[`tool.${name}.description`, shownTools[name]?.description],
		]),
	]);
}

/** Returns the text of the module of ids. */
export function idsSource({ activationEvents, contributes }: Manifest): string {
	const views = Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id));
	const panels = activationEvents.flatMap((event) => /^onWebviewPanel:(.*)$/.exec(event)?.[1] ?? []);
	const settings: Readonly<Record<string, Setting>> = Object.assign(
		{},
		...contributes.configuration.map(({ properties }) => properties),
	);
	return `/*
 * Every id that Easel shares with \`package.json\`. \`npm run manifest\` writes this file from the tables in \`src/manifest\` and from the manifest.
 */

/* The commands of each table, for modules that load the handlers with the first of them. */
${Object.entries(tables)
	.map(([name, table]) => list(`${name}CommandIds`, Object.keys(table)))
	.join('\n')}
export type CommandId = (
${Object.keys(tables)
	.map((name) => `\t| typeof ${name}CommandIds\n`)
	.join('')})[number];

/** Keys for \`when\` clauses, as the manifest asks for them. Those of views and items are the editor's own. */
${list('contextKeys', contextKeysOf(contributes))}
export type ContextKey = (typeof contextKeys)[number];

${list('viewIds', views)}
export type ViewId = (typeof viewIds)[number];

/** Panels that the editor restores after a reload; each is an activation event. */
${list('panelIds', panels)}
export type PanelId = (typeof panelIds)[number];

/** Settings with the type of their value. */
export interface Settings {
${Object.entries(settings)
	.map(([id, setting]) => `\t'${id}': ${typeOf(setting)};\n`)
	.join('')}}
export type SettingId = keyof Settings;
`;
}

/** Names that begin with ours in all conditions; an event \`onContext:\` is a condition too. */
function contextKeysOf(contributes: unknown): string[] {
	const keys = new Set<string>();
	const read = (condition: string): void => {
		// A value that a key is compared with may look like one.
		const bare = condition.replaceAll(/(?:==|!=|=~)\s*(?:'[^']*'|\/(?:\\.|[^/])*\/\w*|[\w.-]+)/g, '');
		for (const [key] of bare.matchAll(/(?<![\w.])easel\.\w+/g)) keys.add(key);
	};
	const walk = (value: unknown, name: string): void => {
		if (typeof value === 'string') {
			if (name === 'when' || name === 'enablement') read(value);
			else if (value.startsWith('onContext:')) read(value.slice('onContext:'.length));
		} else if (typeof value === 'object' && value !== null) {
			for (const [key, member] of Object.entries(value)) walk(member, key);
		}
	};
	walk(contributes, '');
	return [...keys].sort();
}

/** Returns one line if it is no longer than the formatter allows. */
function list(name: string, ids: readonly string[]): string {
	const line = `export const ${name} = [${ids.map((id) => `'${id}'`).join(', ')}] as const;`;
	if (line.length <= 110) return line;
	return `export const ${name} = [\n${ids.map((id) => `\t'${id}',\n`).join('')}] as const;`;
}

function typeOf(setting: Setting): string {
	if (setting.enum !== undefined) return setting.enum.map((value) => `'${value}'`).join(' | ');
	if (setting.type === 'array')
		return `readonly ${setting.items?.type === 'string' ? 'string' : 'unknown'}[]`;
	return { integer: 'number', object: 'Readonly<Record<string, unknown>>' }[setting.type] ?? setting.type;
}

/** Returns texts with those of the tables in their previous places; new ones come last. */
function withTexts(before: Texts, own: Texts): Texts {
	const others = Object.entries(before).filter(
		([key]) => key in own || !/^(?:command|submenu|tool)\./.test(key),
	);
	return { ...Object.fromEntries(others), ...own };
}

/** Returns the text of the page about operations with a row for each. */
async function withOperations(page: string): Promise<string> {
	const callers = await callersOfOperations();
	const rows = [...operations.values()].map(
		({ id, effect, title }) => `| \`${id}\` | ${effect} | ${title} | ${callers.get(id)?.join(', ')} |\n`,
	);
	return page.replace(/(?:^\| `[a-z]+\.[A-Za-z]+` \| .*\n)+/m, () => rows.join(''));
}

if (process.argv[1] === import.meta.filename) {
	const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
	const write = (path: string, value: unknown) =>
		writeFileSync(join(root, path), `${JSON.stringify(value, undefined, 2)}\n`);
	const manifest = read('package.json');
	Object.assign(manifest.contributes, contributionsOfTables());
	write('package.json', manifest);
	write('package.nls.json', withTexts(read('package.nls.json'), textsOfTables()));
	writeFileSync(join(root, idsFile), idsSource(manifest));
	const page = join(root, 'docs/operations.md');
	writeFileSync(page, await withOperations(readFileSync(page, 'utf8')));
}
