import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { readEngineVersion } from '../../core/workflow/engineVersion.ts';

type Format = 'text' | 'json' | 'sarif';

/** What `easel check` was asked to do. */
export interface CheckArguments {
	readonly files: readonly string[];
	readonly format: Format;
	readonly nodeInfo: string | undefined;
	/** The version of the engine that counts, such as `0.27.1`. */
	readonly engineVersion: string | undefined;
	readonly datasets: string | undefined;
	readonly gpuType: string | undefined;
	readonly gpuCount: number | undefined;
	readonly target: 'service' | 'local';
	readonly watch: boolean;
	readonly help: boolean;
}

export const usage = `${l10n.t(
	'easel check [options] FILE...\n\nChecks workflow documents, training configurations and files of deployments as the editor does, without network.\nFILE may be a pattern such as \'workflows/**/*.json\', a folder, or - for standard input.\n\n  --node-info FILE      description of the node classes (object_info.json); default: the engine\'s own nodes\n  --engine-version V    version of the engine, such as 0.27.1: its own nodes are those of that version\n  --datasets FILE       datasets of the account: {"<name>": {"state": "READY", "files": ["a.png", "a.txt"]}}\n  --gpu-type TYPE       gpu_type of the training job\n  --gpu-count N         gpu_count of the training job\n  --target TARGET       service (default), or local to take the service\'s rules as hints\n  --format FORMAT       text (default), json or sarif\n  --watch               check again whenever a file changes\n  -h, --help            show this\n\nStatus: 0 without errors, 1 with errors, 2 when a file cannot be read or is no such document.',
)}\n`;

const formats: readonly string[] = ['text', 'json', 'sarif'];

/** Reads the command line; a sentence when it makes no sense. */
export function readArguments(argv: readonly string[]): CheckArguments | string {
	try {
		const { values, positionals } = parseArgs({
			args: [...argv],
			allowPositionals: true,
			options: {
				'node-info': { type: 'string' },
				'engine-version': { type: 'string' },
				datasets: { type: 'string' },
				'gpu-type': { type: 'string' },
				'gpu-count': { type: 'string' },
				target: { type: 'string', default: 'service' },
				format: { type: 'string', default: 'text' },
				watch: { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
		const { format, target } = values;
		const gpuCount = values['gpu-count'] === undefined ? undefined : Number(values['gpu-count']);
		if (!formats.includes(format)) return l10n.t('There is no format {0}; use text, json or sarif.', format);
		if (target !== 'service' && target !== 'local')
			return l10n.t('There is no target {0}; use service or local.', target);
		if (gpuCount !== undefined && !Number.isInteger(gpuCount))
			return l10n.t('The value of --gpu-count must be a whole number.');
		const engine = values['engine-version'];
		const engineVersion = engine === undefined ? undefined : readEngineVersion(engine);
		if (engine !== undefined && engineVersion === undefined)
			return l10n.t('{0} is not a version of the engine; write one such as 0.27.1.', engine);
		if (positionals.length === 0 && !values.help) return l10n.t('Name at least one file to check.');
		if (values.watch && positionals.includes('-'))
			return l10n.t('With --watch, name files: standard input is read once.');
		if (values.watch && format !== 'text') return l10n.t('With --watch the format is always text.');
		return {
			files: positionals,
			format: format as Format,
			nodeInfo: values['node-info'],
			engineVersion,
			datasets: values.datasets,
			gpuType: values['gpu-type'],
			gpuCount,
			target,
			watch: values.watch,
			help: values.help,
		};
	} catch (cause) {
		return cause instanceof Error ? cause.message : String(cause);
	}
}
