import * as vscode from 'vscode';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import { parseJson } from '../../../core/json/exact.ts';
import { plainJson } from '../../../core/json/plain.ts';
import { isObject } from '../../../core/json/value.ts';
import { saveInSandbox } from '../../../core/sandboxHost/sandboxCalls.ts';
import type { SandboxKeeper } from '../../../core/sandboxHost/sandboxKeeper.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { type CommandHandlers, runCommand } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { confirm, inform, warn } from '../../shell/messages.ts';
import { sourceOfCommand } from './workflowSource.ts';

interface SaveInSandboxDeps extends Pick<AppServices, 'log'> {
	readonly sandbox: SandboxKeeper;
	readonly store: Pick<DeploymentStore, 'refresh'>;
	readonly workflows: WorkflowDocuments;
}

const longestName = 100;

/** Returns the command that saves the workflow of a document as a deployment of the sandbox. */
export function saveInSandboxCommands(deps: SaveInSandboxDeps) {
	return {
		'easel.saveAsSandboxDeployment': (target: unknown) => save(deps, target),
	} satisfies CommandHandlers;
}

async function save({ log, sandbox, store, workflows }: SaveInSandboxDeps, target: unknown): Promise<void> {
	const source = await sourceOfCommand(workflows, target);
	if (source === undefined) return;
	const { document } = source;
	const parsed = parseJson(document.comments ? plainJson(document.text) : document.text);
	if (!parsed.ok || !isObject(parsed.value)) return;
	const workflow = parsed.value;
	if (sandbox.state.kind !== 'running') {
		const start = vscode.l10n.t('Start Sandbox');
		const choice = await warn(
			vscode.l10n.t('The sandbox is not running. Start it, then save the workflow again.'),
			start,
		);
		if (choice === start) await runCommand('easel.startSandbox');
		return;
	}
	const { announcement } = sandbox.state;
	const name = await askName(source.name.replace(/(?:[_.-]api)?\.json$/i, ''));
	if (name === undefined) return;
	let saved = await saveInSandbox(announcement, { name, workflow, replace: false });
	if (saved.ok && saved.value === 'taken') {
		const replace = await confirm(vscode.l10n.t('Replace the workflow of the deployment "{0}"?', name), {
			detail: vscode.l10n.t(
				'The deployment gets this workflow as its next version. Requests that have started keep their version.',
			),
			action: vscode.l10n.t('Replace'),
		});
		if (!replace) return;
		saved = await saveInSandbox(announcement, { name, workflow, replace: true });
	}
	if (!saved.ok) return showFailure(log, saved.failure);
	if (saved.value === 'taken') return;
	await store.refresh();
	await inform(
		saved.value.created
			? vscode.l10n.t('"{0}" is now a deployment of the sandbox.', name)
			: vscode.l10n.t(
					'The deployment "{0}" of the sandbox now has this workflow, as version {1}.',
					name,
					saved.value.version,
				),
	);
}

async function askName(usual: string): Promise<string | undefined> {
	const name = await vscode.window.showInputBox({
		title: vscode.l10n.t('Save as Sandbox Deployment'),
		prompt: vscode.l10n.t('Name of the deployment'),
		value: usual.slice(0, longestName),
		validateInput: (value) => {
			if (value.trim() === '') return vscode.l10n.t('Enter a name.');
			return value.trim().length > longestName
				? vscode.l10n.t('The name can have at most {0} characters.', longestName)
				: undefined;
		},
	});
	return name?.trim() || undefined;
}
