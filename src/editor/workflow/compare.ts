import type * as vscode from 'vscode';
import { registerCommands } from '../shell/commands.ts';
import { documentOfCommand } from './commandTarget.ts';
import type { ComparisonDeps, ComparisonView } from './compareView.ts';

/** Registers the comparison with a deployment's saved workflow. The view is loaded with the first comparison. */
export function registerComparison(context: vscode.ExtensionContext, deps: ComparisonDeps): void {
	let loading: Promise<ComparisonView> | undefined;
	const view = (): Promise<ComparisonView> => {
		loading ??= import('./compareView.ts').then((module) => {
			const made = new module.ComparisonView(deps);
			context.subscriptions.push(made);
			return made;
		});
		return loading;
	};
	context.subscriptions.push(
		registerCommands(deps.log, {
			'easel.compareWithSaved': async (target: unknown) => {
				const document = await documentOfCommand(target, 'Open a workflow document first, then compare it.');
				if (document !== undefined) await (await view()).compare(document);
			},
			'easel.showComparisonDiff': async () => (await view()).showDiff(),
			'easel.closeComparison': async () => (await view()).close(),
			'easel.revealChange': async (item: unknown) => (await view()).reveal(item),
		}),
	);
}
