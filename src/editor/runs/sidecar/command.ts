import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { describeBytes } from '../../../core/base/bytes.ts';
import { sha256OfFile } from '../../../core/base/disk/digest.ts';
import { largestRunFile } from '../../../core/runs/archive/describedRun.ts';
import { isSidecarName, readSidecar, type Sidecar, sidecarEnd } from '../../../core/runs/archive/sidecar.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import type { CommandHandler } from '../../shell/commands.ts';
import { showFailure } from '../../shell/failures.ts';
import { confirm, warn } from '../../shell/messages.ts';
import { askForFile } from '../../shell/questions.ts';
import type { Runner } from '../start/runner.ts';
import { openSidecarForm, type SidecarFormDeps } from './form.ts';

export interface SidecarDeps extends SidecarFormDeps {
	readonly runner: Pick<Runner, 'run'>;
	readonly workflows: WorkflowDocuments;
}

/**
 * Starts the run again that a sidecar describes: its document is opened unsaved and takes the usual way, with the review; of a run of
 * inputs, the form is opened, filled in. The other command shows either as a form.
 */
export function sidecarCommands(
	deps: SidecarDeps,
): Record<'easel.runFromSidecar' | 'easel.openSidecarAsForm', CommandHandler> {
	const { log, runner, workflows, inputs: forms } = deps;
	return {
		'easel.openSidecarAsForm': async (argument: unknown) => {
			const opened = await openRun(argument);
			if (opened !== undefined) await forms.openDocument(opened.document.uri, opened.text.name);
		},
		'easel.runFromSidecar': async (argument: unknown) => {
			const opened = await openRun(argument);
			if (opened === undefined || opened.text.shortened) return;
			const { document, text, target, drawn } = opened;
			const parsed = workflows.read(document);
			const source = { document: parsed, uri: document.uri, name: text.name, drawn };
			await runner.run(source, { review: true, ...(target?.kind === 'deployment' ? { target } : {}) });
		},
	};

	/** Opens the document of a sidecar, unsaved. Undefined if the sidecar has a form, which is opened instead, or if the person declines. */
	async function openRun(argument: unknown) {
		const uri = argument instanceof vscode.Uri ? argument : (openSidecar() ?? (await askForSidecar()));
		const sidecar = uri && (await read(uri));
		if (uri === undefined || sidecar === undefined || !(await fitsPicture(uri, sidecar))) return undefined;
		const { document: text, inputs, target, drawn } = sidecar;
		if (inputs !== undefined) await openSidecarForm(deps, inputs, target);
		if (inputs !== undefined || text === undefined) return undefined;
		const document = await vscode.workspace.openTextDocument({ language: 'json', content: text.text });
		await vscode.window.showTextDocument(document, { preview: false });
		if (text.shortened)
			void warn(
				vscode.l10n.t(
					'Parts of addresses and values that looked like keys were left out when the sidecar was written. Look at the document, then press Run.',
				),
			);
		return { document, text, target, drawn };
	}

	async function read(uri: vscode.Uri): Promise<Sidecar | undefined> {
		const text = await fileText(uri);
		if (text === undefined) return undefined;
		const sidecar = readSidecar(text);
		if (sidecar.ok) return sidecar.value;
		await showFailure(log, sidecar.failure);
		return undefined;
	}
}

/** Reads the text of a file of bounded length; shows the reason if it cannot be read. */
async function fileText(uri: vscode.Uri): Promise<string | undefined> {
	try {
		const { size } = await vscode.workspace.fs.stat(uri);
		if (size > largestRunFile) {
			await warn(
				vscode.l10n.t(
					'"{0}" has {1}, which is more than a sidecar can have. Choose another file.',
					basename(uri.path),
					describeBytes(size),
				),
			);
			return undefined;
		}
		return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
	} catch {
		await warn(
			vscode.l10n.t(
				'"{0}" cannot be read. Make sure that it exists and that you have permission to open it.',
				basename(uri.path),
			),
		);
		return undefined;
	}
}

/** Compares the picture next to a sidecar, if it exists, with the facts in the sidecar; asks if it is another one. */
async function fitsPicture(uri: vscode.Uri, { file }: Sidecar): Promise<boolean> {
	if (file === undefined || uri.scheme !== 'file') return true;
	const path = join(dirname(uri.fsPath), file.name);
	if (!(await isReadable(path))) return true;
	const same = (await stat(path)).size === file.bytes && (await sha256OfFile(path)) === file.sha256;
	if (same) return true;
	return confirm(vscode.l10n.t('"{0}" is not the file that this sidecar was written for.', file.name), {
		detail: vscode.l10n.t(
			'It has been changed or replaced since. The run starts from the sidecar and reproduces the original.',
		),
		action: vscode.l10n.t('Run Anyway'),
	});
}

async function isReadable(path: string): Promise<boolean> {
	try {
		const handle = await open(path, 'r');
		const found = await handle.stat();
		await handle.close();
		return found.isFile();
	} catch {
		return false;
	}
}

/** Returns the sidecar in the active editor. */
function openSidecar(): vscode.Uri | undefined {
	const uri = vscode.window.activeTextEditor?.document.uri;
	return uri !== undefined && isSidecarName(basename(uri.path)) ? uri : undefined;
}

function askForSidecar(): Promise<vscode.Uri | undefined> {
	return askForFile({
		title: vscode.l10n.t('Choose a Sidecar ({0})', `*${sidecarEnd}`),
		openLabel: vscode.l10n.t('Run'),
		filters: { [vscode.l10n.t('Sidecars')]: ['json'] },
	});
}
