// Renews Easel's facts about the engine, the node editor and the training toolkit, and prints the news in Markdown.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readJson } from '../../../src/core/json/tolerant.ts';
import { openCheckout } from './checkout.ts';
import { object } from './compactClass.ts';
import { coreNodesFile, coreNodesText, keptCoreNodes, type ReadClasses } from './coreNodes.ts';
import { type Capture, captureEngine } from './engineCapture.ts';
import { renewedNodes } from './renewedNodes.ts';
import { archsFile, keysFile, trainingChanges } from './trainingFacts.ts';
import { widgetChanges } from './widgetTypes.ts';

const usage = `npm run renew -- [--engine VERSION=OBJECT_INFO.json | --engine CHECKOUT]... [--editor CHECKOUT] [--toolkit CHECKOUT] [--write]

  --engine   node info of an engine without models, or a repository of the engine to start; the Python is that of EASEL_PYTHON
  --editor   a repository of the node editor
  --toolkit  a repository of the training toolkit
  --write    writes what is new into src/core/workflow/data and src/core/training/data

A repository may be bare; its newest commit is read.`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		engine: { type: 'string', multiple: true, default: [] },
		editor: { type: 'string' },
		toolkit: { type: 'string' },
		write: { type: 'boolean', default: false },
		help: { type: 'boolean', short: 'h' },
	},
});
if (values.help || positionals.length > 0) {
	console.log(usage);
	process.exit(values.help ? 0 : 2);
}

const readClassesFile = new URL('newestNodes.json', import.meta.url);
const texts = new Map<URL, string>();

function section(title: string, items: readonly string[]): void {
	console.log(`## ${title}\n\n${items.length > 0 ? items.join('\n') : 'Nothing is new.'}\n`);
}

/** Runs a part; if it fails, its section has the reason and the other parts continue. */
async function part(title: string, source: string | undefined, work: (source: string) => unknown) {
	if (source === undefined) return section(title, ['Not compared: no source was given.']);
	try {
		await work(source);
	} catch (cause) {
		process.exitCode = 1;
		section(title, [`Not compared: ${cause instanceof Error ? cause.message.trim() : String(cause)}`]);
	}
}

async function captureOf(source: string): Promise<Capture> {
	const [, version, file] = /^v?(\d[\w.-]*)=(.+)$/.exec(source) ?? [];
	if (version !== undefined && file !== undefined)
		return { version, info: object(readJson(readFileSync(file, 'utf8'))) };
	return captureEngine(source, process.env.EASEL_PYTHON ?? 'python3');
}

let kept = keptCoreNodes();
let read: ReadClasses | undefined = existsSync(readClassesFile)
	? (JSON.parse(readFileSync(readClassesFile, 'utf8')) as ReadClasses)
	: undefined;
for (const source of values.engine.length > 0 ? values.engine : [undefined])
	await part('Engine', source, async (given) => {
		const capture = await captureOf(given);
		const renewed = renewedNodes(kept, read, capture);
		section(`Engine ${capture.version}, compared with ${renewed.before}`, renewed.items);
		kept = renewed.kept;
		read = renewed.read;
	});
texts.set(coreNodesFile, coreNodesText(kept));

await part('Node editor', values.editor, (source) => {
	const editor = openCheckout(source);
	section(`Node editor, commit ${editor.commit}`, widgetChanges(editor));
});

await part('Training toolkit', values.toolkit, (source) => {
	const toolkit = openCheckout(source);
	const { items, archs, keys } = trainingChanges(toolkit);
	section(`Training toolkit, commit ${toolkit.commit}`, items);
	texts.set(archsFile, archs).set(keysFile, keys);
});

if (values.write) {
	for (const [file, text] of texts) writeFileSync(file, text);
	if (read === undefined) rmSync(readClassesFile, { force: true });
}
