import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { leadsTo, step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

describe('the Models view', () => {
	let sandbox: Sandbox;
	let workbench: Workbench;

	const tree = () => workbench.tree('Models');

	before(async () => {
		sandbox = await startSandbox();
		// Tall, since a view draws only the rows that fit.
		workbench = await openWorkbench({ sandbox, size: { width: 1280, height: 1700 } });
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
	});
	after(async () => {
		await workbench?.close();
		await sandbox?.stop();
	});

	it('leads from a category, a search or a favorite to the form of a model, to its page and to its code', async () => {
		await step('a category', async () => {
			await tree().takeAllRoom();
			await tree()
				.item('Text to image')
				.expand(tree().item(/USD per image/).row);
			await workbench.pictures('models by category');
			const cheap = tree().item('Juniper Sketch 1 Text to Image').row;
			assert.equal(await cheap.count(), 0, 'as the service lists them, it is below the edge');
			const lowest = workbench.quickInput.row('Price, Lowest First');
			await tree().titleMenu('Sort Models...', lowest);
			await workbench.pictures('the orders of models');
			await workbench.quickInput.choose('Price, Lowest First', cheap);
			await workbench.pictures('models by price');
			await tree().item('Text to image').row.click();
		});
		await step('a search in a list', async () => {
			await workbench.command('Easel: Search Models...');
			await workbench.quickInput.type('juniper');
			const row = workbench.quickInput.row(/juniper\/sketch.*text-to-image/);
			await row.waitFor();
			await workbench.pictures('models searched');
			await workbench.quickInput.choose(/juniper\/sketch.*text-to-image/, workbench.tab(/Sketch/));
			const form = await workbench.panel('Sketch');
			await form.getByRole('button', { name: 'Run' }).first().waitFor();
			await workbench.pictures('the form of a model that was searched');
			await workbench.command('View: Close All Editors');
		});
		await step('its page', async () => {
			await tree().titleAction('Filter Models', workbench.quickInput.box);
			await workbench.quickInput.enter('juniper');
			await tree()
				.item(/Sketch/)
				.menu('Open Model Page', workbench.tab(/Sketch/));
			await tree().titleAction('Clear Model Filter');
			const text = await until(async () => {
				for (const frame of workbench.page.frames()) {
					const words = await frame
						.locator('body')
						.innerText()
						.catch(() => '');
					if (/juniper\/sketch/.test(words) && /whole number/.test(words)) return words;
				}
				return undefined;
			}, 'the page of the model');
			assert.match(text, /prompt.*required/i);
			assert.match(text, /whole number/);
			await workbench.pictures('the page of a model');
			await workbench.command('View: Close All Editors');
		});
		await step('a filter of the view, and a favorite', async () => {
			await tree().titleAction('Filter Models', workbench.quickInput.box);
			await workbench.quickInput.enter('juniper');
			await tree().pane.getByText('Filter: juniper').waitFor();
			const found = tree().item(/Sketch/);
			await found.row.waitFor();
			const name = (await found.label()).replace(/^Model ([^,]*),.*$/, '$1');
			const favorite = workbench.page.locator('[aria-label$=", favorite"]');
			await found.menu('Add to Favorites', tree().item(name).row.and(favorite));
			await tree().titleAction('Clear Model Filter', tree().item('Favorites').row);
			await tree().item(name).row.waitFor();
			await workbench.pictures('a favorite model');
			const copy = () => tree().item(name).menu('Copy Model as Python', undefined, 'Copy As');
			const code = await workbench.clipboard(/urllib\.request/, copy);
			assert.ok(!code.includes(sandbox.token));
			assert.match(code, /os\.environ\["EASEL_TOKEN"\]/);
			await tree().item(name).menu('Remove from Favorites');
			await tree().item('Favorites').row.waitFor({ state: 'detached' });
		});
	});

	it('is beside the balance, which leads to the spending, and to a deployment that costs without work', async () => {
		const balance = workbench.statusBar(/\d\.\d\d USD/);
		await balance.waitFor();
		const spent = workbench.quickInput.row('Nothing has been started here with this account yet');
		await leadsTo(spent, (timeout) => balance.click({ timeout }), 'the spending');
		await workbench.pictures('spending');
		await workbench.quickInput.cancel();
		const reminder = await workbench.notifications.find('is billed even when idle');
		assert.match(await reminder.text(), /"Lighthouse \(FLUX\), kept warm" always keeps 1 instance running/);
	});
});
