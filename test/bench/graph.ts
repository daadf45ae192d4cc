import ELK from 'elkjs/lib/elk.bundled.js';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { parseWorkflow, type WorkflowDocument } from '../../src/core/workflow/document.ts';
import { Arranger } from '../../src/core/workflow/graph/arranger.ts';
import { groupBoxes } from '../../src/core/workflow/graph/groupBoxes.ts';
import {
	type LayoutReply,
	layoutRequest,
	readLayout,
	shapeKey,
} from '../../src/core/workflow/graph/layout.ts';
import { graphSource, modelOf } from '../../src/core/workflow/graph/model.ts';
import { letterSizes, type Measure } from '../../src/core/workflow/graph/textFit.ts';
import { headlinesOf, titleShapes } from '../../src/core/workflow/graph/titles.ts';
import { fitBox, seenBox, zoomAt } from '../../src/core/workflow/graph/viewport.ts';
import type { NodeInfo } from '../../src/core/workflow/nodeInfo.ts';
import type { BenchRow } from './row.ts';

const rounds = 3;

/** Returns a workflow of 2,000 nodes: pictures painted in groups, each over the one before, from a few shared models. */
function largeWorkflow(): string {
	const nodes: Record<string, unknown> = {};
	const node = (id: string, classType: string, inputs: object): string => {
		nodes[id] = { inputs, class_type: classType, _meta: { title: classType } };
		return id;
	};
	for (let index = 0; Object.keys(nodes).length < 2000; index++) {
		const model = `model ${Math.floor(index / 8)}`;
		if (index % 8 === 0) node(model, 'CheckpointLoaderSimple', { ckpt_name: 'model.safetensors' });
		const lora = node(`lora ${index}`, 'LoraLoader', {
			lora_name: 'style.safetensors',
			model: [model, 0],
			clip: [model, 1],
		});
		const positive = node(`positive ${index}`, 'CLIPTextEncode', {
			text: `a harbour at dawn, picture ${index}`,
			clip: [lora, 1],
		});
		const negative = node(`negative ${index}`, 'CLIPTextEncode', { text: 'blurry', clip: [lora, 1] });
		const latent = node(`latent ${index}`, 'LatentUpscale', {
			width: 1024,
			...(index % 8 === 0 ? {} : { samples: [`sampler ${index - 1}`, 0] }),
		});
		const sampler = node(`sampler ${index}`, 'KSampler', {
			seed: index,
			steps: 20,
			model: [lora, 0],
			positive: [positive, 0],
			negative: [negative, 0],
			latent_image: [latent, 0],
		});
		const picture = node(`picture ${index}`, 'VAEDecode', { samples: [sampler, 0], vae: [model, 2] });
		node(`save ${index}`, 'SaveImage', { images: [picture, 0] });
	}
	return JSON.stringify(nodes, null, 2);
}

async function fastest(work: () => unknown): Promise<number> {
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; round < rounds; round++) {
		const begin = performance.now();
		await work();
		best = Math.min(best, performance.now() - begin);
	}
	return best;
}

/**
 * Returns the longest time to place titles at a zoom, from the whole picture to actual size, with every picture in a
 * group.
 */
async function titlesAtWorst(document: WorkflowDocument, nodeInfo: NodeInfo): Promise<number> {
	const pictures = Map.groupBy(Object.keys(JSON.parse(document.text)), (id) => id.split(' ')[1] ?? '');
	const groups = [...pictures].map(([name, nodeIds]) => ({
		title: `Picture ${name} of a harbor`,
		tint: 'blue' as const,
		nodeIds,
	}));
	const model = modelOf(graphSource(document, { nodeInfo, findings: [], groups }));
	const { layout } = await new Arranger(() => new ELK()).arrange(model);
	const headlines = headlinesOf(model, layout, groupBoxes(model, layout));
	const measure: Measure = (text, lettering) => text.length * 0.56 * letterSizes[lettering];
	let worst = 0;
	const screen = { width: 1400, height: 800 };
	const whole = fitBox({ x: 0, y: 0, ...layout }, screen, 20, 1);
	for (let view = whole; view.zoom < 1; view = zoomAt(view, 1.25, { x: 400, y: 300 })) {
		const shown = { zoom: view.zoom, seen: seenBox(view, screen, 0), around: seenBox(view, screen, 0.4) };
		worst = Math.max(worst, await fastest(() => titleShapes(headlines, shown, measure)));
	}
	return worst;
}

/**
 * Measures the graph of a large workflow: the cost of a keystroke, and the layout compared with the layout engine
 * alone.
 */
export async function bench(): Promise<readonly BenchRow[]> {
	const document = parseWorkflow(largeWorkflow());
	const nodeInfo = await loadCoreCatalog();
	const describe = () => modelOf(graphSource(document, { nodeInfo, findings: [] }));
	const model = describe();
	const elk = new ELK();
	const plain = {
		id: 'root',
		layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'RIGHT' },
		children: model.nodes.map((node, index) => ({ id: `n${index}`, width: 244, height: node.height })),
		edges: model.edges.map((edge, index) => ({
			id: `e${index}`,
			sources: [`n${edge.from}`],
			targets: [`n${edge.to}`],
		})),
	};
	// The first run pays for the engine's start in both.
	await elk.layout(structuredClone(plain));
	const keystroke = await fastest(() => shapeKey(describe()));
	const arranged = await fastest(async () =>
		readLayout(model, (await elk.layout(layoutRequest(model))) as LayoutReply),
	);
	const alone = await fastest(() => elk.layout(structuredClone(plain)));
	const size = `${model.nodes.length.toLocaleString('en')} nodes`;
	return [
		{
			name: `titles of ${size} in groups after a change of zoom, at worst`,
			value: await titlesAtWorst(document, nodeInfo),
			unit: 'ms',
			budget: 8,
		},
		{ name: `graph model of ${size} after a keystroke`, value: keystroke, unit: 'ms' },
		{
			name: `graph layout of ${size}, ports and bends, in the worker`,
			value: arranged,
			unit: 'ms',
			peer: { name: 'elk layered with its defaults, no ports', value: alone },
		},
	];
}
