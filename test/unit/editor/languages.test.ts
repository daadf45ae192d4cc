import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { formatBalance } from '../../../src/core/account/balance.ts';
import { allOf, either, firstOf, percentText, quoted } from '../../../src/core/base/language.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { exactUsd, perUnit } from '../../../src/core/base/money.ts';
import { filterDeployments } from '../../../src/core/deployments/filter.ts';
import { statusText } from '../../../src/core/deployments/statusText.ts';
import { trainingLenses } from '../../../src/core/training/language/annotations.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';
import { renderNode } from '../../../src/editor/deployments/render.ts';
import { registerCommands } from '../../../src/editor/shell/commands.ts';
import { changedInputsText } from '../../../src/editor/shell/numbers.ts';
import { createPanel } from '../../../src/editor/shell/panels/webviewPanel.ts';
import { noExtras } from '../support/runRecord.ts';
import { until } from '../support/until.ts';
import { commands, editor, Uri, workspace } from '../support/vscode.ts';
import { FakeWebviewPanel } from '../support/webviewPanel.ts';

const protocol = {
	identity: z.object({}),
	memory: z.object({}),
	toView: { state: z.object({}), notify: z.object({ text: z.string() }) },
	toHost: {},
	requests: {},
};

describe('an editor in German', () => {
	beforeEach(() => editor.speak('de'));
	afterEach(() => editor.reset());

	it('shows rows in German, with numbers as German writes them', () => {
		const row = renderNode({ kind: 'more', shown: 500, total: 10000 }, Date.now(), 0, noExtras);
		assert.equal(row.label, 'Mehr anzeigen');
		assert.equal(row.description, '500 von 10.000 angezeigt');
	});

	it('has singular and plural texts', () => {
		assert.equal(changedInputsText(1), '1 geänderte Eingabe');
		assert.equal(changedInputsText(2000), '2.000 geänderte Eingaben');
	});

	it('separates the percent sign from the number, which English does not', () => {
		assert.equal(percentText(29), '29\u00A0%');
		assert.equal(percentText(7.5, { maximumSignificantDigits: 2 }), '7,5\u00A0%');
		editor.speak('en');
		assert.equal(percentText(29), '29%');
	});

	it('formats amounts of money with the German comma', () => {
		assert.equal(formatBalance({ microdollars: 24_990_000, currency: 'USD' }), '24,99 USD');
		assert.equal(exactUsd(2_500), '0,0025 USD');
		assert.equal(perUnit(exactUsd(570_000), 'second'), '0,57 USD pro Sekunde');
		assert.equal(perUnit(exactUsd(570_000), 'token'), '0,57 USD pro token');
	});

	it('finds deployments by the displayed words', () => {
		const deployments = [
			{ id: 'one', name: 'Hafen', status: 'active' },
			{ id: 'two', name: 'Dorf', status: 'standby', enabled: false },
		];
		assert.deepEqual(deployments.map(statusText), ['aktiv', 'deaktiviert']);
		assert.deepEqual(filterDeployments(deployments, 'aktiv hafen'), [deployments[0]]);
		assert.deepEqual(filterDeployments(deployments, 'deaktiviert'), [deployments[1]]);
	});

	it('shows the state of a dataset in German, also above its folder in a configuration', () => {
		const text =
			'config:\n  process:\n    - type: sd_trainer\n      datasets:\n        - folder_path: /app/ai-toolkit/datasets/cats\n';
		const shownFor = (state: string) => {
			const datasets = { lookup: () => ({ state, files: ['a.png', 'b.png'] }) };
			return trainingLenses(parseTraining(text), [], { datasets }).map(({ title }) => title);
		};
		assert.deepEqual(shownFor('READY'), ['cats: bereit, 2 Bilder']);
		assert.deepEqual(shownFor('UPLOADING'), ['cats: empfängt oder prüft Dateien, 2 Bilder']);
		assert.deepEqual(shownFor('ARCHIVED'), ['cats: ARCHIVED, 2 Bilder'], 'a word that Easel does not know');
	});

	it('formats row contents and lists in German', () => {
		const names = ['a', 'b', 'c', 'd'];
		assert.equal(either(names), 'a, b, c oder d');
		assert.equal(allOf(names.slice(0, 2)), 'a und b');
		assert.equal(firstOf(names, 4), 'a, b, c, d');
		assert.equal(firstOf(names, 2), 'a, b und 2 weitere');
		assert.equal(quoted('Hafen'), '„Hafen“');
	});

	it('shows messages in German, with buttons that work as in English', async () => {
		let shown = 0;
		registerCommands(silentLog, {
			'easel.showLog': () => {
				shown++;
			},
			'easel.showRun': () => {
				throw new Error('EACCES');
			},
		});
		editor.answer = ([button]) => button;
		await commands.executeCommand('easel.showRun');
		assert.deepEqual(
			editor.messages.map(({ text, buttons }) => ({ text, buttons })),
			[
				{
					text: 'Easel kann diesen Vorgang nicht abschließen. EACCES',
					buttons: ['Protokoll anzeigen'],
				},
			],
		);
		assert.equal(shown, 1);
	});

	it('requests the texts of a panel type once, and again if the script was unreadable', async () => {
		const read: string[] = [];
		let isThere = false;
		Object.assign(workspace, {
			fs: {
				readFile: async ({ path }: Uri) => {
					read.push(path);
					if (!isThere) throw new Error('EMFILE');
					return new TextEncoder().encode('text("Show More")');
				},
			},
		});
		const shown = async () => {
			const view = new FakeWebviewPanel('', undefined);
			createPanel({
				viewType: 'easel.samples',
				protocol,
				extensionUri: Uri.file('/easel') as never,
				log: silentLog,
				title: () => 'A panel',
				identity: {},
				roots: [],
				state: () => ({}),
				handlers: () => ({}),
				requests: () => ({}),
				restored: view as never,
			});
			const before = editor.messages.length;
			await until(
				'a page, or why there is none',
				() => view.webview.html !== '' || editor.messages.length > before,
			);
			return view.webview.html;
		};
		assert.equal(await shown(), '');
		isThere = true;
		for (const _ of ['first', 'second']) assert.match(await shown(), /"Show More":"Mehr anzeigen"/);
		assert.equal(read.length, 2);
	});
});

describe('an editor in English', () => {
	it('formats row contents without a serial comma', () => {
		assert.equal(either(['a', 'b', 'c']), 'a, b or c');
		assert.equal(allOf(['a', 'b', 'c']), 'a, b and c');
		assert.equal(firstOf(['a', 'b', 'c'], 1), 'a and 2 more');
		assert.equal(allOf([]), '');
	});
});
