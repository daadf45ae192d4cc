import assert from 'node:assert/strict';
import { compareWorkflows } from '../../../src/core/workflow/compare/compare.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { fullCard, titleCard } from '../../../src/core/workflow/graph/card.ts';
import { exportSvg } from '../../../src/core/workflow/graph/exportSvg.ts';
import { cardWidth } from '../../../src/core/workflow/graph/metrics.ts';
import { overviewCards, overviewEdges } from '../../../src/core/workflow/graph/overview.ts';
import { type Shape, toSvg } from '../../../src/core/workflow/graph/shape.ts';
import { fitText, letterSizes, type Measure, wrapText } from '../../../src/core/workflow/graph/textFit.ts';
import { modelOf, placed, sample } from './support.ts';

/** A measure that needs no screen: wide enough for most fonts. */
const roughMeasure: Measure = (text, lettering) =>
	text.length * letterSizes[lettering] * (lettering === 'mono' ? 0.61 : 0.56);

function texts(shape: Shape): readonly string[] {
	return [...(shape.text === undefined ? [] : [shape.text]), ...(shape.children ?? []).flatMap(texts)];
}

describe('graph drawing', () => {
	it('writes title, class, ports and values on a card, all inside it', () => {
		const node = modelOf(sample).nodes[2];
		assert.ok(node);
		const card = fullCard(node, roughMeasure);
		for (const expected of ['Sampler', '#3', 'model', 'positive', 'LATENT', 'seed', 'steps', '20']) {
			assert.ok(texts(card).includes(expected), expected);
		}
		for (const child of card.children ?? []) {
			const { y, x } = child.attributes;
			if (child.tag === 'text')
				assert.ok(Number(x) >= 0 && Number(x) <= cardWidth && Number(y) > 0 && Number(y) < node.height);
		}
	});

	it('shows edited and new in words, not by color alone', () => {
		const edited = sample
			.replace('"steps": 20', '"steps": 30')
			.replace('"4":', '"5":')
			.replace('"images"', '"pictures"');
		const comparison = compareWorkflows(parseWorkflow(sample), parseWorkflow(edited));
		const { nodes } = modelOf(edited, { comparison });
		const words = nodes.map((node) => texts(fullCard(node, roughMeasure)));
		assert.deepEqual(
			words.map((list) => list.find((text) => text === 'edited' || text === 'new')),
			[undefined, undefined, 'edited', 'new'],
		);
	});

	it('keeps a title readable when zoomed out', () => {
		const node = modelOf(
			'{"1": {"class_type": "KSamplerSelectAdvancedEfficient", "inputs": {"a": ["1", 0], "b": 1, "c": 2, "d": 3}}}',
		).nodes[0];
		assert.ok(node);
		assert.deepEqual(texts(titleCard(node, roughMeasure)), ['KSampler', 'Select', 'Advanced', 'Efficient']);
	});

	it('treats document content as text in an exported file', () => {
		const evil = `</text><script>alert(1)</script>&"' \u0000\ud800`;
		const model = modelOf(
			JSON.stringify({ [evil]: { class_type: evil, inputs: { [evil]: evil }, _meta: { title: evil } } }),
		);
		const { source } = exportSvg(
			evil,
			model,
			placed(model, [[0, 0]]),
			(text) => text.length,
			() => '',
		);
		assert.ok(!source.includes('<script'));
		assert.ok(!source.includes('\u0000'));
		assert.ok(source.isWellFormed());
		assert.ok(source.includes('&#60;script&#62;'));
	});

	it('writes out every theme color, so that the file looks the same anywhere', () => {
		const model = modelOf(sample);
		const layout = placed(model);
		const asked = new Set<string>();
		const { source, width, height } = exportSvg('x', model, layout, roughMeasure, (variable) => {
			asked.add(variable);
			return variable === '--vscode-contrastBorder' ? '' : ' #123456 ';
		});
		assert.ok(asked.has('--vscode-charts-purple') && asked.has('--vscode-contrastBorder'));
		assert.ok(!source.includes('--vscode-'));
		assert.match(source, /--card-border:#123456/);
		assert.ok(width > 2000 && height > 1000);
		for (const title of ['Load Model', 'Mood', 'Sampler', 'Save']) assert.ok(source.includes(`>${title}<`));
	});

	it('draws cards and links as one path per family when zoomed out', () => {
		const model = modelOf(sample);
		const layout = placed(model);
		assert.deepEqual(
			overviewCards(model, layout).map((shape) => shape.attributes.class),
			['far-card f-model', 'far-card f-conditioning', 'far-card f-latent'],
		);
		assert.equal(overviewEdges(model, layout).length, 4);
		assert.ok(toSvg(overviewCards(model, layout)[0] as Shape).includes(`M0 0h${cardWidth}`));
	});

	it('truncates texts to the available space', () => {
		const measure = (text: string): number => text.length;
		assert.equal(fitText('short', 'small', 5, measure), 'short');
		assert.equal(fitText('too long', 'small', 5, measure), 'too…');
		assert.deepEqual(wrapText('one two three four', 'small', 8, 2, measure), ['one two', 'three f…']);
		assert.deepEqual(wrapText('abcdefghij', 'small', 4, 3, measure), ['abc', 'def', 'ghij']);
		assert.deepEqual(wrapText('', 'small', 4, 3, measure), []);
		assert.ok(
			wrapText('\ud83d\ude00'.repeat(30), 'small', 5, 3, measure).every((line) => line.isWellFormed()),
		);
	});
});
