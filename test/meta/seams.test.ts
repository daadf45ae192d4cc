import assert from 'node:assert/strict';
import { basename, dirname, join } from 'node:path';
import { find, readText } from './support/project.ts';

/** Calls that are allowed in one place only, as written in a source, and that place. */
const seams: readonly {
	readonly what: string;
	readonly call: RegExp;
	readonly seam: readonly string[];
	readonly instead: string;
	/** The sources to which the rule applies, other than the editor wing; a part of the project. */
	readonly within?: string;
}[] = [
	{
		what: 'messages to the person',
		call: /\bshow(?:Information|Warning|Error)Message\b/,
		seam: ['src/editor/shell/messages.ts'],
		instead: 'inform, warn, fail or confirm of shell/messages.ts: they let no text become a link',
	},
	{
		what: 'the registration of commands',
		call: /\bregister(?:TextEditor)?Command\s*\(/,
		seam: ['src/editor/shell/commands.ts'],
		instead: 'registerCommands of shell/commands.ts: it answers for handlers that throw',
	},
	{
		what: 'calls of our own commands',
		call: /\bexecuteCommand\s*(?:<[^>]*>)?\(\s*['"`]easel\./,
		seam: [],
		instead: 'runCommand of shell/commands.ts: its ids are checked',
	},
	{
		what: 'context keys',
		call: /\bexecuteCommand\s*\(\s*['"`]setContext\b/,
		seam: ['src/editor/shell/contextKeys.ts'],
		instead: 'setContext of shell/contextKeys.ts',
	},
	{
		what: 'our own settings',
		call: /\bgetConfiguration\s*\(\s*(?:\)|undefined|['"`]easel)/,
		seam: ['src/editor/shell/settings.ts'],
		instead: 'readSetting or writeSetting of shell/settings.ts',
	},
	{
		what: 'reading texts',
		call: /\b(?:parse|recognize)(?:Workflow|Training)\s*\(/,
		seam: [
			'src/editor/documents/trainingDocuments.ts',
			'src/editor/documents/workflowDocuments.ts',
			'src/editor/documents/workflowTexts.ts',
			// These two read the result of a fix, which is not the text of a document yet.
			'src/editor/training/languageFeatures.ts',
			'src/editor/workflow/workflowChecks.ts',
		],
		instead: 'the owner of documents (documents/documents.ts): it reads each text once',
	},
	{
		what: 'events with names of callbacks',
		call: /\bon(?!Did[A-Z])[A-Z]\w*(?:\(\))?: (?:vscode\.)?Event</,
		seam: [],
		instead: 'onDid…: on… alone is a callback that one hands over',
		within: 'src/**/*.ts',
	},
	{
		what: 'panels',
		call: /\b(?:createWebviewPanel|registerWebviewPanelSerializer)\s*\(/,
		seam: ['src/editor/shell/panels/webviewPanel.ts', 'src/editor/shell/panels/panelRegistry.ts'],
		instead: 'shell/webviewPanel.ts: it sets the policy and checks every message',
	},
	{
		what: 'JSON with indentation',
		call: /\bJSON\.stringify\s*\((?:[^()]|\([^()]*\))*,\s*(?:null|undefined)\s*,/,
		// The code of a snippet, which is not called here.
		seam: ['src/core/catalog/snippets.ts'],
		instead: 'indentedJson of core/json/indented.ts: what nests deep takes no square of its length there',
		within: 'src/**/*.ts',
	},
	{
		what: 'the kind of a connection',
		call: /\b(?:connection|elsewhere|other)\??\.kind\b/,
		// Text about other connections names the kind.
		seam: ['src/editor/runs/start/pickTarget.ts'],
		instead: 'the capability that is needed, `connection.capabilities`: core/connection has them by kind',
		within: 'src/**/*.ts',
	},
	{
		what: 'paths of a service or an engine',
		call: /['"]\/[a-z]+(?:[-_][a-z]+)*(?:\/[\w/{}+-]*)?['"]|[`}]\/(?:prod|v1|api|instances|requests|inference|status|result|cancel|upload)\b/,
		seam: [
			'src/core/connection/routes.ts',
			// The folder of datasets on the machine that trains, and the root of a URL that is made up.
			'src/core/datasets/dataset.ts',
			'src/core/deployments/instanceProxy.ts',
		],
		instead: '`route(connection, name, ids)` of core/connection/route.ts',
		within:
			'src/core/{connection,account,deployments,catalog,datasets,jobs,engine,webhooks,requests,runs}/**/*.ts',
	},
	{
		what: 'facts of one service',
		call: /^import (?!type).*\/wire\/(?:hardware|limits|codes)\.ts'/m,
		seam: [
			'src/core/connection/dialects.ts',
			// Remarks about files before a service is known.
			'src/core/datasets/report/remarks.ts',
			'src/core/requests/inputSchema.ts',
			'src/core/runs/plan/media.ts',
			'src/core/runs/plan/mediaSentences.ts',
			'src/editor/workflow/mediaFiles.ts',
			// Bounds of settings, and machines while no service is known.
			'src/core/deployments/settings.ts',
			'src/cli/commands/jobs.ts',
			'src/core/agents/tools/training.ts',
		],
		instead: '`dialectOf(connection)` of core/connection/dialects.ts',
		within: 'src/{core/[!w]*,editor,cli}/**/*.ts',
	},
	{
		what: 'folders with those above them',
		call: /\bmkdir(?:Sync)?\s*\([^;]*\brecursive: true/,
		seam: [],
		instead: 'makeFolder of core/base/disk/makeFolder.ts: Node tries forever where there can be no folders',
		within: 'src/**/*.ts',
	},
	{
		what: 'leaving out one member that is undefined',
		call: /\.\.\.\(\s*([\w.]+) === undefined \? \{\} : \{ (?:\w+: )?\1 \}\s*\)/,
		seam: [],
		instead: 'compact of core/base/compact.ts',
		within: 'src/**/*.ts',
	},
];

describe('a call with one seam', () => {
	const files = [...find('src/editor/**/*.ts'), 'src/extension.ts', 'src/web.ts'];

	for (const { what, call, seam, instead, within } of seams) {
		it(`is called only there: ${what}`, () => {
			const searched = within === undefined ? files : find(within);
			const callers = searched.filter((file) => call.test(readText(file)));
			assert.deepEqual(
				callers.filter((file) => !seam.includes(file)),
				[],
				`use ${instead}`,
			);
			// A seam that the pattern does not find would let everything pass.
			assert.deepEqual(
				seam.filter((file) => !callers.includes(file)),
				[],
			);
		});
	}

	it('is named by features.ts if several things are loaded together on first use', () => {
		const loaded = find('src/**/*.ts').flatMap((file) =>
			[...readText(file).matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, target = '']) =>
				join(dirname(file), target).replaceAll('\\', '/'),
			),
		);
		assert.ok(loaded.length > 10, 'no dynamic import was found');
		const declares = /^(?:export )?(?:async )?(?:function|class|const|let) /m;
		const lists = [...new Set(loaded)].filter(
			(file) => file.endsWith('.ts') && !declares.test(readText(file)),
		);
		assert.deepEqual(
			lists.filter((file) => basename(file) !== 'features.ts'),
			[],
		);
		assert.ok(lists.length > 0, 'no list of things that are loaded together was found');
	});

	it('is recognized across lines and with type arguments', () => {
		const own = seams.find(({ what }) => what === 'calls of our own commands')?.call;
		assert.match("executeCommand<void>(\n\t'easel.run', uri)", own ?? /^$/);
		assert.doesNotMatch("executeCommand('vscode.diff')", own ?? /^/);
	});
});
