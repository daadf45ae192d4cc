import assert from 'node:assert/strict';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { layouts } from '../../../src/core/operations/node/work.ts';
import { DocumentFacts } from '../../../src/core/runs/documentFacts.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { takeOverFacts } from '../../../src/editor/runs/takeOverFacts.ts';
import { newFolder } from '../../support/newFolder.ts';
import { ledgerIn } from '../support/ledgerIn.ts';
import { Memento } from '../support/real.ts';
import { runRecord } from '../support/runRecord.ts';

const uri = 'file:///harbour.json';

describe('the facts next to documents', () => {
	let folder: string;
	let ledger: Ledger;
	let facts: DocumentFacts;

	const open = () => ledgerIn(folder, layouts);
	beforeEach(async () => {
		folder = newFolder();
		ledger = await open();
		facts = new DocumentFacts(ledger);
	});
	afterEach(() => ledger.close());

	it('are shared by windows and command lines, and persist', async () => {
		for (const id of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) await facts.noteTarget(uri, 'one', id);
		await facts.noteTarget(uri, 'two', 'x');
		await facts.noteDraws(uri, false);
		await facts.noteInputs('["one","model","m"]', { view: 'json', body: '{"seed":18446744073709551615}' });
		const other = await open();
		const elsewhere = new DocumentFacts(other);
		assert.deepEqual(elsewhere.deploymentsFor(uri, 'one'), ['f', 'e', 'd', 'a', 'c']);
		assert.deepEqual(elsewhere.deploymentsFor(uri, 'two'), ['x']);
		assert.equal(elsewhere.drawsFor(uri), false);
		assert.equal(elsewhere.drawsFor('file:///other.json'), undefined);
		assert.deepEqual(elsewhere.inputsFor('["one","model","m"]'), {
			view: 'json',
			body: '{"seed":18446744073709551615}',
		});
		await other.close();
	});

	it('begin with the runs of the document', async () => {
		const runs = new RunTable(ledger);
		for (const [id, target, submittedAt] of [
			['1', 'a', 1],
			['2', 'b', 2],
			['3', 'a', 3],
		] as const)
			await runs.put(
				runRecord({
					id,
					connectionId: 'one',
					documentUri: uri,
					submittedAt,
					target: { kind: 'deployment', id: target, name: target },
				}),
			);
		assert.deepEqual(facts.deploymentsFor(uri, 'one'), ['a', 'b']);
		await facts.noteTarget(uri, 'one', 'c');
		assert.deepEqual(facts.deploymentsFor(uri, 'one'), ['c', 'a', 'b']);
	});

	it('of an unsaved document stay in this process, since its address is not unique', async () => {
		await facts.noteTarget('untitled:Untitled-1', 'one', 'a');
		await facts.noteDraws('untitled:Untitled-1', true);
		assert.deepEqual(facts.deploymentsFor('untitled:Untitled-1', 'one'), ['a']);
		const elsewhere = new DocumentFacts(ledger);
		assert.deepEqual(elsewhere.deploymentsFor('untitled:Untitled-1', 'one'), []);
		assert.equal(elsewhere.drawsFor('untitled:Untitled-1'), undefined);
	});

	it('import the facts of earlier versions from the workspace once, and never over newer ones', async () => {
		const state = new Memento();
		await state.update('easel.lastDeployments', [
			{ document: uri, connection: 'one', deployments: ['b', 'a'] },
			{ document: 'file:///known.json', connection: 'one', deployments: ['old'] },
			'damaged',
		]);
		await state.update('easel.drawChoices', [{ document: uri, draws: false }]);
		await state.update('runs.inputs', [['["one","model","m"]', { view: 'form', body: '{"prompt":"a"}' }], 7]);
		await facts.noteTarget('file:///known.json', 'one', 'new');
		await takeOverFacts(state, facts);
		assert.deepEqual(facts.deploymentsFor(uri, 'one'), ['b', 'a']);
		assert.deepEqual(facts.deploymentsFor('file:///known.json', 'one'), ['new']);
		assert.equal(facts.drawsFor(uri), false);
		assert.equal(facts.inputsFor('["one","model","m"]')?.body, '{"prompt":"a"}');
		assert.equal(state.text, '{}');
		await facts.noteDraws(uri, true);
		await takeOverFacts(state, facts);
		assert.equal(facts.drawsFor(uri), true);
	});
});
