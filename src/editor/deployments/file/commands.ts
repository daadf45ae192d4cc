import * as vscode from 'vscode';
import { idEdits } from '../../../core/deployments/file/deploymentFileText.ts';
import {
	applyDeployments,
	type FileOutcome,
	planDeployments,
	pullDeployment,
} from '../../../core/operations/deployments/files.ts';
import type { Operation } from '../../../core/operations/operation.ts';
import type { CommandHandlers } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { fail, inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { reviewed } from '../reviewed.ts';
import { pull } from './pull.ts';
import { documentOf, type FileCommandDeps, readFile, type Subject } from './subject.ts';

/** Reports the outcome. */
type Say = () => Promise<unknown>;

/** Returns the commands of files that describe deployments. */
export function fileCommands(deps: FileCommandDeps) {
	const { acts, log, store, live: liveTexts } = deps;
	/** Files that are being applied, so that a second press of the button does not send them twice. */
	const applying = new Set<string>();

	/** Plans or applies a file. Returns the message if that was not possible, and undefined if it was canceled. */
	async function outcomeOf(
		operation: Operation<Parameters<typeof planDeployments.run>[1], { files: FileOutcome[] }>,
		document: vscode.TextDocument,
	): Promise<FileOutcome | Say | undefined> {
		const error = readFile(store, document).findings.find(({ severity }) => severity === 'error');
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
		const files = [{ name: labelText(baseName(document.uri)), text: document.getText() }];
		const done = await acts.run(operation, { files }, { answers: reviewed });
		if (!done.ok) return () => showFailure(log, done.failure);
		const [outcome] = done.value.files;
		if (outcome?.action !== 'trouble') return outcome;
		return () => fail(outcome.sentences.map((sentence) => sentence.trim()).join(' '));
	}

	async function plan(subject: Subject): Promise<void> {
		const document = await documentOf(deps, subject);
		const found = document && (await outcomeOf(planDeployments, document));
		if (document === undefined || found === undefined) return;
		if (typeof found === 'function') return void (await found());
		const { action, id, name = '' } = found;
		if (action === 'none') {
			await inform(
				vscode.l10n.t('"{0}" matches the file. Applying it would change nothing.', labelText(name)),
			);
			return;
		}
		if (id === undefined) {
			await vscode.window.showTextDocument(document);
			await inform(vscode.l10n.t('Applying the file creates "{0}".', labelText(name)));
			return;
		}
		const present = await acts.done(pullDeployment, { id, text: document.getText() });
		if (present === undefined) return;
		const left = liveTexts.show(document.uri, present.text);
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
			const done = await outcomeOf(applyDeployments, document);
			say = typeof done === 'object' ? await applied(document, done) : done;
		} finally {
			applying.delete(key);
		}
		// A message stays until it is closed; the file can be applied again before that.
		await say?.();
	}

	async function applied(
		document: vscode.TextDocument,
		{ action, id, name = '' }: FileOutcome,
	): Promise<Say> {
		const shown = labelText(name);
		if (action === 'none')
			return () => inform(vscode.l10n.t('"{0}" matches the file. There is nothing to apply.', shown));
		if (action === 'create') await writeId(document, id);
		else liveTexts.show(document.uri, document.getText());
		// The service reports the state of the instances.
		void store.refresh();
		return () =>
			inform(
				action === 'create' ? vscode.l10n.t('Created "{0}".', shown) : vscode.l10n.t('Changed "{0}".', shown),
			);
	}

	/** Writes the id of the created deployment into the file, which belongs to that deployment from now on. */
	async function writeId(document: vscode.TextDocument, id: string | undefined): Promise<void> {
		const edits = idEdits(document.getText(), readFile(store, document), id);
		const written = await vscode.workspace.applyEdit(workspaceEdit(document, edits));
		if (!written || !(await document.save()))
			await fail(vscode.l10n.t('The file cannot be written. Add this line to it: "{0}".', `id: ${id ?? ''}`));
	}

	return {
		'easel.pullDeployment': (subject: Subject) => pull(deps, subject),
		'easel.planDeployment': plan,
		'easel.applyDeployment': apply,
	} satisfies CommandHandlers;
}

function baseName(uri: vscode.Uri): string {
	return uri.path.split('/').at(-1) ?? '';
}
