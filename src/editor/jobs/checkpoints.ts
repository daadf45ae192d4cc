import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { describeBytes } from '../../core/base/bytes.ts';
import { checkpointAddress } from '../../core/jobs/checkpoints/address.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import { jobDownload } from '../../core/operations/jobs/artifacts.ts';
import { fileStamp } from '../../core/transfers/fileStamp.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm, copyText, inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { usualFolder } from '../shell/saveFiles.ts';
import type { JobArgument, JobCommandDeps, JobOf } from './commandDeps.ts';
import { checkpointUri, openJobDocument } from './documents.ts';
import { checkpointNodes } from './nodes.ts';

interface Chosen {
	readonly job: JobRecord;
	readonly name: string;
}

/** Returns the commands about one checkpoint. */
export function checkpointCommands(deps: JobCommandDeps, jobOf: JobOf) {
	const { acts, log, jobs } = deps;

	/** Returns the checkpoint of a row, or one that the person chooses. */
	async function checkpointOf(argument: JobArgument): Promise<Chosen | undefined> {
		if (typeof argument === 'object' && argument.kind === 'checkpoint') {
			return { job: argument.job, name: argument.name };
		}
		const job = await jobOf(
			argument,
			({ artifacts }) => (artifacts?.checkpoints.length ?? 0) > 0,
			vscode.l10n.t('No training job in the list has a checkpoint yet.'),
		);
		if (!job) return undefined;
		const items = checkpointNodes(job).flatMap((node) =>
			node.kind === 'checkpoint' ? [{ label: labelText(node.name), name: node.name }] : [],
		);
		const chosen = await vscode.window.showQuickPick(items, {
			title: vscode.l10n.t('Checkpoints of "{0}"', job.name),
			placeHolder: vscode.l10n.t('Select a checkpoint'),
		});
		return chosen && { job, name: chosen.name };
	}

	async function download(argument: JobArgument): Promise<void> {
		const chosen = await checkpointOf(argument);
		if (!chosen) return;
		const { job, name } = chosen;
		const target = await vscode.window.showSaveDialog({
			title: vscode.l10n.t('Download Checkpoint'),
			saveLabel: vscode.l10n.t('Download'),
			defaultUri: vscode.Uri.joinPath(usualFolder(), name),
			filters: { Safetensors: ['safetensors'] },
		});
		if (!target) return;
		const path = target.fsPath;
		// The dialog has asked whether this file may be replaced, and about no other one that may come.
		const agreed = await fileStamp(path);
		const saved = await acts.done(
			jobDownload,
			{ id: job.id, name, folder: dirname(path), as: basename(path) },
			{ title: vscode.l10n.t('Downloading "{0}"', name) },
		);
		if (saved === undefined) return;
		const { bytes, path: at } = saved;
		const mayReplace = (await fileStamp(path)) === agreed;
		if (at !== path && mayReplace) await rename(at, path);
		const last = mayReplace ? path : at;
		const said = [vscode.l10n.t('Downloaded "{0}", {1}.', basename(last), describeBytes(bytes))];
		if (last !== path)
			said.push(
				vscode.l10n.t('"{0}" was created during the download and is left unchanged.', basename(path)),
			);
		const reveal = vscode.l10n.t('Show in Folder');
		if ((await inform(said.join(' '), reveal)) === reveal) {
			await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(last));
		}
	}

	async function copyAddress(argument: JobArgument): Promise<void> {
		const chosen = await checkpointOf(argument);
		if (!chosen) return;
		const sure = await confirm(vscode.l10n.t('Copy the address of "{0}"?', chosen.name), {
			detail: vscode.l10n.t(
				'The address gives access to the file until it expires, to anyone who has it. Paste it only where you would paste a password.',
			),
			action: vscode.l10n.t('Copy Address'),
		});
		if (!sure) return;
		const address = await checkpointAddress(
			{ service: await jobs.open() },
			{ id: chosen.job.id, name: chosen.name },
		);
		if (!address.ok) return showFailure(log, address.failure);
		await copyText(address.value, vscode.l10n.t('Copied the address'));
	}

	return {
		'easel.downloadCheckpoint': download,
		'easel.copyCheckpointAddress': copyAddress,
		'easel.showCheckpointMetadata': async (argument: JobArgument) => {
			const chosen = await checkpointOf(argument);
			if (chosen) await openJobDocument(checkpointUri(chosen.job, chosen.name));
		},
	};
}
