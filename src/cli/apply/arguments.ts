import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';

/** The command line of `easel plan` and `easel apply`. */
export interface ApplyArguments {
	readonly files: readonly string[];
	readonly baseUrl: string | undefined;
	readonly format: 'text' | 'json';
	/** Agrees to what costs money. */
	readonly yes: boolean;
	readonly help: boolean;
}

export const planUsage = `${l10n.t(
	'easel plan [options] FILE...\n\nCompares files of deployments (*.deployment.yaml) with the deployments of an account, and changes nothing.\n\n  --base-url URL        the address of the service; EASEL_BASE_URL when left out, then the public service\n  --format FORMAT       text (default) or json\n  -h, --help            show this\n\nThe token is that of EASEL_TOKEN, or of "easel login".\nStatus: 0 without a difference, 2 with differences, 1 when a file or the service is in the way.',
)}\n`;

export const applyUsage = `${l10n.t(
	'easel apply [options] FILE...\n\nGives deployments what their files (*.deployment.yaml) say, and creates those that have no id in their file. First every file is\ncompared; when one cannot be applied, none is. The id of a new deployment is written into its file.\n\n  --base-url URL        the address of the service; EASEL_BASE_URL when left out, then the public service\n  --format FORMAT       text (default) or json\n  --yes                 agree to instances that are billed all the time; without it, nothing is sent where there would be more\n  -h, --help            show this\n\nThe token is that of EASEL_TOKEN, or of "easel login".\nStatus: 0 when every file is applied or needs nothing, 1 when a file or the service is in the way.',
)}\n`;

/** Reads the command line; a sentence when it makes no sense. */
export function readArguments(argv: readonly string[]): ApplyArguments | string {
	try {
		const { values, positionals } = parseArgs({
			args: [...argv],
			allowPositionals: true,
			options: {
				'base-url': { type: 'string' },
				format: { type: 'string', default: 'text' },
				yes: { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h', default: false },
			},
		});
		const { format, help, yes } = values;
		if (format !== 'text' && format !== 'json')
			return l10n.t('There is no format {0}; use text or json.', format);
		if (positionals.length === 0 && !help) return l10n.t('Name at least one file of a deployment.');
		return { files: positionals, baseUrl: values['base-url'], format, help, yes };
	} catch (cause) {
		return cause instanceof Error ? cause.message : String(cause);
	}
}
