import * as vscode from 'vscode';
import { counted, numberText } from '../../core/base/language.ts';
import { jobExport, jobImport } from '../../core/operations/jobs/list.ts';
import { jobTrack } from '../../core/operations/missing.ts';
import { demoJobIds } from '../../core/wire/demoJobs.ts';
import { showFailure } from '../shell/failures.ts';
import { inform } from '../shell/messages.ts';
import { askForFile } from '../shell/questions.ts';
import { usualFolder } from '../shell/saveFiles.ts';
import type { JobCommandDeps } from './commandDeps.ts';

/** The largest list that is read, in bytes. */
const mostBytes = 10_000_000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const exampleId = '123e4567-e89b-42d3-a456-426614174000';

/** Returns the commands about the list as a whole: the service cannot list jobs, so they add jobs or lists of them. */
export function listCommands(deps: JobCommandDeps) {
	const { acts, log } = deps;

	async function track(given?: unknown): Promise<void> {
		await deps.ready();
		if ((await deps.signedIn()) === undefined) return;
		const copied = (await vscode.env.clipboard.readText()).trim();
		const jobId =
			typeof given === 'string'
				? given
				: await vscode.window.showInputBox({
						title: vscode.l10n.t('Track a Training Job'),
						prompt: vscode.l10n.t('The ID of a job that was submitted elsewhere with this account.'),
						placeHolder: exampleId,
						ignoreFocusOut: true,
						...(uuid.test(copied) ? { value: copied } : {}),
						validateInput: (text) =>
							text.trim() === '' || uuid.test(text.trim())
								? undefined
								: vscode.l10n.t('The ID of a job is a UUID of 36 characters.'),
					});
		if (jobId === undefined || jobId.trim() === '') return;
		const tracked = await acts.done(jobTrack, { idOfService: jobId });
		if (tracked !== undefined) await deps.reveal(tracked.id);
	}

	/** Tracks the jobs of the sandbox's demo account; skips a job that was deleted there. */
	async function trackDemoJobs(): Promise<void> {
		await deps.ready();
		const ids = Object.values(demoJobIds);
		const tracked = await Promise.all(ids.map((idOfService) => acts.run(jobTrack, { idOfService })));
		const failures = tracked.flatMap((each) => (each.ok ? [] : [each.failure]));
		const [first] = failures;
		if (first && failures.length === tracked.length) await showFailure(log, first);
	}

	async function exportJobs(): Promise<void> {
		const list = await acts.done(jobExport, {});
		if (list === undefined) return;
		const { count, text } = list;
		if (count === 0) {
			await inform(vscode.l10n.t('The list of training jobs is empty.'));
			return;
		}
		const uri = await vscode.window.showSaveDialog({
			title: vscode.l10n.t('Export Job List'),
			filters: { JSON: ['json'] },
			defaultUri: vscode.Uri.joinPath(usualFolder(), 'training-jobs.json'),
		});
		if (!uri) return;
		await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
		await inform(
			counted(
				count,
				vscode.l10n.t('Exported 1 training job. The file has no configuration and no address.'),
				vscode.l10n.t('Exported {0} training jobs. The file has no configurations and no addresses.'),
			),
		);
	}

	async function importJobs(): Promise<void> {
		const uri = await askForFile({
			title: vscode.l10n.t('Import Job List'),
			filters: { JSON: ['json'] },
			openLabel: vscode.l10n.t('Import'),
		});
		if (!uri) return;
		const { size } = await vscode.workspace.fs.stat(uri);
		const text = size > mostBytes ? '' : Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
		const imported = await acts.done(jobImport, { text });
		if (imported === undefined) return;
		const { added, known, skipped } = imported;
		const parts = [
			counted(added, vscode.l10n.t('Added 1 training job.'), vscode.l10n.t('Added {0} training jobs.')),
			...(known > 0 ? [vscode.l10n.t('{0} were already in the list.', numberText(known))] : []),
			...(skipped > 0 ? [vscode.l10n.t('{0} entries cannot be read.', numberText(skipped))] : []),
		];
		await inform(parts.join(' '));
	}

	return {
		'easel.trackJob': track,
		'easel.trackDemoJobs': trackDemoJobs,
		'easel.exportJobs': exportJobs,
		'easel.importJobs': importJobs,
	};
}
