import assert from 'node:assert/strict';
import { getL10nJson } from '@vscode/l10n-dev';
import { manifestTexts, writtenManifest } from './support/manifest.ts';
import { find, readText } from './support/project.ts';

type Texts = Readonly<Record<string, string>>;
const textsOf = (path: string): Texts => JSON.parse(readText(path));

/** Returns the languages other than English, from the names of the files. */
function languagesOf(pattern: string): string[] {
	return find(pattern).flatMap((path) => /\.(?:nls|l10n)\.([\w-]+)\.json$/.exec(path)?.[1] ?? []);
}

/** Returns the parts that a translation must keep: placeholders, command links, and words in the type of code. */
function keptParts(text: string): string[] {
	return (text.match(/\{\d+\}|\(command:[\w.]+\)|`[^`]+`|\$\([\w~-]+\)/g) ?? []).sort();
}

/** Asserts that existing translations fit; missing ones are shown in English. */
function assertTranslates(english: Texts, translated: Texts): void {
	assert.deepEqual(
		Object.keys(translated).filter((key) => !(key in english)),
		[],
		'`npm run l10n` takes out what is left over',
	);
	for (const [key, other] of Object.entries(translated)) {
		assert.notEqual(other.trim(), '', `"${key}" is empty`);
		assert.deepEqual(keptParts(other), keptParts(english[key] ?? ''), `"${key}"`);
	}
}

/** Returns a title without its end: three dots, or additional words for searching. */
const bareTitle = (title: string): string => title.replace(/\.{3}$/, '').replace(/ \([^)]*\)$/, '');

/** Returns the texts between quotation marks in a translation, without the name of the extension before a command. */
function namesIn(translated: string): string[] {
	const quoted = translated.matchAll(/„([^“{]+)“|«\s*([^»{]+?)\s*»|“([^”{]+)”/g);
	return [...quoted].map(([, low, angled, high]) =>
		bareTitle((low ?? angled ?? high ?? '').replace(/^Easel: /, '')),
	);
}

/** Words that a translation may have between quotation marks although the English text has other words there. */
const ownWords: ReadonlySet<string> = new Set(['etwa', 'name: Mein Deployment']);

/**
 * Checks the names of buttons, commands and views in a text: a translation uses their translated names.
 * @param titles texts and titles by their English ones
 */
function assertNames(
	texts: Texts,
	translated: Texts,
	titles: ReadonlyMap<string, ReadonlySet<string>>,
): void {
	for (const [key, other] of Object.entries(translated)) {
		const english = texts[key] ?? '';
		for (const name of namesIn(other)) {
			const isTitle = [...titles].some(
				([title, names]) => names.has(name) && english.includes(title.replace(/\.{3}$/, '')),
			);
			assert.ok(
				isTitle || english.includes(name) || ownWords.has(name),
				`"${other}": nothing that "${english}" names is called "${name}"`,
			);
		}
	}
}

/**
 * Asserts that translated sentences name the commands. English sentences name them without quotation marks; a name of
 * one word could be any word.
 */
function assertCommands(texts: Texts, translated: Texts, commands: ReadonlyMap<string, string>): void {
	for (const [key, english] of Object.entries(texts)) {
		if (!/[^.]\.$/.test(english)) continue;
		for (const [title, name] of commands)
			if (title.includes(' ') && english.includes(title))
				assert.ok(translated[key]?.includes(name) ?? true, `"${translated[key]}" does not name "${name}"`);
	}
}

describe('the texts of the manifest', () => {
	/** Members that a person reads. An id, a path or a condition is under another name. */
	const shown = new Set([
		'title',
		'shortTitle',
		'description',
		'markdownDescription',
		'enumDescriptions',
		'patternErrorMessage',
		'contents',
		'altText',
		'displayName',
		'userDescription',
	]);
	const found: { place: string; text: string }[] = [];
	const walk = (value: unknown, place: string, read: boolean): void => {
		if (typeof value === 'string' && read) found.push({ place, text: value });
		if (typeof value !== 'object' || value === null) return;
		for (const [name, member] of Object.entries(value)) {
			// Models read it, not people.
			if (name === 'inputSchema') continue;
			walk(member, `${place}.${name}`, shown.has(name) || (read && Array.isArray(value)));
		}
	};
	const { capabilities, contributes } = writtenManifest;
	walk({ capabilities, contributes }, 'manifest', false);
	for (const { name } of Object.values(contributes.views).flat()) found.push({ place: 'views', text: name });
	for (const { id, label } of contributes.submenus) found.push({ place: id, text: label });
	found.push({ place: 'description', text: writtenManifest.description });

	it('are kept under keys, so that they can be translated; only the name of the product is not', () => {
		const literal = found.filter(({ text }) => !/^%[\w.]+%$/.test(text) && text !== 'Easel');
		assert.deepEqual(literal, []);
	});

	it('have a text for each key, and a key for each text', () => {
		const keys = found.flatMap(({ text }) => /^%(.+)%$/.exec(text)?.[1] ?? []);
		assert.deepEqual([...new Set(keys)].sort(), Object.keys(manifestTexts).sort());
	});

	for (const language of languagesOf('package.nls.*.json')) {
		it(`are translated to "${language}", each with the same links`, () => {
			assertTranslates(manifestTexts, textsOf(`package.nls.${language}.json`));
		});
	}
});

describe('the texts of the code', () => {
	/** The sandbox speaks English, as the service does. */
	const sources = find('src/**/*.ts').filter((path) => !path.startsWith('src/sandbox/'));
	const bundle = textsOf('l10n/bundle.l10n.json');
	const literalCall = /\bl10n\s*\.t\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?=\s*[,)])/g;
	/** A source without its doc comments, which may show calls. */
	const codeOf = (path: string) => readText(path).replaceAll(/^\s*\*.*$/gm, '');

	it('are listed for translators: run `npm run l10n`', async () => {
		// Reading the calls alone takes a tenth of the time that all of the sources take.
		const calls = sources.flatMap((path) => codeOf(path).match(literalCall) ?? []);
		const contents = `import { l10n } from 'vscode';\n${calls.map((call) => `${call});\n`).join('')}`;
		const inCode = await getL10nJson([{ extension: '.ts', contents }]);
		assert.ok(Object.keys(inCode).length > 0);
		assert.deepEqual(inCode, bundle);
	});

	it('are whole and literal in calls that translate, so that the list is complete', () => {
		for (const path of sources)
			assert.doesNotMatch(
				readText(path),
				/\bl10n\s*\.t\((?!\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*[,)])/,
				path,
			);
	});

	const ofEditor = sources.filter((path) => !/^src\/(core|webviews|cli|manifest)\//.test(path));

	it('are translated wherever the editor shows them', () => {
		const messages = /(?<![\w.#])(?:inform|warn|fail|confirm|ask)\(\s*(?:['"]|`[^`]*[a-z]{2} )/;
		const members =
			/(?<!\w)(?:title|placeHolder|placeholder|prompt|openLabel|detail|tooltip|spoken|message)(?::| =) ?(?:(?!'Easel')['"]|`[^`]*[a-z]{2} )/;
		for (const path of ofEditor) {
			for (const line of readText(path).split('\n')) {
				assert.doesNotMatch(line, messages, path);
				assert.doesNotMatch(line, members, path);
			}
		}
	});

	for (const language of languagesOf('l10n/bundle.l10n.*.json')) {
		it(`are translated to "${language}", each with the same placeholders`, () => {
			assertTranslates(bundle, textsOf(`l10n/bundle.l10n.${language}.json`));
		});
	}
});

describe('the names of commands, buttons and views', () => {
	const bundle = textsOf('l10n/bundle.l10n.json');

	for (const language of languagesOf('l10n/bundle.l10n.*.json')) {
		const ofManifest = textsOf(`package.nls.${language}.json`);
		const ofCode = textsOf(`l10n/bundle.l10n.${language}.json`);
		const titles = new Map<string, Set<string>>();
		const add = (english: string, translated = english) => {
			const title = bareTitle(english);
			titles.set(title, (titles.get(title) ?? new Set()).add(bareTitle(translated)));
		};
		for (const [key, english] of Object.entries(manifestTexts)) add(english, ofManifest[key]);
		for (const english of Object.keys(bundle)) add(english, ofCode[english]);
		const commands = new Map(
			Object.entries(manifestTexts)
				.filter(([key]) => key.startsWith('command.'))
				.map(([key, english]) => [bareTitle(english), bareTitle(ofManifest[key] ?? english)]),
		);

		it(`are named in other texts as they are in "${language}"`, () => {
			assertNames(bundle, ofCode, titles);
			assertNames(manifestTexts, ofManifest, titles);
			assertCommands(bundle, ofCode, commands);
			assertCommands(manifestTexts, ofManifest, commands);
		});
	}
});

describe('the languages', () => {
	it('are the same for manifest and code, and German is one of them', () => {
		const ofManifest = languagesOf('package.nls.*.json');
		assert.deepEqual(ofManifest, languagesOf('l10n/bundle.l10n.*.json'));
		assert.ok(ofManifest.includes('de'));
	});
});
