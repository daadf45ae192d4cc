import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PagedTree } from '../../../../src/editor/shell/trees/pagedTree.ts';
import { row } from '../../../../src/editor/shell/trees/treeRows.ts';
import { until } from '../../support/until.ts';

describe('changing rows', () => {
	it('are redrawn only when their text differs', async () => {
		let words = '1 s';
		let looks = 0;
		const node = { id: 'run' };
		class Moving extends PagedTree<typeof node> {
			protected children = (below?: typeof node) => (below === undefined ? [node] : []);
			protected idOf = ({ id }: typeof node) => id;
			protected render = ({ id }: typeof node) => {
				looks++;
				return row(id, 'Run', { icon: 'sync', description: words });
			};
			protected override isMoving = () => true;
		}
		const tree = new Moving();
		let redrawn = 0;
		tree.onDidChangeTreeData(() => {
			redrawn++;
			tree.getTreeItem(node);
		});
		const laterLooks = () => {
			const before = looks;
			mock.timers.tick(20_000);
			assert.ok(looks > before + 3, 'more looks');
		};
		mock.timers.enable({ apis: ['setInterval'] });
		try {
			for (const each of tree.getChildren()) tree.getTreeItem(each);
			tree.setVisible(true);
			laterLooks();
			assert.equal(redrawn, 0);
			words = '2 s';
			laterLooks();
			await until('another text', () => redrawn > 0);
			laterLooks();
			assert.equal(redrawn, 1);
			// The editor keeps a tooltip for as long as the row.
			tree.resolveTreeItem(tree.getTreeItem(node), node);
			laterLooks();
			await until('a new row after its tooltip', () => redrawn > 1);
			laterLooks();
			assert.equal(redrawn, 2);
		} finally {
			mock.timers.reset();
			tree.dispose();
		}
	});
});

describe('rows that change during a request of the editor', () => {
	it('are reread once the request completes', async () => {
		let below = ['reading'];
		type Row = { id: string };
		class Groups extends PagedTree<Row> {
			protected children = (node?: Row) =>
				node === undefined ? [{ id: 'group' }] : below.map((id) => ({ id }));
			protected idOf = ({ id }: Row) => id;
			protected render = ({ id }: Row) => row(id, id, { icon: 'list' });
		}
		const tree = new Groups();
		/** The rows that the editor has below the group: it passes rows on a moment after it got them, and loses a change until then. */
		let shown: string[] = [];
		let asks = false;
		const ask = (group: { id: string }) => {
			asks = true;
			const rows = tree.getChildren(group).map(({ id }) => id);
			setImmediate(() => {
				asks = false;
				shown = rows;
			});
		};
		tree.onDidChangeTreeData((node) => {
			if (!asks && node !== undefined) ask(node);
		});
		try {
			const [group] = tree.getChildren();
			assert.ok(group);
			ask(group);
			below = ['a', 'b'];
			tree.redraw('group');
			await until('the rows that came', () => shown.includes('b'));
		} finally {
			tree.dispose();
		}
	});
});

describe('the message of a view', () => {
	it('follows its rows, since the editor draws the second of two changes later', async () => {
		const changes: string[] = [];
		const view = {
			get message() {
				return changes.findLast((change) => change !== 'rows') ?? '';
			},
			set message(text: string) {
				changes.push(text);
			},
		};
		class Found extends PagedTree<{ id: string }> {
			protected children = () => [{ id: 'row' }];
			protected idOf = ({ id }: { id: string }) => id;
			protected render = ({ id }: { id: string }) => row(id, id, { icon: 'list' });
		}
		const tree = new Found();
		tree.onDidChangeTreeData(() => changes.push('rows'));
		tree.refresh();
		tree.showMessage(view, 'Filter: a');
		tree.showMessage(view, 'Filter: ab');
		await until('the message', () => changes.length > 1);
		tree.refresh();
		tree.showMessage(view, 'Filter: ab');
		await until('rows again', () => changes.length > 2);
		tree.refresh();
		await until('rows once more', () => changes.length > 3);
		assert.deepEqual(changes, ['rows', 'Filter: ab', 'rows', 'rows']);
		tree.dispose();
	});
});
