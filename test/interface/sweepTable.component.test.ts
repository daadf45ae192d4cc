import assert from 'node:assert/strict';
import type { TableState } from '../../src/core/workflow/sweep/tableMessages.ts';
import { takePicture } from './support/pictures.ts';
import { type ViewPage, ViewServer } from './support/viewPage.ts';

const attack = '<img src=x onerror="document.title=\'attacked\'">';

function table(more: Partial<TableState> = {}): TableState {
	const column = (title: string, cells: string[], isText = false) => ({
		title,
		about: [`3.${title} Paint`],
		cells,
		isText,
	});
	return {
		name: 'harbor.sweep.csv',
		columns: [
			column('prompt', [], true),
			column('steps', ['20', '10..30..5']),
			column('sampler', ['euler', 'ddim']),
		],
		rows: [
			{
				row: 2,
				cells: ['a harbor, at dawn', '[4, 8]', 'euler'],
				result: {
					run: 'run-2',
					states: [{ state: 'succeeded', count: 2 }],
					seconds: 12.5,
					usd: 0.0042,
					stars: 1,
				},
			},
			{ row: 3, cells: [attack, 'many', 'eulerr'] },
			{ row: 4, cells: ['fog'] },
		],
		problems: [
			{ severity: 'error', message: '"many" is not a whole number.', row: 3, place: 1 },
			{ severity: 'warning', message: '"eulerr" is not one of the choices.', row: 3, place: 2 },
			{ severity: 'info', message: 'Row 4 has 1 of 3 cells.', row: 4 },
		],
		...more,
	};
}

describe('the table editor of a sweep in a browser', () => {
	const server = ViewServer.ofSuite('sweep', { uri: 'file:///harbor.sweep.csv' });

	async function show(state: TableState = table(), more: { width?: number } = {}): Promise<ViewPage> {
		const open = await server.open({ state, height: 420, ...more });
		await open.page.getByRole('grid').or(open.page.locator('.nothing')).waitFor();
		return open;
	}
	const cell = (view: ViewPage, row: number, column: number) =>
		view.page.locator(`[data-row="${row}"][data-column="${column}"]`);
	const press = (view: ViewPage, ...keys: string[]) =>
		keys.reduce((before, key) => before.then(() => view.page.keyboard.press(key)), Promise.resolve());

	it('shows cells, their mistakes and their results, whatever the texts are', async () => {
		const view = await show();
		assert.equal(await cell(view, 3, 0).locator('.text').innerText(), attack);
		assert.equal(await cell(view, 3, 1).getAttribute('aria-invalid'), 'true');
		assert.match((await cell(view, 3, 1).getAttribute('title')) ?? '', /not a whole number/);
		assert.match((await cell(view, 1, 1).getAttribute('title')) ?? '', /3\.steps Paint/);
		await cell(view, 3, 2).click();
		assert.match(await view.page.locator('footer').innerText(), /"eulerr" is not one of the choices/);
		await cell(view, 4, 2).click();
		assert.match(await view.page.locator('footer').innerText(), /Row 4 has 1 of 3 cells/);
		await cell(view, 2, 0).click();
		assert.match(await view.page.locator('footer').innerText(), /3 rows · 3 problems/);
		await view.page.getByRole('button', { name: '2 succeeded · 12.5 s · 0.0042 USD · ★ 1' }).click();
		assert.deepEqual(await view.sent(), [{ kind: 'openResult', payload: { run: 'run-2' } }]);
		assert.equal(await view.page.getByRole('button', { name: /^Run / }).count(), 0, 'no run with a mistake');
		assert.notEqual(await view.page.title(), 'attacked');
	});

	it('is edited with keys: Enter, Tab, Escape, Delete, a letter, and the row below the last one', async () => {
		const view = await show();
		await cell(view, 2, 0).click();
		await press(view, 'ArrowRight', 'Enter', 'ControlOrMeta+A', '6', 'Enter');
		await press(view, '8', 'Tab', 'd', 'Escape', 'Delete');
		await press(view, 'End', 'ArrowDown', 'ArrowDown', 'Home', 'f', 'o', 'g', 'Shift+Tab');
		await press(view, 'ControlOrMeta+Home', 'F2', 's', 'Enter');
		const edits = (await view.sent()).map(({ kind, payload }) => [kind, payload]);
		assert.deepEqual(edits, [
			['edit', { row: 2, place: 1, before: '[4, 8]', cell: '6' }],
			['edit', { row: 3, place: 1, before: 'many', cell: '8' }],
			['edit', { row: 3, place: 2, before: 'eulerr', cell: '' }],
			['edit', { row: 5, place: 0, before: '', cell: 'fog' }],
			['edit', { row: 1, place: 0, before: 'prompt', cell: 'prompts' }],
		]);
		assert.equal(await cell(view, 2, 1).locator('.text').innerText(), '6', 'shown before the host answers');
		await view.post('state', table());
		await view.until(
			async () => (await cell(view, 2, 1).locator('.text').innerText()) === '[4, 8]',
			'the cell as the text has it',
		);
	});

	it('offers the cells of a column, and keeps the lines of a text', async () => {
		const view = await show();
		await cell(view, 2, 2).dblclick();
		const options = await view.page
			.locator('datalist option')
			.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
		assert.deepEqual(options, ['euler', 'ddim']);
		await press(view, 'Escape');
		await cell(view, 4, 0).dblclick();
		await press(view, 'Shift+Enter', 'a', 'Enter');
		assert.deepEqual((await view.sent()).at(-1)?.payload, {
			row: 4,
			place: 0,
			before: 'fog',
			cell: 'fog\na',
		});
	});

	it('names the text that its typing began with, although another one has come since', async () => {
		const view = await show();
		await cell(view, 4, 0).dblclick();
		await press(view, 'g', 'y');
		const other = { row: 4, cells: ['rain'] };
		await view.post('state', table({ name: 'other', rows: [...table().rows.slice(0, 2), other] }));
		await view.page.getByRole('grid', { name: 'other' }).waitFor();
		await press(view, 'Enter');
		assert.deepEqual((await view.sent()).at(-1)?.payload, {
			row: 4,
			place: 0,
			before: 'fog',
			cell: 'foggy',
		});
	});

	it('adds, duplicates and removes the row with the focus, and asks for a column, a run and the text', async () => {
		const view = await show(table({ problems: [], runs: 4 }));
		await cell(view, 3, 0).click();
		for (const name of [
			'Add Row Below',
			'Duplicate Row',
			'Remove Row',
			'Add Column...',
			'Run 4 Times',
			'Open as Text',
		])
			await view.page.getByRole('button', { name }).click();
		const row = { row: 3, cells: [attack, 'many', 'eulerr'] };
		assert.deepEqual(
			(await view.sent()).map(({ kind, payload }) => (payload === undefined ? kind : [kind, payload])),
			[['addRow', row], ['duplicateRow', row], ['removeRow', row], 'addColumn', 'run', 'openText'],
		);
		await cell(view, 5, 0).click();
		assert.equal(await view.page.getByRole('button', { name: 'Remove Row' }).isDisabled(), true);
	});

	it('explains why a text is not a table', async () => {
		const view = await show(table({ rows: [], unreadable: 'A quotation mark in row 3 is not closed.' }));
		assert.match(await view.page.locator('.nothing').innerText(), /row 3 is not closed/);
		await view.page.locator('.nothing').getByRole('button', { name: 'Open as Text' }).click();
		assert.deepEqual(
			(await view.sent()).map(({ kind }) => kind),
			['openText'],
		);
	});

	it('has elements for the visible rows of a long table alone', async () => {
		const rows = Array.from({ length: 1_000 }, (_, at) => ({
			row: at + 2,
			cells: [`fog ${at}`, '4', 'euler'],
		}));
		const view = await show(table({ rows, problems: [] }));
		assert.equal(await view.page.getByRole('grid').getAttribute('aria-rowcount'), '1002');
		assert.ok((await view.page.locator('.row').count()) < 60);
		await cell(view, 2, 0).click();
		await press(view, 'ControlOrMeta+End', 'ArrowUp');
		await cell(view, 1_001, 2).waitFor();
		const box = await view.boxOf(cell(view, 1_001, 2));
		assert.ok(box.y + box.height <= 420);
		await press(view, 'ControlOrMeta+Home', 'ArrowDown');
		const first = await view.boxOf(cell(view, 2, 0));
		const head = await view.boxOf(cell(view, 1, 0));
		assert.ok(first.y >= head.y + head.height - 1, 'not below the titles');
	});

	it('is accessible and legible in every theme, narrow and wide', async () => {
		const view = await show(table());
		await cell(view, 3, 1).click();
		await view.inEachTheme(async (theme) => {
			await view.assertAccessible();
			await takePicture(view.page, `component-${theme}`, 'sweep-table');
		});
		await view.close();
		const narrow = await show(table({ problems: [], runs: 4 }), { width: 360 });
		await cell(narrow, 2, 1).dblclick();
		await narrow.assertAccessible();
		await takePicture(narrow.page, 'component', 'sweep-table-narrow');
		assert.deepEqual(await narrow.cutButtons(360), []);
	});
});
