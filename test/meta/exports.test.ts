import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { find, readText } from './support/project.ts';

/**
 * Values that only tests import, each with the reason why no source needs it: `file#name`. Types are exempt: a test
 * names the parameters of a function.
 */
const forTests: Readonly<Record<string, string>> = {
	'src/extension.ts#activate': 'the editor calls it',
	'src/web.ts#activate': 'the editor calls it',
	'src/sandbox/engine/execute.ts#executableClasses': 'each class that is executed must be described',
	'src/sandbox/contrary/kinds.ts#oddityKinds': 'each kind must occur in a reply',
	'src/manifest/all.ts#commandIds': 'each must have a handler',
	'src/cli/program.ts#runWords': 'a command line in a place that a test plays',
	'src/cli/terminal/tables.ts#widthOf': 'random texts are measured by it',
	'src/editor/shell/panels/webviewHtml.ts#contentSecurityPolicy': 'pages of tests load with the same policy',
	'src/core/operations/moments.ts#momentOf': 'words of each form go to it with a certain moment as now',
	'src/core/workflow/nodeInputs.ts#readInputSpec': 'random descriptions of inputs go to it',
	'src/core/wire/codes.ts#codesOf': 'each code is held against the documents of the service',
	'src/core/webhooks/eventLog.ts#mostEvents': 'a limit that the test goes beyond',
	'src/core/training/context.ts#ownRules': 'each rule must have a page',
	'src/core/runs/plan/media.ts#noMedia': 'what a plan takes where a document has no media',
	'src/core/runs/plan/mediaInputs.ts#kindsOfInput': 'held against the description of each class',
	'src/core/runs/history/filter.ts#runOrigins': 'random filters are made of them',
	'src/core/runs/archive/saveName.ts#namePlaceholders': 'each must be described in the manifest',
	'src/core/requests/inputValues.ts#jsonMistake':
		'the place of each mistake is compared with that of the reader',
	'src/core/requests/keptInputs.ts#withoutSignatures': 'random addresses go to it',
	'src/core/jobs/parse.ts#errorText': 'random replies go to it',
	'src/core/deployments/file/deploymentFile.ts#fileKeys': 'each key must have a description',
	'src/core/catalog/snippets.ts#exampleBody': 'each example must fit the schema of its model',
	'src/core/captions/pairs.ts#mediumKind': 'each ending must be one that an upload takes',
	'src/editor/deployments/form/panel.ts#DeploymentForm': 'the form without its window',
	'src/editor/runs/instance/commands.ts#hasInstance': 'a run of an engine has no instance to be asked',
	'src/core/account/balance.ts#parseBalance': 'random and damaged replies go to it',
	'src/core/account/deviceFlow.ts#parseDeviceCode': 'random and damaged replies go to it',
	'src/core/account/deviceFlow.ts#parsePoll': 'random and damaged replies go to it',
	'src/core/account/identity.ts#parseAccount': 'random and damaged replies go to it',
};

/** Files in `test/tools` make the product, too. */
const isTest = (file: string) => /^test\/(?!tools\/)/.test(file);

interface Exported {
	readonly name: string;
	readonly isType: boolean;
}

/** Returns the names in the braces of an import or an export, with the name in the other file first. */
function namesIn(
	list: string,
): readonly { readonly from: string; readonly as: string; readonly isType: boolean }[] {
	return list
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '')
		.map((entry) => {
			const [from = '', as = from] = entry.replace(/^type /, '').split(/\s+as\s+/);
			return { from, as, isType: entry.startsWith('type ') };
		});
}

/** Returns the names that a text exports. The formatter and the linter leave no other forms. */
function exportsOf(text: string): readonly Exported[] {
	const declared = text.matchAll(
		/^export (?:abstract |async )*(const|let|function\*?|class|enum|interface|type) ([\w$]+)/gm,
	);
	const listed = text.matchAll(/^export (const )?(type )?[{[]([^}\]]*)[}\]]/gm);
	return [
		...[...declared].map(([, kind = '', name = '']) => ({
			name,
			isType: kind === 'interface' || kind === 'type',
		})),
		...[...listed].flatMap(([, , allTypes, list = '']) =>
			namesIn(list).map(({ as, isType }) => ({ name: as, isType: isType || allTypes !== undefined })),
		),
	];
}

/** Returns the imports of a text: specifiers, each with a name. Any name that it mentions may be taken from a file that it loads later. */
function takenBy(text: string): readonly { readonly specifier: string; readonly name: string }[] {
	const named = text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']*)'/gm);
	const whole = text.matchAll(/^(?:import \* as \w+|export \*) from '(\.[^']*)'/gm);
	const later = [...text.matchAll(/import\(\s*'(\.[^']*)'/g)];
	const words = later.length === 0 ? [] : [...new Set(text.match(/[\w$]+/g))];
	return [
		...[...named].flatMap(([, list = '', specifier = '']) =>
			namesIn(list).map(({ from }) => ({ specifier, name: from })),
		),
		...[...whole].map(([, specifier = '']) => ({ specifier, name: '*' })),
		...later.flatMap(([, specifier = '']) => words.map((name) => ({ specifier, name }))),
	];
}

describe('a name that a file exports', () => {
	const users = new Map<string, string[]>();
	for (const file of [...find('src/**/*.ts'), ...find('test/**/*.{ts,mjs}')]) {
		for (const { specifier, name } of takenBy(readText(file))) {
			const key = `${posix.join(posix.dirname(file), specifier)}#${name}`;
			users.set(key, [...(users.get(key) ?? []), file]);
		}
	}
	// The lists of ids are written by `npm run ids`, one per room, whether or not a room asks for its own.
	const sources = find('src/**/*.ts').filter((file) => !file.endsWith('/ids.ts'));
	const entries = sources.flatMap((file) =>
		exportsOf(readText(file)).map(({ name, isType }) => ({
			key: `${file}#${name}`,
			isType,
			users: [...(users.get(`${file}#${name}`) ?? []), ...(users.get(`${file}#*`) ?? [])],
		})),
	);

	it('is read in every form', () => {
		const text = `export const a = 1;\nexport async function b() {}\nexport abstract class C {}\nexport type D = 1;\nexport interface E {}
export { f, type G as H } from './i.ts';\nexport type { J } from './k.ts';\nexport const [l, m] = n;\n`;
		assert.deepEqual(
			exportsOf(text).map(({ name, isType }) => (isType ? `type ${name}` : name)),
			['a', 'b', 'C', 'type D', 'type E', 'f', 'type H', 'type J', 'l', 'm'],
		);
		const user = `import { a, type B as C } from './d.ts';\nexport { e } from './f.ts';\nconst { g } = await import('./h.ts');\n`;
		const taken = takenBy(user).map(({ specifier, name }) => `${specifier} ${name}`);
		for (const each of ['./d.ts a', './d.ts B', './f.ts e', './h.ts g'])
			assert.ok(taken.includes(each), each);
		assert.ok(!taken.includes('./d.ts C'));
	});

	it('is imported by another file', () => {
		assert.ok(entries.length > 2000, `${entries.length} exports`);
		const unused = entries.filter((entry) => entry.users.length === 0).map(({ key }) => key);
		assert.deepEqual(unused, []);
	});

	it('is imported by a source, or by tests for a reason', () => {
		const onlyTests = entries
			.filter(({ isType, users }) => !isType && users.length > 0 && users.every(isTest))
			.map(({ key }) => key);
		assert.deepEqual(
			onlyTests.filter((key) => !(key in forTests)),
			[],
		);
		const gone = Object.keys(forTests).filter((listed) => !entries.some(({ key }) => key === listed));
		assert.deepEqual(gone, [], 'reasons for what is exported no longer');
	});
});
