import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import { compact } from '../../../core/base/compact.ts';
import { fromBase64 } from '../../../core/base/files/base64.ts';
import type { InstanceCall, InstancePlace, InstanceReply } from '../../../core/deployments/instanceProxy.ts';
import { laidOutJson } from '../../../core/json/indented.ts';
import { instanceCall, instanceFree, instanceNodes } from '../../../core/operations/instance.ts';
import { runName } from '../../../core/runs/describe.ts';
import { hasEnded, type Run } from '../../../core/runs/run.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import { safeFileName } from '../../../core/transfers/names.ts';
import type { AppServices } from '../../shell/appServices.ts';
import type { CommandHandler } from '../../shell/commands.ts';
import { inform, warn } from '../../shell/messages.ts';
import { runOfFrontPanel } from '../../shell/panels/frontPanel.ts';
import { labelText } from '../../shell/plainText.ts';
import { namesRun, type RunArgument, type RunChooser } from '../chooseRun.ts';
import type { RequestBodies } from '../start/requestBodies.ts';
import { askForCall } from './call.ts';

interface InstanceCommandDeps extends Pick<AppServices, 'acts' | 'session' | 'signedIn'> {
	readonly chooser: RunChooser;
	readonly savedWorkflows: Pick<SavedWorkflows, 'keepNodeInfo'>;
	readonly requestBodies: Pick<RequestBodies, 'showText'>;
	/** Called when documents may be checked against other node info. */
	readonly onNodeInfo: () => void;
	/** Remembers the last call. */
	readonly state: vscode.Memento;
}

type InstanceCommandId = 'easel.freeInstance' | 'easel.openNodeInfo' | 'easel.callInstance';

/** A run with the instance that it runs or ran on, and the session that may call it. */
interface Target {
	readonly session: SignedIn;
	readonly run: Run;
	readonly place: InstancePlace;
}

/** Returns whether a run names its instance. */
export function hasInstance(run: Pick<Run, 'target' | 'instanceId'>): boolean {
	return run.target.kind === 'deployment' && run.instanceId !== undefined;
}

/** Returns the commands about the instance of a run: while it is in progress, or warm after it. */
export function instanceCommands(deps: InstanceCommandDeps): Record<InstanceCommandId, CommandHandler> {
	const { acts, chooser, requestBodies, savedWorkflows } = deps;

	/** Returns the instance that a command applies to; shows the reason if no instance is available. */
	async function targetOf(argument: RunArgument): Promise<Target | undefined> {
		const none = vscode.l10n.t(
			'No run names an instance. A run has one as soon as it is in progress on a deployment.',
		);
		// The menu of a result has the command, too: it applies to that run, or reports why it has no instance.
		const run = await chooser.one(namesRun(argument) ? argument : runOfFrontPanel(), hasInstance, none);
		if (!run) return undefined;
		const { instanceId } = run;
		if (!hasInstance(run) || instanceId === undefined) {
			await inform(noInstanceText(run));
			return undefined;
		}
		const current = await deps.signedIn();
		if (current === undefined) return undefined;
		if (current.connection.id !== run.connectionId || current.account.id !== run.accountId) {
			await warn(
				vscode.l10n.t('This run belongs to another account. Sign in to that account to call its instance.'),
			);
			return undefined;
		}
		return { session: current, run, place: { deploymentId: run.target.id, instanceId } };
	}

	/** The title of progress that can be canceled. */
	const calling = ({ run }: Target) => ({
		title: vscode.l10n.t('Easel: calling the instance of "{0}"', labelText(run.target.name, 60)),
	});

	async function free(argument: RunArgument): Promise<void> {
		const target = await targetOf(argument);
		if (!target) return;
		const chosen = await vscode.window.showQuickPick(
			[
				{
					label: vscode.l10n.t('Unload Models'),
					detail: vscode.l10n.t('Removes the model weights from the GPU. Computed results stay cached.'),
					flag: 'unloadModels' as const,
					picked: true,
				},
				{
					label: vscode.l10n.t('Free Memory'),
					detail: vscode.l10n.t('Also clears the execution cache to release GPU memory.'),
					flag: 'freeMemory' as const,
				},
			],
			{
				title: vscode.l10n.t('Free the Instance of "{0}"', labelText(target.run.target.name, 60)),
				placeHolder: vscode.l10n.t('Select what to free'),
				canPickMany: true,
			},
		);
		const flags = chosen?.map(({ flag }) => flag) ?? [];
		if (flags.length === 0) return;
		const input = {
			...target.place,
			cache: flags.includes('freeMemory'),
			keepModels: !flags.includes('unloadModels'),
		};
		const freed = await acts.done(instanceFree, input, calling(target));
		if (freed) vscode.window.setStatusBarMessage(vscode.l10n.t('The instance accepted the call'), 5000);
	}

	async function openNodeInfo(argument: RunArgument): Promise<void> {
		const target = await targetOf(argument);
		if (!target) return;
		const { session: current, run, place } = target;
		const info = await acts.done(instanceNodes, place, calling(target));
		if (!info) return;
		const kept = await savedWorkflows.keepNodeInfo(current, place.deploymentId, info.text);
		await requestBodies.showText(
			vscode.l10n.t('Node info of {0}', run.target.name),
			'json',
			laidOutJson(info.text) ?? info.text,
		);
		if (kept) {
			deps.onNodeInfo();
			vscode.window.setStatusBarMessage(
				vscode.l10n.t('Documents that run on "{0}" are checked against this', labelText(run.target.name, 60)),
				8000,
			);
		} else await warn(vscode.l10n.t('The instance sent no node info, so nothing was stored.'));
	}

	async function call(argument: RunArgument): Promise<void> {
		const target = await targetOf(argument);
		if (!target) return;
		const asked: Omit<InstanceCall, 'signal'> | undefined = await askForCall(deps.state, runName(target.run));
		if (!asked) return;
		const input = { ...target.place, ...asked, content: true };
		const reply = await acts.done(instanceCall, input, calling(target));
		if (reply === undefined) return;
		const bytes = fromBase64(reply.content ?? '');
		await showReply({ ...reply, bytes }, asked, requestBodies);
	}

	return {
		'easel.freeInstance': free,
		'easel.openNodeInfo': openNodeInfo,
		'easel.callInstance': call,
	};
}

function noInstanceText(run: Run): string {
	if (run.target.kind !== 'deployment')
		return vscode.l10n.t('Only runs on a deployment have an instance that can be called.');
	return hasEnded(run)
		? vscode.l10n.t('The service did not report the instance of this run. Run the workflow again.')
		: vscode.l10n.t(
				'The instance of this run is not up yet. It can be called as soon as the run is in progress.',
			);
}

/** Shows the answer of a route: a text as a document, anything else as a file to save. */
async function showReply(
	{ status, contentType, bytes }: InstanceReply,
	{ method, path }: Pick<InstanceCall, 'method' | 'path'>,
	documents: Pick<RequestBodies, 'showText'>,
): Promise<void> {
	const route = path.trim().replace(/^\//, '');
	const [place = '', query = ''] = route.split('?', 2);
	if (bytes.byteLength === 0) {
		await inform(vscode.l10n.t('{0} {1} answered {2} without a body.', method, place, String(status)));
		return;
	}
	const text = replyText(bytes, contentType);
	if (text !== undefined) {
		const json = laidOutJson(text);
		await documents.showText(
			`${method} ${place}`,
			json === undefined ? 'txt' : 'json',
			json === undefined ? text : `${json}\n`,
		);
		return;
	}
	const name = safeFileName(new URLSearchParams(query).get('filename') ?? basename(place), 'reply');
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const target = await vscode.window.showSaveDialog({
		title: vscode.l10n.t('Save the Reply'),
		...compact({ defaultUri: folder && vscode.Uri.joinPath(folder, name) }),
	});
	if (!target) return;
	await vscode.workspace.fs.writeFile(target, bytes);
	await vscode.commands.executeCommand('vscode.open', target, { preview: true });
}

/** Returns the text of a reply; undefined if it is not text, whatever its declared type. */
function replyText(bytes: Uint8Array, contentType: string): string | undefined {
	if (/^(?:image|audio|video|font)\//.test(contentType) && contentType !== 'image/svg+xml') return undefined;
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return text.includes('\u0000') ? undefined : text;
	} catch {
		return undefined;
	}
}
