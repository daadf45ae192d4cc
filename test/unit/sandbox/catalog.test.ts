import assert from 'node:assert/strict';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import type { NodeClass } from '../../../src/core/workflow/nodeInfo.ts';
import { readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';
import { isFileInput, nodeInfoText } from '../../../src/sandbox/engine/catalog.ts';

describe('the node catalog of the sandbox', () => {
	it('agrees with the built-in catalog about every common class', async () => {
		// The version that the sandbox reports.
		const core = await loadCoreCatalog('0.3.64');
		const sandbox = readNodeInfo(nodeInfoText({}), { kind: 'file', label: 'sandbox' });
		assert.ok(sandbox);
		const shared = sandbox.names.filter((name) => core.get(name) !== undefined);
		assert.ok(shared.length > 60, `${shared.length} classes in common`);
		for (const name of shared) {
			assert.deepEqual(facts(sandbox.get(name)), facts(core.get(name)), name);
		}
	});
});

/** Returns the facts of a class that validation reads; the files of a machine are not among them. */
function facts(nodeClass: NodeClass | undefined) {
	return {
		outputs: nodeClass?.outputs.map(({ type }) => type),
		outputNode: nodeClass?.outputNode,
		inputs: nodeClass?.inputs.map((input) => {
			const { name, type, required, min, max, default: usual } = input;
			return isFileInput(name)
				? { name, required }
				: { name, type, required, min, max, usual, options: input.options };
		}),
	};
}
