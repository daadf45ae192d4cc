import type * as vscode from 'vscode';
import { registerCommands } from '../../shell/commands.ts';
import { SamplesPanels, type SamplesPanelsOptions } from './panels.ts';

/** Registers the samples panels and the command that opens them. */
export function registerSamples(
	context: vscode.ExtensionContext,
	deps: Omit<SamplesPanelsOptions, 'context'>,
): void {
	const panels = new SamplesPanels({ ...deps, context });
	context.subscriptions.push(
		panels,
		registerCommands(deps.log, {
			'easel.showSamples': async (argument: unknown) => {
				const { sampledJob } = await import('./features.ts');
				const jobId = await sampledJob(deps.jobs, argument);
				if (jobId !== undefined) panels.open(jobId);
			},
		}),
	);
}
