import * as l10n from '@vscode/l10n';
import { compact } from '../core/base/compact.ts';
import { readEngineVersion } from '../core/workflow/engineVersion.ts';
import { type CheckArguments, formats, targets } from './check/arguments.ts';
import { standardInput } from './check/files.ts';
import { checkOutput } from './check/output.ts';
import {
	type Command,
	type Flag,
	type Given,
	isOn,
	switchFlag,
	textFlag,
	valueFlag,
	WrongUse,
} from './frame/command.ts';
import { outputFlags } from './frame/common.ts';
import type { OperationCall, OperationRow } from './frame/operationCommand.ts';

const checkFlags: readonly Flag[] = [
	valueFlag(
		'node-info',
		'FILE',
		l10n.t("description of the node classes (object_info.json); if omitted, the engine's own nodes"),
	),
	valueFlag(
		'engine-version',
		'V',
		l10n.t('version of the engine, such as 0.27.1: its own nodes are those of that version'),
	),
	valueFlag(
		'datasets',
		'FILE',
		l10n.t('datasets of the account: {0}', '{"<name>": {"state": "READY", "files": ["a.png", "a.txt"]}}'),
	),
	valueFlag('gpu-type', 'TYPE', l10n.t('gpu_type of the training job')),
	{ name: 'gpu-count', type: 'integer', value: 'N', description: l10n.t('gpu_count of the training job') },
	{
		name: 'target',
		type: 'text',
		values: targets,
		description: l10n.t("the place of the training: with local, the service's rules are hints"),
	},
	{
		name: 'format',
		type: 'text',
		values: formats,
		description: l10n.t('how findings are printed: json is a list of them, sarif is for code scanning'),
	},
	switchFlag('watch', l10n.t('check again whenever a file changes')),
	...outputFlags,
];

/** Reads the arguments. Throws `WrongUse`. */
function argumentsIn(given: Given): CheckArguments {
	const { positionals: files, flags } = given;
	const format = formats.find((each) => each === flags.format);
	const isWhole = isOn(given, 'json');
	const watch = isOn(given, 'watch');
	if (isWhole && format !== undefined)
		throw new WrongUse(l10n.t('Specify either --json or a format, not both.'));
	if (watch && files.includes(standardInput))
		throw new WrongUse(l10n.t('With --watch, specify files: standard input is read once.'));
	if (watch && (isWhole || (format ?? 'text') !== 'text'))
		throw new WrongUse(l10n.t('With --watch, the format is always text.'));
	const engine = textFlag(given, 'engine-version');
	const engineVersion = engine === undefined ? undefined : readEngineVersion(engine);
	if (engine !== undefined && engineVersion === undefined)
		throw new WrongUse(l10n.t('{0} is not a version of the engine; write one such as 0.27.1.', engine));
	const gpuCount = typeof flags['gpu-count'] === 'number' ? flags['gpu-count'] : undefined;
	return {
		files,
		format: isWhole ? 'whole' : (format ?? 'text'),
		target: targets.find((each) => each === flags.target) ?? 'service',
		watch,
		...compact({
			nodeInfo: textFlag(given, 'node-info'),
			engineVersion,
			datasets: textFlag(given, 'datasets'),
			gpuType: textFlag(given, 'gpu-type'),
			gpuCount,
		}),
	};
}

/**
 * Checks workflow documents, training configurations and files of deployments without network. The status is 0 without
 * errors, 1 with errors, 2 if a file cannot be read or is of another kind.
 */
export const checkCommand: Command = {
	name: 'check',
	title: l10n.t('Check workflow documents, training configurations and deployment files'),
	example: "easel check workflow_api.json 'configs/**/*.yaml'",
	positionals: [
		{
			name: 'FILE',
			description: l10n.t(
				"a file, a folder, a pattern such as '{0}', or - for standard input",
				'workflows/**/*.json',
			),
			repeats: true,
		},
	],
	flags: checkFlags,
	output: checkOutput,
	async run(io, given) {
		const options = argumentsIn(given);
		const { check } = await import('./features.ts');
		if (!options.watch) return check(options, io);
		const stop = new AbortController();
		const interrupts = io.onInterrupt(() => stop.abort());
		try {
			return await check(options, { ...io, signal: AbortSignal.any([io.signal, stop.signal]) });
		} finally {
			interrupts.dispose();
		}
	},
};

const frame = {
	hidden: ['files', 'anyway'],
	takes: [
		{
			name: 'FILE',
			description: l10n.t('a file whose name ends with {0}, a folder, or a pattern', '.deployment.yaml'),
			repeats: true,
		},
	],
	async run(call: OperationCall) {
		const { compareFiles } = await import('./features.ts');
		return compareFiles(call);
	},
} as const;

export const deploymentFileRows: readonly OperationRow[] = [
	{ ...frame, name: 'plan', operation: 'deployment.plan', example: 'easel plan deployments/' },
	{ ...frame, name: 'apply', operation: 'deployment.apply', example: 'easel apply deployments/ --yes' },
];
