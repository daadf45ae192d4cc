import * as vscode from 'vscode';
import type { Handlers } from '../../../core/base/panel/protocol.ts';
import type { SampleCache } from '../../../core/jobs/samples/cache.ts';
import type { JobSamples } from '../../../core/jobs/samples/jobSamples.ts';
import type { SamplesProtocol } from '../../../core/jobs/samples/messages.ts';
import { safeFileName } from '../../../core/transfers/names.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { showFailure } from '../../shell/failures.ts';
import type { Panel } from '../../shell/panels/webviewPanel.ts';
import { saveCopy } from '../../shell/saveFiles.ts';

interface ActionParts extends Pick<AppServices, 'log'> {
	readonly context: Pick<vscode.ExtensionContext, 'workspaceState'>;
	readonly cache: SampleCache;
	readonly chooseOther: (jobId: string) => Promise<string | undefined>;
	readonly useCheckpoint: (jobId: string, name: string) => Promise<unknown>;
	readonly jobId: string;
	readonly panel: Panel<SamplesProtocol>;
	/** Returns the samples of a job that the panel shows. */
	samplesOf(jobId: string): JobSamples | undefined;
	/** Uses the connection of a job from now on. */
	switchConnection(jobId: string): Promise<void>;
	/** Shows another job next to the panel's own, or none. */
	setOther(jobId: string | undefined): void;
}

interface FileOfJob {
	readonly job: string;
	readonly name: string;
}

/** Returns the handlers of the buttons of a samples panel. Small successes are shown in the panel, failures by the editor. */
export function samplesHandlers(parts: ActionParts): Handlers<SamplesProtocol['toHost']> {
	const { context, log, panel, samplesOf } = parts;
	const notify = (text: string): void => panel.post('notify', { text });

	/** Returns the copy of a file, fetched if missing; undefined after showing the reason. */
	async function copyOf({ job, name }: FileOfJob): Promise<vscode.Uri | undefined> {
		const outcome = await samplesOf(job)?.copyOf(name);
		if (outcome?.kind === 'there') {
			return vscode.Uri.joinPath(vscode.Uri.file(parts.cache.folderOf(job)), outcome.file);
		}
		if (outcome?.kind === 'failed') await showFailure(log, outcome.failure);
		else if (outcome?.kind === 'gone') notify(vscode.l10n.t('The service has deleted this file.'));
		else notify(vscode.l10n.t('Sign in to the account of this job to get this file.'));
		return undefined;
	}

	return {
		want: ({ job, names }) => samplesOf(job)?.want(names),
		unreadable: ({ job }) => samplesOf(job)?.unreadable(),
		switchConnection: ({ job }) => parts.switchConnection(job),
		tryAgain: ({ job }) => samplesOf(job)?.tryAgain(),
		async saveAs(file) {
			const source = await copyOf(file);
			if (source === undefined) return;
			const saved = await saveCopy(source, safeFileName(file.name), context.workspaceState);
			if (saved !== undefined) notify(saved);
		},
		async openInEditor(file) {
			const uri = await copyOf(file);
			if (uri !== undefined) await vscode.commands.executeCommand('vscode.open', uri);
		},
		async copyPrompt({ job, index }) {
			const prompt = samplesOf(job)?.prompts[index];
			if (prompt === undefined) return;
			await vscode.env.clipboard.writeText(prompt.text);
			notify(vscode.l10n.t('Copied the prompt.'));
		},
		useCheckpoint: ({ job, name }) => parts.useCheckpoint(job, name),
		async chooseOther() {
			const chosen = await parts.chooseOther(parts.jobId);
			if (chosen !== undefined) parts.setOther(chosen);
		},
		setOther: ({ job }) => parts.setOther(job),
	};
}
