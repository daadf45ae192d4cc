import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { operations } from '../../src/core/operations/table.ts';
import { type Caller, callers, callersOfOperations } from '../tools/callers.ts';
import { find, readText } from './support/project.ts';

interface Without {
	readonly why: string;
	readonly ids: readonly string[];
}

/** The operations that a caller does without, each with the reason. */
const without: Readonly<Record<Caller, readonly Without[]>> = {
	window: [
		{
			why: 'The session and what was spent are in the status bar and in views, which are drawn from the stores themselves.',
			ids: ['account.state', 'spending.list'],
		},
		{
			why: 'Views and panels draw lists and states from the stores that change with every reply; a list of an operation is a copy.',
			ids: [
				'deployment.list',
				'dataset.list',
				'run.list',
				'run.status',
				'run.result',
				'batch.list',
				'batch.status',
				'job.list',
				'job.status',
				'job.result',
				'job.samples',
				'job.sample',
				'webhook.events',
				'upload.status',
				'instance.list',
			],
		},
		{
			why: 'New Training Configuration asks for each choice, and looks up the files of the dataset.',
			ids: ['job.template'],
		},
		{
			why: 'Runs are canceled where they are shown, one by one or as a batch.',
			ids: ['run.cancelSeveral'],
		},
		{
			why: 'The window opens what a run has sent as a document, and runs that by run.start.',
			ids: ['run.again'],
		},
		{
			why: 'The tree of models reads the categories with its list, by the same call.',
			ids: ['model.categories'],
		},
		{
			why: 'The report about a folder is a panel in which its files are chosen and corrected, by the same report as the operation.',
			ids: ['dataset.report'],
		},
		{
			why: 'Saving files asks for a place, shows what is there and how far it is, by the same saveFiles as the operation.',
			ids: ['run.save', 'run.saveSeveral', 'job.saveSamples'],
		},
		{
			why: 'Captions are written in a panel that keeps drafts of them.',
			ids: ['caption.read', 'caption.write'],
		},
		{
			why: 'Documents are checked, converted and compared as they are typed, from the texts that the window has parsed once.',
			ids: [
				'workflow.check',
				'workflow.convert',
				'workflow.compare',
				'workflow.requirements',
				'document.check',
			],
		},
		{
			why: 'The window compares and writes presets and apps in the open text, where Undo takes them back, by the same functions.',
			ids: ['preset.list', 'preset.compare', 'preset.apply', 'app.write'],
		},
		{
			why: 'The build of a program checks its client; the window makes it again.',
			ids: ['workflow.clientCheck'],
		},
	],
	terminal: [
		{
			why: 'The command upload waits for the end of what it has begun, and Ctrl-C stops it.',
			ids: ['upload.status', 'upload.cancel'],
		},
		{
			why: 'The command runs cancel takes one run or several, by run.cancelSeveral, which cancels each by run.cancel.',
			ids: ['run.cancel'],
		},
		{
			why: 'The command check takes folders, patterns and standard input and watches them; it shares the checks with the operations.',
			ids: ['workflow.check', 'document.check'],
		},
	],
	agents: [
		{
			why: 'Each tool that needs the account returns a sentence about the sign-in without one, and a model pays for every tool it is told about.',
			ids: ['account.state'],
		},
		{
			why: 'Agents have files and a shell: documents, captions, snippets and saved results are files to them.',
			ids: [
				'model.snippet',
				'deployment.curl',
				'deployment.plan',
				'deployment.apply',
				'deployment.pull',
				'caption.read',
				'caption.write',
				'run.save',
				'run.saveSeveral',
				'run.share',
				'run.import',
				'job.saveSamples',
				'job.template',
				'job.export',
				'job.import',
				'workflow.compare',
				'workflow.requirements',
				'workflow.name',
				'workflow.unname',
				'app.write',
				'sweep.make',
				'preset.save',
				'preset.list',
				'preset.compare',
				'preset.apply',
				'workflow.client',
				'workflow.clientCheck',
			],
		},
		{
			why: 'The tool check_document is document.check, which reads both kinds of documents.',
			ids: ['workflow.check'],
		},
		{
			why: 'A model finds models by words, and each answer has the categories of what was found.',
			ids: ['model.categories'],
		},
		{
			why: 'A person confirms each run that a model cancels.',
			ids: ['run.cancelSeveral'],
		},
		{
			why: 'The tool call_instance_proxy calls these routes.',
			ids: ['instance.free', 'instance.nodes'],
		},
		{
			why: 'The status of a request has the instance that it is on.',
			ids: ['instance.list'],
		},
		{
			why: 'An engine on this computer answers an agent by its own address.',
			ids: ['engine.queue', 'engine.free', 'engine.interrupt'],
		},
		{
			why: 'A person decides about the history, its stars and what was lost, by looking at it.',
			ids: [
				'webhook.events',
				'deployment.changes',
				'deployment.restore',
				'run.mark',
				'run.fetch',
				'run.delete',
				'run.take',
				'run.look',
				'run.giveUp',
				'job.take',
				'job.look',
				'job.giveUp',
				'job.track',
				'job.remove',
			],
		},
		{
			why: 'The tool upload_dataset reports, creates, uploads and adds what is missing with one call; a dataset is not deleted by a model.',
			ids: [
				'dataset.status',
				'dataset.create',
				'dataset.report',
				'dataset.retry',
				'dataset.delete',
				'upload.cancel',
			],
		},
		{
			why: 'An agent writes the table of run_sweep itself, with the files of a folder as a pattern in a cell.',
			ids: ['run.each'],
		},
		{
			why: 'The tool get_training_job names the samples and checkpoints of a job; show_result and download_checkpoint take them from there.',
			ids: ['job.samples', 'job.configuration', 'job.metadata'],
		},
	],
};

/** The functions of core that are handed a service and that the window calls itself, each with the reason and the files that may. */
const called: readonly { readonly why: string; readonly calls: readonly string[] }[] = [
	{
		why: 'It runs operations.',
		calls: ['runOperation in shell/acts/windowActs.ts'],
	},
	{
		why: 'A sign-in is of the window: there is no session yet that an operation could work with.',
		calls: [
			'awaitDeviceToken in account/deviceSignIn.ts',
			'startDeviceFlow in account/deviceSignIn.ts',
			'whoAmI in account/commands.ts',
			'systemStats in account/engineConnection.ts',
		],
	},
	{
		why: 'A form and a list are drawn from the parsed target before the act; model.run and run.start read it by the same functions.',
		calls: [
			'loadInputTarget in runs/inputs/targetSubject.ts',
			'loadInputTarget in runs/sidecar/form.ts',
			'knownTarget in runs/start/runner.ts',
			'lastUsed in runs/start/runner.ts',
		],
	},
	{
		why: 'No service is asked: they compare and name accounts.',
		calls: ['isOwn in runs/batches/windowRunBatches.ts', 'ownerOf in runs/windowRuns.ts'],
	},
];

describe('an act', () => {
	const all = new Map<string, readonly Caller[]>();
	before(async () => {
		for (const [id, own] of await callersOfOperations()) all.set(id, own);
	});

	for (const caller of callers) {
		it(`is one that the ${caller} can do, or does without for a reason`, () => {
			const lacking = [...all].flatMap(([id, own]) => (own.includes(caller) ? [] : [id]));
			assert.deepEqual(without[caller].flatMap(({ ids }) => ids).toSorted(), lacking.toSorted());
		});
	}

	it('has a caller, and is the table of the documentation', () => {
		const rows = readText('docs/operations.md').matchAll(/^\| `([a-z]+\.[A-Za-z]+)` \| .* \| ([^|]*) \|$/gm);
		assert.deepEqual(
			[...rows].map(([, id = '', shown = '']) => [id, shown.split(', ').filter(Boolean)]),
			[...operations.keys()].map((id) => [id, all.get(id)]),
		);
	});
});

describe('the window', () => {
	const files = find('src/editor/**/*.ts').map((file) => ({ file, text: readText(file) }));
	const short = (file: string) => file.slice('src/editor/'.length);

	it('calls no service itself, except for a stated reason', () => {
		const handed = new Set(
			find('src/core/**/*.ts').flatMap((file) =>
				[
					...readText(file).matchAll(
						/^export (?:async )?function (\w+)(?:<[^>]*>)?\(([\s\S]*?)\)\s*(?::[^{]*)?\{/gm,
					),
				]
					.filter(([, , given = '']) => /\b(?:Service|SignedIn|Transport|OperationServices)\b/.test(given))
					.map(([, name]) => `${file} ${name}`),
			),
		);
		const found = files.flatMap(({ file, text }) =>
			[
				...text.matchAll(
					/(?:^import|\bconst) \{([^}]*)\} (?:from |= await import\()'([^']*\/core\/[^']*)'/gm,
				),
			].flatMap(([, names = '', from = '']) => {
				const source = join(dirname(file), from).replaceAll('\\', '/');
				return names
					.split(',')
					.map((name) => name.trim().replace(/ as .*/, ''))
					.filter((name) => handed.has(`${source} ${name}`))
					.map((name) => `${name} in ${short(file)}`);
			}),
		);
		assert.deepEqual(found.toSorted(), called.flatMap(({ calls }) => calls).toSorted());
	});

	/** A change by a method of a service. */
	const change =
		/\b(?:(service|recovery|batches|runs|jobs|uploads|opened|value|open\(\))\)?\??\.(cancel|remove|resume|edit|submit|start|pause|continue|import|lookAgain)|(\w+)\??\.(settleAs|giveUp|track|retryFailed|retryFiles)|(marks)\.(set)|(model)\.(start))\(/;

	it('changes nothing by a service itself', () => {
		const found = files.flatMap(({ file, text }) =>
			[...text.matchAll(new RegExp(change, 'g'))].map(([call]) => `${call} in ${short(file)}`),
		);
		assert.deepEqual(found, []);
		for (const call of ['service.track(id)', '(await uploads.open()).cancel(id)', 'runs.recovery.giveUp(id)'])
			assert.match(call, change);
	});
});
