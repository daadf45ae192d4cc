import assert from 'node:assert/strict';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { PanelId } from '../../../../src/editor/shell/ids.ts';
import {
	type PanelPlace,
	PanelRegistry,
	type RegisteredPanel,
} from '../../../../src/editor/shell/panels/panelRegistry.ts';
import { EventEmitter, editor, ViewColumn } from '../../support/vscode.ts';

class FakePanel implements RegisteredPanel {
	readonly key: string;
	readonly place: PanelPlace;
	readonly viewColumn = ViewColumn.Two;
	readonly #ended = new EventEmitter<void>();
	readonly onDidDispose = this.#ended.event as RegisteredPanel['onDidDispose'];
	visible = true;
	revealed = 0;
	constructor(key: string, place: PanelPlace) {
		this.key = key;
		this.place = place;
	}
	reveal(): void {
		this.revealed++;
	}
	dispose(): void {
		this.#ended.fire();
	}
}

describe('panels of one kind', () => {
	let made: FakePanel[];
	let create: (key: string, place: PanelPlace) => Promise<FakePanel>;
	let registry: PanelRegistry<string, FakePanel>;

	beforeEach(() => {
		made = [];
		create = async (key, place) => {
			const panel = new FakePanel(key, place);
			made.push(panel);
			return panel;
		};
		registry = registryOf({ viewType: 'easel.results' });
	});
	afterEach(() => {
		registry.dispose();
		editor.reset();
	});

	const registryOf = (kind: { readonly viewType: PanelId; readonly column?: number }) =>
		new PanelRegistry<string, FakePanel>({
			...kind,
			log: silentLog,
			identify: async (saved) => (saved as { id?: string } | undefined)?.id,
			keyOf: (key) => key,
			create: (key, place) => create(key, place),
		});
	const restore = async (saved: unknown): Promise<boolean> => {
		let closed = false;
		await editor.serializers
			.get('easel.results')
			?.deserializeWebviewPanel({ dispose: () => (closed = true) }, saved);
		return !closed;
	};

	it('are created once per key, even if opened twice simultaneously', async () => {
		const [first, second] = await Promise.all([registry.open('a'), registry.open('a')]);
		assert.equal(first, second);
		assert.equal(await registry.open('a'), first);
		assert.equal(made.length, 1);
		assert.equal(made[0]?.revealed, 1);
	});

	it('are created with the full description of their content, and found by its key', async () => {
		interface Named {
			readonly id: string;
			readonly name: string;
		}
		const names: string[] = [];
		const named = new PanelRegistry<Named, FakePanel>({
			viewType: 'easel.inputs',
			log: silentLog,
			identify: (saved) => saved as Named,
			keyOf: ({ id }) => id,
			create({ id, name }, place) {
				names.push(name);
				return create(id, place);
			},
		});
		try {
			const panel = await named.open({ id: 'a', name: 'Harbor' });
			assert.equal(await named.open({ id: 'a', name: 'Renamed' }), panel);
			await editor.serializers
				.get('easel.inputs')
				?.deserializeWebviewPanel({ dispose: () => undefined }, { id: 'b', name: 'Lighthouse' });
			assert.deepEqual(names, ['Harbor', 'Lighthouse']);
			assert.ok(named.isVisible({ id: 'b', name: '' }));
		} finally {
			named.dispose();
		}
	});

	it('open next to the text, and next to each other only as tabs of one column', async () => {
		await registry.open('a', { preserveFocus: true });
		await registry.open('b');
		assert.deepEqual(
			made.map(({ place }) => place),
			[
				{ column: { viewColumn: ViewColumn.Beside, preserveFocus: true } },
				{ column: { viewColumn: ViewColumn.Two, preserveFocus: false } },
			],
		);
	});

	it('open in the column of their kind, if it has one', async () => {
		const wide = registryOf({ viewType: 'easel.captions', column: ViewColumn.Active });
		try {
			await wide.open('a');
			assert.deepEqual(made[0]?.place, { column: { viewColumn: ViewColumn.Active, preserveFocus: false } });
		} finally {
			wide.dispose();
		}
	});

	it('are forgotten when closed', async () => {
		(await registry.open('a')).dispose();
		assert.equal(registry.get('a'), undefined);
		await registry.open('a');
		assert.equal(made.length, 2);
	});

	it('can be renamed to an unused key, and are forgotten under it', async () => {
		const panel = await registry.open('a');
		await registry.open('b');
		assert.equal(registry.rekey('a', 'b'), false);
		assert.equal(registry.rekey('a', 'c'), true);
		assert.deepEqual([registry.get('a'), registry.get('c')], [undefined, panel]);
		panel.dispose();
		assert.equal(registry.get('c'), undefined);
	});

	it('open in the requested column', async () => {
		await registry.open('a', { column: ViewColumn.Active });
		assert.deepEqual(made[0]?.place, { column: { viewColumn: ViewColumn.Active, preserveFocus: false } });
	});

	it('can be opened after a failure', async () => {
		const good = create;
		create = () => Promise.reject(new Error('The history cannot be read.'));
		await assert.rejects(registry.open('a'), /history/);
		create = good;
		assert.equal((await registry.open('a')).key, 'a');
	});

	it('are restored after a reload, and closed without saved content', async () => {
		assert.equal(await restore({ id: 'a' }), true);
		assert.equal(registry.get('a'), made[0]);
		assert.equal(await restore({ id: 'a' }), false, 'there is one for each key');
		assert.ok(made[0] && 'restored' in made[0].place);
		assert.equal(await restore({}), false);
		create = () => Promise.reject(new Error('gone'));
		assert.equal(await restore({ id: 'b' }), false);
	});

	it('count as visible only in a focused window', async () => {
		const panel = await registry.open('a');
		assert.equal(registry.isVisible('a'), true);
		panel.visible = false;
		assert.equal(registry.isVisible('a'), false);
	});

	it('that are still opening when the window closes are closed too', async () => {
		let resolve: (panel: FakePanel) => void = () => undefined;
		create = () => new Promise<FakePanel>((done) => (resolve = done));
		const opening = registry.open('a');
		const panel = new FakePanel('a', { column: { viewColumn: 1, preserveFocus: false } });
		let closed = false;
		panel.onDidDispose(() => (closed = true));
		await Promise.resolve();
		registry.dispose();
		resolve(panel);
		await assert.rejects(opening);
		assert.ok(closed);
	});
});
