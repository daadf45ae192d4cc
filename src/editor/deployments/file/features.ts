import * as vscode from 'vscode';
import { fixAllEdits } from '../../../core/base/fixAll.ts';
import { counted } from '../../../core/base/language.ts';
import { type DeploymentFile, readDeploymentFile } from '../../../core/deployments/file/deploymentFile.ts';
import {
	completeDeploymentFile,
	hoverDeploymentFile,
} from '../../../core/deployments/file/deploymentFileLanguage.ts';
import { settingChanges, settingsOf } from '../../../core/deployments/settings.ts';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import { type Checked, DocumentChecks } from '../../documents/documentChecks.ts';
import type { Documents } from '../../documents/documents.ts';
import { deploymentFileSelector, isDeploymentFile } from '../../documents/scope.ts';
import { suggestionItem } from '../../documents/suggestionItem.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { hoverOf } from '../../shell/findings.ts';
import { fixKinds, fixProvider } from '../../shell/fixes.ts';
import type { CommandId } from '../../shell/ids.ts';

interface CheckedFile extends Checked {
	readonly file: DeploymentFile;
}

interface FileFeaturesDeps extends Pick<AppServices, 'log'> {
	readonly extensionUri: vscode.Uri;
	readonly documents: Documents;
	readonly store: DeploymentStore;
}

/** Starts checks and language features of open files that describe deployments. */
export function startFileFeatures({
	extensionUri,
	log,
	documents,
	store,
}: FileFeaturesDeps): vscode.Disposable {
	const hardware = () => store.items.map((deployment) => deployment.hardware);
	const checks = new DocumentChecks<CheckedFile>({
		name: 'easel-deployments',
		log,
		pages: vscode.Uri.joinPath(extensionUri, 'docs', 'rules'),
		documents,
		mayBe: isDeploymentFile,
		onDidChangeRules: [(listener) => store.onDidChange(() => listener(undefined))],
		check(document) {
			const file = readDeploymentFile(document.getText(), hardware());
			return { version: document.version, file, findings: file.findings };
		},
	});
	return vscode.Disposable.from(
		checks,
		vscode.languages.registerCompletionItemProvider(
			deploymentFileSelector,
			{
				provideCompletionItems(document, position) {
					if (!isDeploymentFile(document)) return undefined;
					const offset = document.offsetAt(position);
					return completeDeploymentFile(document.getText(), offset, hardware()).map((each, at) =>
						suggestionItem(document, each, at),
					);
				},
			},
			':',
			' ',
		),
		vscode.languages.registerHoverProvider(deploymentFileSelector, {
			async provideHover(document, position) {
				const checked = await checks.current(document);
				return checked && hoverOf(document, hoverDeploymentFile(checked.file, document.offsetAt(position)));
			},
		}),
		vscode.languages.registerCodeActionsProvider(
			deploymentFileSelector,
			fixProvider(async (document) => {
				const checked = await checks.current(document);
				if (checked === undefined) return undefined;
				const check = (text: string) => readDeploymentFile(text, hardware()).findings;
				const { findings } = checked;
				return { findings, fixAll: () => fixAllEdits(document.getText(), findings, check) };
			}),
			fixKinds,
		),
		vscode.languages.registerCodeLensProvider(deploymentFileSelector, {
			onDidChangeCodeLenses: (listener) => checks.onDidCheck(() => listener()),
			async provideCodeLenses(document) {
				const checked = await checks.current(document);
				return checked && lensesOf(document, checked.file, store);
			},
		}),
	);
}

/** Returns the lenses above a file: its commands, and its differences from the deployment by the list. */
function lensesOf(document: vscode.TextDocument, file: DeploymentFile, store: DeploymentStore) {
	const top = new vscode.Range(0, 0, 0, 0);
	const lens = (id: CommandId, title: string) =>
		new vscode.CodeLens(top, { command: id, title, arguments: [document.uri] });
	const plan = lens('easel.planDeployment', planTitle(file, store));
	const apply = lens('easel.applyDeployment', vscode.l10n.t('Apply...'));
	if (file.id === undefined) return [plan, apply];
	return [plan, apply, lens('easel.pullDeployment', vscode.l10n.t('Pull'))];
}

function planTitle(file: DeploymentFile, store: DeploymentStore): string {
	const live = file.id === undefined ? undefined : store.byId(file.id);
	if (live === undefined) return vscode.l10n.t('Plan');
	const count = settingChanges(settingsOf(live), file.settings).length;
	if (count === 0) return vscode.l10n.t('Plan (no difference)');
	return counted(count, vscode.l10n.t('Plan (1 difference)'), vscode.l10n.t('Plan ({0} differences)'));
}
