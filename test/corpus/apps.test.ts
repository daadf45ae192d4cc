import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdits } from '../../src/core/base/fixAll.ts';
import { appChange } from '../../src/core/operations/named/app.ts';
import { likelyInputs } from '../../src/core/operations/named/likelyInputs.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { convertUi } from '../../src/core/workflow/convert/convertUi.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { namedInputsOf } from '../../src/core/workflow/named/namedInputs.ts';

const corpus = new URL('../../../shared/data/workflows/ui/', import.meta.url).pathname;

describe('App Mode of public workflows', () => {
	it('gets the inputs that people change, and every other byte stays', async () => {
		const nodeInfo = await loadCoreCatalog();
		let written = 0;
		for (const name of await readdir(corpus)) {
			const text = await readFile(join(corpus, name), 'utf8');
			const canvas = parseWorkflow(text);
			const converted = canvas.kind === 'ui' ? convertUi(text, nodeInfo) : undefined;
			if (!converted?.ok) continue;
			const document = parseWorkflow(converted.text);
			const named = likelyInputs(document, nodeInfo);
			const change = appChange(canvas, document, named, nodeInfo);
			assert.ok(change.ok, name);
			const { edit, added, kept, missing } = change.value;
			assert.deepEqual(missing, [], name);
			if (edit === undefined) continue;
			written++;
			const after = applyEdits(text, [edit]);
			const { range, newText } = edit;
			// The brackets of an empty object or list are written again.
			assert.ok(newText.length >= range.end - range.start);
			assert.ok(after.startsWith(text.slice(0, range.start)) && after.endsWith(text.slice(range.end)), name);
			assert.match(text.slice(range.start, range.end), /^(?:[{[]\s*[}\]])?$/, name);
			const { inputs } = namedInputsOf(document, { ui: parseWorkflow(after), nodeInfo });
			const shown = new Set(
				inputs.flatMap(({ places }) => places.map((each) => `${each.nodeId}.${each.input}`)),
			);
			for (const { places } of named)
				assert.ok(shown.has(`${places[0].nodeId}.${places[0].input}`), `${name} ${JSON.stringify(places)}`);
			assert.equal(added.length + kept.length, named.length);
		}
		assert.ok(written >= 15, `${written} workflows`);
	});
});
