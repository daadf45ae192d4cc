import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import { failed, type Result, success } from '../../../core/base/failure.ts';
import { applyEdits } from '../../../core/base/fixAll.ts';
import { dialectOf } from '../../../core/connection/dialects.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import type { DeploymentFile } from '../../../core/deployments/file/deploymentFile.ts';
import { idEdits, settingEdits } from '../../../core/deployments/file/deploymentFileText.ts';
import { type DeploymentPlan, planDeployment } from '../../../core/deployments/file/plan.ts';
import { changeText, settingsOf } from '../../../core/deployments/settings.ts';
import type { CommandHandlers } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { confirm, fail, inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { pull } from './pull.ts';
import { documentOf, type FileCommandDeps, readFile, type Subject } from './subject.ts';

/** A file with the deployment that it belongs to, and what applying it would do. */
interface Planned {
	readonly owner: SignedIn;
	readonly document: vscode.TextDocument;
	readonly file: DeploymentFile;
	/** As the service has it now; undefined where there is none yet. */
	readonly live: Deployment | undefined;
	readonly plan: DeploymentPlan;
}

/** Reports the outcome. */
type Say = () => Promise<unknown>;

interface Question {
	readonly question: string;
	readonly detail: string;
	readonly action: string;
}

/** Returns the commands of files that describe deployments. */
export function fileCommands(deps: FileCommandDeps) {
	const { log, store, work, live: liveTexts } = deps;
	/** Files that are being applied, so that a second press of the button does not send them twice. */
	const applying = new Set<string>();

	/** Reads file and deployment and compares them, or says what keeps it from that; undefined where no account is signed in. */
	async function planned(document: vscode.TextDocument): Promise<Planned | Say | undefined> {
		const owner = await deps.signedIn();
		if (owner === undefined) return undefined;
		const file = readFile(store, document);
		const error = file.findings.find(({ severity }) => severity === 'error');
		if (error !== undefined) {
			await vscode.window.showTextDocument(document, {
				selection: new vscode.Range(
					document.positionAt(error.range.start),
					document.positionAt(error.range.end),
				),
			});
			const words = [error.message, error.remedy].filter(Boolean).join(' ');
			return () => fail(vscode.l10n.t('The file has an error. {0}', words));
		}
		const live = await liveOf(owner, file);
		if (!live.ok) return () => showFailure(log, live.failure);
		const plan = planDeployment(file, live.value, store.items, dialectOf(owner.connection).machines);
		if (!plan.ok) return () => showFailure(log, plan.failure);
		return { owner, document, file, live: live.value, plan: plan.value };
	}

	/** The deployment that a file belongs to; undefined where there is none. */
	async function liveOf(owner: SignedIn, { id }: DeploymentFile): Promise<Result<Deployment | undefined>> {
		if (id !== undefined) {
			const found = await work.read(owner, id);
			return !found.ok && found.failure.kind === 'notFound' ? success(undefined) : found;
		}
		// A second one of the same name must not be made, so the list must be there.
		await work.refresh();
		const { state } = store;
		if (state.kind === 'failed') return failed(state.failure);
		return state.kind === 'ready' && state.failure ? failed(state.failure) : success(undefined);
	}

	async function plan(subject: Subject): Promise<void> {
		const document = await documentOf(deps, subject);
		const found = document && (await planned(document));
		if (document === undefined || found === undefined) return;
		if (typeof found === 'function') return void (await found());
		const { file, live, plan: result } = found;
		const name = labelText(result.name);
		if (live === undefined) {
			await vscode.window.showTextDocument(document);
			await inform(vscode.l10n.t('Applying the file creates "{0}".', name));
			return;
		}
		if (result.action === 'none') {
			await inform(vscode.l10n.t('"{0}" is as the file says. Applying it would change nothing.', name));
			return;
		}
		const left = liveTexts.show(document.uri, textOfLive(document, file, live));
		const title = vscode.l10n.t('{0} (Deployment ↔ File)', labelText(baseName(document.uri)));
		await vscode.commands.executeCommand('vscode.diff', left, document.uri, title, { preview: true });
	}

	async function apply(subject: Subject): Promise<void> {
		const document = await documentOf(deps, subject);
		const key = document?.uri.toString();
		if (document === undefined || key === undefined || applying.has(key)) return;
		applying.add(key);
		let say: Say | undefined;
		try {
			say = await applyAlone(document);
		} finally {
			applying.delete(key);
		}
		// A message stays until it is closed; the file can be applied again before that.
		await say?.();
	}

	async function applyAlone(document: vscode.TextDocument): Promise<Say | undefined> {
		for (let asked: Question | undefined; ; ) {
			const found = await planned(document);
			if (found === undefined || typeof found === 'function') return found;
			const name = labelText(found.plan.name);
			if (found.plan.action === 'none')
				return () => inform(vscode.l10n.t('"{0}" is as the file says. There is nothing to apply.', name));
			const { question, ...words } = questionOf(found);
			// File and deployment may have changed while the question was open.
			if (isDeepStrictEqual(asked, { question, ...words })) return send(found);
			if (!(await confirm(question, words))) return undefined;
			asked = { question, ...words };
		}
	}

	async function send({ owner, document, file, live }: Planned): Promise<Say> {
		const done = await work.apply(owner, file, live);
		if (!done.ok) return () => showFailure(log, done.failure);
		if (live === undefined) await writeId(document, done.value);
		else liveTexts.show(document.uri, textOfLive(document, file, done.value));
		const name = labelText(done.value.name);
		const said =
			live === undefined ? vscode.l10n.t('Created "{0}".', name) : vscode.l10n.t('Changed "{0}".', name);
		return () => Promise.all([inform(said), work.refresh()]);
	}

	/** Writes the id of the created deployment into the file, which belongs to that deployment from now on. */
	async function writeId(document: vscode.TextDocument, { id }: Deployment): Promise<void> {
		const edits = idEdits(document.getText(), readFile(store, document), id);
		const written = await vscode.workspace.applyEdit(workspaceEdit(document, edits));
		if (!written || !(await document.save()))
			await fail(vscode.l10n.t('The file cannot be written. Add this line to it: "{0}".', `id: ${id}`));
	}

	return {
		'easel.pullDeployment': (subject: Subject) => pull(deps, subject),
		'easel.planDeployment': plan,
		'easel.applyDeployment': apply,
	} satisfies CommandHandlers;
}

/** Returns the question before a file is applied: each change, and what the deployment costs afterwards. */
function questionOf({ live, plan: { name, changes, cost } }: Planned): Question {
	const detail = [...changes.map((change) => labelText(changeText(change))), ...(cost ? [cost] : [])].join(
		'; ',
	);
	return live === undefined
		? {
				question: vscode.l10n.t('Create the deployment "{0}"?', labelText(name)),
				detail,
				action: vscode.l10n.t('Create'),
			}
		: {
				question: vscode.l10n.t('Apply the file to "{0}"?', labelText(name)),
				detail,
				action: vscode.l10n.t('Apply'),
			};
}

/** The text of a file with the values that the deployment has. */
function textOfLive(document: vscode.TextDocument, file: DeploymentFile, live: Deployment): string {
	const text = document.getText();
	return applyEdits(text, settingEdits(text, file, settingsOf(live)));
}

function baseName(uri: vscode.Uri): string {
	return uri.path.split('/').at(-1) ?? '';
}
