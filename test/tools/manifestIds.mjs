// `npm run ids`: writes the ids that the code shares with `package.json` into a module, so that each is written once.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './machine.mjs';

export const idsFile = 'src/editor/shell/ids.ts';

/** The text of the module of ids for a manifest. @param {any} manifest */
export function idsSource(manifest) {
	const { activationEvents = [], contributes } = manifest;
	const commands = contributes.commands.map((/** @type {any} */ { command }) => command);
	const views = Object.values(contributes.views).flatMap((/** @type {any} */ list) =>
		list.map((/** @type {any} */ { id }) => id),
	);
	const panels = activationEvents.flatMap(
		(/** @type {string} */ event) => /^onWebviewPanel:(.*)$/.exec(event)?.[1] ?? [],
	);
	const sections = [contributes.configuration].flat();
	const settings = Object.assign({}, ...sections.map(({ properties }) => properties));
	return `/*
 * Every id that Easel shares with \`package.json\`, from which \`npm run ids\` writes this file. Change the manifest, then run it.
 */

${list('commandIds', commands)}
export type CommandId = (typeof commandIds)[number];

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

/** Names that begin with ours in all conditions; a command's \`enablement\` and an event \`onContext:\` are conditions too. @param {unknown} contributes */
function contextKeysOf(contributes) {
	/** @type {Set<string>} */
	const keys = new Set();
	/** @param {string} condition */
	const read = (condition) => {
		// What a key is compared with may look like one.
		const bare = condition.replaceAll(/(?:==|!=|=~)\s*(?:'[^']*'|\/(?:\\.|[^/])*\/\w*|[\w.-]+)/g, '');
		for (const [key] of bare.matchAll(/(?<![\w.])easel\.\w+/g)) keys.add(key);
	};
	/** @param {unknown} value @param {string} name */
	const walk = (value, name) => {
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

/**
 * One line where that is no longer than the formatter allows.
 * @param {string} name
 * @param {readonly string[]} ids
 */
function list(name, ids) {
	const line = `export const ${name} = [${ids.map((id) => `'${id}'`).join(', ')}] as const;`;
	if (line.length <= 110) return line;
	return `export const ${name} = [\n${ids.map((id) => `\t'${id}',\n`).join('')}] as const;`;
}

/** @param {any} setting */
function typeOf(setting) {
	if (setting.enum !== undefined)
		return setting.enum.map((/** @type {unknown} */ value) => `'${value}'`).join(' | ');
	if (setting.type === 'array')
		return `readonly ${setting.items?.type === 'string' ? 'string' : 'unknown'}[]`;
	return (
		{ integer: 'number', object: 'Readonly<Record<string, unknown>>' }[String(setting.type)] ?? setting.type
	);
}

if (process.argv[1] === import.meta.filename) {
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	writeFileSync(join(root, idsFile), idsSource(manifest));
	console.log(`wrote ${idsFile}`);
}
