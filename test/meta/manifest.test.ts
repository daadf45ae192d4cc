import assert from 'node:assert/strict';
import { contextKeys, viewIds } from '../../src/editor/shell/ids.ts';
import { commands } from '../../src/manifest/all.ts';
import {
	contributionsOfTables,
	idsFile,
	idsSource,
	paletteCondition,
	textsOfTables,
} from '../tools/writeManifest.ts';
import {
	conditions,
	keysOf,
	linkedCommands,
	manifest,
	manifestSettings,
	manifestTexts,
	strings,
	writtenManifest,
} from './support/manifest.ts';
import { fileExists, find, readText } from './support/project.ts';

const sources = [...find('src/editor/**/*.ts'), 'src/extension.ts', 'src/web.ts'].filter(
	(file) => file !== idsFile,
);
const code = sources.map(readText).join('\n');
const { contributes } = manifest;
const menuItems = Object.entries(contributes.menus).flatMap(([menu, items]) =>
	items.map((item) => ({ menu, ...item })),
);
const sorted = (ids: Iterable<string>) => [...ids].sort();

/** Ids of one kind that the code names in calls such as `setContext('easel.x'`. */
function namedIn(pattern: RegExp): string[] {
	return [...code.matchAll(pattern)].map(([, id = '']) => id);
}

function assertSubset(some: readonly string[], all: readonly string[], message: string): void {
	assert.deepEqual(sorted(new Set(some.filter((id) => !all.includes(id)))), [], message);
}

describe('the content of the tables of commands', () => {
	it('matches the manifest, without handwritten parts: run `npm run manifest`', () => {
		const written = contributionsOfTables();
		for (const [name, value] of Object.entries(written))
			assert.deepEqual(writtenManifest.contributes[name as keyof typeof written], value, name);
		const texts = Object.entries(manifestTexts).filter(([key]) => /^(?:command|submenu|tool)\./.test(key));
		assert.deepEqual(Object.fromEntries(texts), textsOfTables());
	});

	it('gives code and manifest the same ids: run `npm run manifest`', () => {
		assert.equal(readText(idsFile), idsSource(JSON.parse(readText('package.json'))));
	});
});

describe('commands of the manifest', () => {
	const declared = contributes.commands.map(({ command }) => command);

	it('are declared once each', () => {
		assert.equal(new Set(declared).size, declared.length);
	});

	it('have a title in words and are under one category', () => {
		for (const { command, title, category } of contributes.commands) {
			assert.match(title, /^[A-Z]/, command);
			assert.doesNotMatch(title, /^Easel:/, `${command}: the category already says so`);
			assert.equal(category, 'Easel', command);
		}
	});

	it('exist wherever the manifest names them', () => {
		const named = [
			...menuItems.flatMap(({ command }) => command ?? []),
			...contributes.keybindings.flatMap(({ command }) => command ?? []),
			...strings().flatMap(linkedCommands),
			...(contributes.walkthroughs ?? [])
				.flatMap(({ steps }) => steps.flatMap(({ completionEvents = [] }) => completionEvents))
				.flatMap((event) => /^onCommand:(.*)$/.exec(event)?.[1] ?? []),
		];
		assertSubset(
			named.filter((id) => id.startsWith('easel.')),
			declared,
			'named but not declared',
		);
	});

	it('exist wherever the code names them', () => {
		const named = namedIn(/(?:executeCommand|runCommand|command:)\s*\(?\s*['"`]?(easel\.\w+)/g);
		assertSubset(named, declared, 'named in code but not declared');
	});

	const hidden = new Set(
		menuItems.flatMap(({ menu, command, when }) =>
			menu === 'commandPalette' && when === 'false' ? (command ?? []) : [],
		),
	);

	it('have distinct titles in the palette', () => {
		const titles = Map.groupBy(
			contributes.commands.filter(({ command }) => !hidden.has(command)),
			({ title }) => title,
		);
		const alike = [...titles.values()].filter((commands) => commands.length > 1);
		assert.deepEqual(alike, []);
	});

	const offered = commands.filter(([, command]) => paletteCondition(command) !== 'false');

	it('are few in the palette: with a workflow open, and all that can be there, 60 with those of the editor for our views', () => {
		const ofOthers = /\bresourceFilename\b|easel\.activeDocument == (?!workflow\b)/;
		const possible = offered.filter(([, command]) => !ofOthers.test(paletteCondition(command) ?? ''));
		assert.ok(possible.length + viewIds.length <= 60, `${possible.length}`);
	});

	it('keep commands on rows out of the palette: copying, refreshing and loading more', () => {
		assert.deepEqual(
			offered.filter(([id]) => /^easel\.(?:copy|refresh|showMore|showOlder)/.test(id)),
			[],
		);
	});

	const findable: Readonly<Record<string, readonly string[]>> = {
		stop: ['easel.cancelRun', 'easel.cancelJob', 'easel.stopSandbox'],
		cost: ['easel.showSpending'],
		history: ['easel.filterRuns', 'easel.exportRuns'],
		queue: ['easel.run'],
		generate: ['easel.run'],
		comfy: ['easel.switchConnection'],
		login: ['easel.signIn'],
		logout: ['easel.signOut'],
		batch: ['easel.runWithSeeds'],
		price: ['easel.showSpending'],
		image: ['easel.showContactSheet'],
		download: ['easel.saveRunPictures'],
		help: ['easel.getStarted'],
		lora: ['easel.newTrainingConfiguration'],
		'save picture': ['easel.saveRunPictures'],
		seed: ['easel.runWithSeeds', 'easel.runAgainWithNewSeed'],
		upload: ['easel.uploadDataset'],
		caption: ['easel.editCaptions'],
		train: ['easel.submitTraining', 'easel.newTrainingConfiguration'],
	};
	for (const [typed, wanted] of Object.entries(findable)) {
		it(`are found in the palette by typing: ${typed}`, () => {
			// As the editor searches: in the title alone, each word at the beginning of one there.
			const beginnings = typed.split(' ').map((word) => new RegExp(`\\b${word}`, 'i'));
			const found = offered.filter(([, { title }]) => beginnings.every((word) => word.test(title)));
			assertSubset(
				wanted,
				found.map(([id]) => id),
				'not found',
			);
		});
	}

	it('have titles with the same capitals as in the editor', () => {
		for (const [id, { title }] of commands)
			assert.doesNotMatch(
				title.replace(/ \(.*/, ''),
				/\s(?:With|Into|From|For|To|In|Of|On|As|By|At|And|Or|A|An|The)(?=\s)/,
				`${id}: ${title}`,
			);
	});

	it('that start the open document have one key', () => {
		const keys = ['easel.run', 'easel.submitTraining'].map(
			(id) => contributes.keybindings.find(({ command }) => command === id)?.key,
		);
		assert.deepEqual(keys, ['ctrl+alt+r', 'ctrl+alt+r']);
	});

	it('can be reached: from the palette, a menu, a key, a link or the code', () => {
		const offered = new Set([
			...menuItems.filter(({ menu }) => menu !== 'commandPalette').flatMap(({ command }) => command ?? []),
			...contributes.keybindings.flatMap(({ command }) => command ?? []),
			...strings().flatMap(linkedCommands),
			...declared.filter((id) => !hidden.has(id)),
			// A call, the command of a row or a lens, but not the registration of a handler.
			...namedIn(/(?:runCommand|command|lens|moreRow)\(\s*(?:[^()']*,\s*)?'(easel\.\w+)'/g),
			...namedIn(/command(?:: CommandId)?(?:: | = )'(easel\.\w+)'/g),
		]);
		assert.deepEqual(
			declared.filter((id) => !offered.has(id)),
			[],
			'no way leads there',
		);
	});
});

describe('menus of the manifest', () => {
	it('name submenus that exist', () => {
		const declared = contributes.submenus.map(({ id }) => id);
		assertSubset(
			menuItems.flatMap(({ submenu }) => submenu ?? []),
			declared,
			'submenu not declared',
		);
		for (const id of declared) assert.ok(id in contributes.menus, `${id} is empty`);
	});

	it('ask for rows by the tags that the trees give them, and for each of these', () => {
		const given = new Set(
			namedIn(/'((?:\+[A-Za-z]+)+)'/g).flatMap((tags) => tags.split('+').filter((tag) => tag !== '')),
		);
		const asked = new Set<string>();
		for (const { place, text } of conditions()) {
			for (const [test, regex = ''] of text.matchAll(
				/viewItem\s*(?:=~\s*\/((?:\\.|[^/])*)\/|[=!]=\s*\S+)/g,
			)) {
				const tag = /^\\\+([A-Za-z]+)\\b$/.exec(regex)?.[1];
				assert.ok(tag, `${place}: ask for one tag, as in viewItem =~ /\\+run\\b/, not ${test}`);
				asked.add(tag);
			}
		}
		assert.ok(asked.size > 0);
		assert.deepEqual(sorted(asked), sorted(given));
	});
});

describe('buttons of the manifest', () => {
	const viewOf = (when = '') =>
		/\bview\s*==\s*([\w.]+)/.exec(when)?.[1] ?? /\bview\s*=~\s*\/(.*?)\/ /.exec(when)?.[1];
	const iconOf = (id = '') => contributes.commands.find(({ command }) => command === id)?.icon;
	const buttons = menuItems.filter(({ group = '' }) => /^(navigation|inline)(@|$)/.test(group));

	it('above views and texts have distinct icons', () => {
		const bars = Map.groupBy(buttons, ({ menu, when }) => `${menu} ${viewOf(when) ?? ''}`);
		let compared = 0;
		for (const [bar, items] of bars) {
			// Rows of one view may have the same button, and Run of a document is one button for every kind of document.
			if (!/^(editor|view)\/title /.test(bar)) continue;
			const icons = new Map<string, string>();
			for (const { command = '' } of items) {
				const icon = iconOf(command);
				assert.ok(icon, `${bar}: ${command} is a button without an icon`);
				const other = icons.get(icon);
				assert.ok(other === undefined || other === command, `${bar}: ${other} and ${command} look the same`);
				icons.set(icon, command);
				compared++;
			}
		}
		assert.ok(compared > 15);
	});

	it('on a row start work only with its icon, and toggle nothing', () => {
		const rows = buttons.filter(({ menu }) => menu === 'view/item/context');
		for (const { command = '' } of rows) {
			if (/\$\((debug-start|play)\)/.test(iconOf(command) ?? '')) assert.match(command, /^easel\.run/);
			assert.doesNotMatch(command, /^easel\.(enable|disable)/);
		}
		assert.ok(rows.some(({ command }) => command === 'easel.runDeployment'));
	});

	it('of a view that asks for a sign-in appear with it', () => {
		const asking = new Set(
			contributes.viewsWelcome.flatMap(({ view, when = '' }) =>
				/State == signedOut/.test(when) ? view : [],
			),
		);
		assert.ok(asking.size > 0);
		for (const { menu, command, when = '' } of buttons) {
			if (menu === 'view/title' && asking.has(viewOf(when) ?? ''))
				assert.match(when, /(^|&& )easel\.signedIn\b/, command);
		}
	});

	it('and entries for files of a common kind leave the top of the menu to the editor', () => {
		const entries = menuItems.filter(({ menu }) => menu === 'explorer/context');
		for (const { command, group = '' } of entries) assert.match(group, /^6_easel@/, `${command}: one group`);
		const run = entries.find(({ command }) => command === 'easel.run')?.when ?? '';
		const name = new RegExp(/resourceFilename =~ \/(.*?)\/i/.exec(run)?.[1] ?? '$^', 'i');
		assert.match('workflow_api.json', name);
		for (const other of ['package.json', 'tsconfig.json', 'settings.json', 'data.json'])
			assert.doesNotMatch(other, name);
		assert.match(run, /^\(resourcePath in easel\.workflowFiles/);
	});
});

describe('views of the manifest', () => {
	it('are in containers that exist, and each is filled by the code', () => {
		const containers = Object.values(contributes.viewsContainers)
			.flat()
			.map(({ id }) => id);
		assertSubset(
			Object.keys(contributes.views),
			[...containers, 'explorer', 'scm', 'debug', 'test'],
			'no such container',
		);
		for (const id of viewIds) assert.ok(code.includes(`'${id}'`), `${id} is filled by nobody`);
	});

	it('have welcome texts and conditions that name views that exist', () => {
		const named = [
			...contributes.viewsWelcome.map(({ view }) => view),
			...conditions().flatMap(({ text }) =>
				[...text.matchAll(/\bview\s*==\s*'?([\w.]+)/g)].map(([, id = '']) => id),
			),
		];
		assertSubset(
			named.filter((id) => id.startsWith('easel')),
			[...viewIds],
			'no such view',
		);
	});
});

describe('context keys', () => {
	it('in conditions are known to the code, or are settings', () => {
		const named = conditions().flatMap(({ text }) => keysOf(text));
		const own = named.filter((key) => key.startsWith('easel.') || key.startsWith('config.easel.'));
		assertSubset(
			own,
			[...contextKeys, ...Object.keys(manifestSettings()).map((id) => `config.${id}`)],
			'nobody sets this key',
		);
	});

	it('in walkthrough steps are known to the code', () => {
		const events = (contributes.walkthroughs ?? []).flatMap(({ steps }) =>
			steps.flatMap(({ completionEvents = [] }) => completionEvents),
		);
		const named = events.flatMap((event) => (event.startsWith('onContext:') ? keysOf(event.slice(10)) : []));
		assertSubset(named, [...contextKeys], 'nobody sets this key');
	});

	it('are each set by the code and used by the manifest', () => {
		const manifestText = readText('package.json');
		for (const key of contextKeys) {
			assert.match(code, new RegExp(`setContext\\(\\s*'${key}'`), `${key} is never set`);
			assert.ok(manifestText.includes(key), `${key} is never asked for`);
		}
	});
});

describe('pictures of walkthrough steps', () => {
	it('have only colors of the theme', () => {
		for (const { id, media } of (contributes.walkthroughs ?? []).flatMap(({ steps }) => steps)) {
			const drawing = readText(String(media.svg));
			const colors = [...drawing.matchAll(/(?:fill|stroke|color)(?:="|: ?)([^";]+)/g)].map(
				([, color]) => color,
			);
			assert.ok(new Set(colors).size >= 4, `${id} has only ${colors.join(', ')}`);
			const fixed = colors.filter((color) => color !== 'none' && !color?.startsWith('var(--vscode-'));
			assert.deepEqual(fixed, [], id);
		}
	});
});

describe('settings of the manifest', () => {
	const settings = manifestSettings();

	it('are declared once each, in distinct places', () => {
		const sections = [contributes.configuration].flat();
		const ids = sections.flatMap(({ properties }) => Object.keys(properties));
		assert.deepEqual(sorted(ids), sorted(new Set(ids)), 'the editor reports the second one as an error');
		const orders = Object.values(settings).map(({ order }) => order);
		assert.equal(new Set(orders).size, ids.length, `two settings have the same order: ${orders.join(', ')}`);
	});

	it('are each read by the code', () => {
		for (const id of Object.keys(settings)) assert.ok(code.includes(`'${id}'`), `${id} is read by nobody`);
	});

	it('explain themselves and have a type, a default and a scope', () => {
		for (const [id, setting] of Object.entries(settings)) {
			assert.match(setting.markdownDescription ?? setting.description ?? '', /\.$/, `${id}: a sentence`);
			assert.ok(setting.default !== undefined, `${id} has no default`);
			assert.ok(setting.type !== undefined || setting.enum !== undefined, `${id} has no type`);
			assert.ok(setting.scope !== undefined, `${id} has no scope`);
		}
	});

	it('that steer traffic cannot be set by a workspace', () => {
		for (const [id, { scope }] of Object.entries(settings)) {
			if (/connection|sandbox|webhook|url/i.test(id)) assert.equal(scope, 'application', id);
		}
	});
});

describe('the manifest', () => {
	it('names only files that exist', () => {
		const paths = strings().filter((text) => /^(?:\.\/)?(?:media|syntaxes|dist|docs)\/[\w./-]+$/.test(text));
		assert.ok(paths.length > 0);
		assert.deepEqual(
			paths.filter((path) => !fileExists(path)),
			[],
		);
	});

	it('starts the extension by nothing general', () => {
		// Training configurations are plain YAML under any name: only the language shows that one may be open. A
		// document of ours is recognized by its content, so its language alone must be enough.
		for (const event of manifest.activationEvents)
			assert.match(
				event,
				/^(workspaceContains:|onWebviewPanel:|onFileSystem:|onUri$|onLanguage:(jsonc?|yaml|csv)$)/,
			);
	});

	it('states what is possible in untrusted and virtual workspaces', () => {
		assert.ok(manifest.capabilities !== undefined && 'untrustedWorkspaces' in manifest.capabilities);
		assert.ok('virtualWorkspaces' in manifest.capabilities);
	});
});
