import assert from 'node:assert/strict';
import { getL10nJson } from '@vscode/l10n-dev';
import { manifestTexts, writtenManifest } from './support/manifest.ts';
import { find, readText } from './support/project.ts';

type Texts = Readonly<Record<string, string>>;
const textsOf = (path: string): Texts => JSON.parse(readText(path));

/** Languages other than English, by the names of the files. */
function languagesOf(pattern: string): string[] {
	return find(pattern).flatMap((path) => /\.(?:nls|l10n)\.([\w-]+)\.json$/.exec(path)?.[1] ?? []);
}

/** What a translation must keep: placeholders, command links, and words in the type of code. */
function keptParts(text: string): string[] {
	return (text.match(/\{\d+\}|\(command:[\w.]+\)|`[^`]+`|\$\([\w~-]+\)/g) ?? []).sort();
}

/** English is shown where a translation is missing, so only what is there must fit. */
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
	]);
	const found: { place: string; text: string }[] = [];
	const walk = (value: unknown, place: string, read: boolean): void => {
		if (typeof value === 'string' && read) found.push({ place, text: value });
		if (typeof value !== 'object' || value === null) return;
		for (const [name, member] of Object.entries(value))
			walk(member, `${place}.${name}`, shown.has(name) || (read && Array.isArray(value)));
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
	/** The sandbox speaks as the service does, whose language is English. */
	const sources = find('src/**/*.ts').filter((path) => !path.startsWith('src/sandbox/'));
	const bundle = textsOf('l10n/bundle.l10n.json');

	it('are listed for translators: run `npm run l10n`', async () => {
		const files = sources.map((path) => ({ extension: '.ts' as const, contents: readText(path) }));
		const inCode = await getL10nJson(files);
		assert.ok(Object.keys(inCode).length > 0);
		assert.deepEqual(inCode, bundle);
	});

	it('are whole and literal where they are translated, so that none is left out of the list', () => {
		for (const path of sources)
			assert.doesNotMatch(
				readText(path),
				/\bl10n\.t\((?!\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*[,)])/,
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

describe('the languages', () => {
	it('are the same for manifest and code, and German is one of them', () => {
		const ofManifest = languagesOf('package.nls.*.json');
		assert.deepEqual(ofManifest, languagesOf('l10n/bundle.l10n.*.json'));
		assert.ok(ofManifest.includes('de'));
	});
});
