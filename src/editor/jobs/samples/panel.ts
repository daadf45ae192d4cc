import * as vscode from 'vscode';
import type { Handlers } from '../../../core/base/panel/protocol.ts';
import type { Connection } from '../../../core/connection/connection.ts';
import type { SampleCache } from '../../../core/jobs/samples/cache.ts';
import { JobSamples, type SampledJob, type SamplesSource } from '../../../core/jobs/samples/jobSamples.ts';
import {
	type SamplesJob,
	type SamplesProtocol,
	samplesProtocol,
} from '../../../core/jobs/samples/messages.ts';
import { samplesJob } from '../../../core/jobs/samples/view.ts';
import { safeFileName } from '../../../core/transfers/names.ts';
import type { AppServices, OtherConnections } from '../../shell/appServices.ts';
import { showFailure } from '../../shell/failures.ts';
import { documentOf } from '../../shell/panels/frontPanel.ts';
import type { PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { saveCopy } from '../../shell/saveFiles.ts';

export interface SamplesPanel extends Panel<SamplesProtocol> {
	/** Handles a change of the account or the connection: missing files may be available now. */
	sessionChanged(): void;
}

interface SamplesPanelParts extends Pick<AppServices, 'log' | 'clock' | 'ready' | 'session'> {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly source: SamplesSource;
	readonly cache: SampleCache;
	readonly connections: OtherConnections;
	/** Lets the person choose one of the other jobs. */
	readonly chooseOther: (jobId: string) => Promise<string | undefined>;
	/** Offers a checkpoint of a job for download. */
	readonly useCheckpoint: (jobId: string, name: string) => Promise<unknown>;
	readonly jobId: string;
	/** The folder with the copies of all jobs: two may be shown side by side. */
	readonly folder: vscode.Uri;
	readonly place: PanelPlace;
}

/** Reads the state of a panel from before the window was reloaded. */
export const savedSamples = identityReader(samplesProtocol);

/** Makes the panel of one job. It may load copies of samples only, and no address of the service ever reaches it. */
export function createSamplesPanel(parts: SamplesPanelParts): SamplesPanel {
	const { context, log, clock, source, cache, ready, jobId } = parts;
	/** The visible samples, those of the panel's own job first. */
	const shown = new Map<string, JobSamples>();
	let other: string | undefined;

	const show = (id: string): JobSamples => {
		const samples = new JobSamples({ jobId: id, source, cache, clock, onChange: () => panel.refresh() });
		shown.set(id, samples);
		// Nothing is requested before the session is restored: the answer would be that it is signed out.
		void ready().then(() => samples.start());
		return samples;
	};
	const hide = (id: string | undefined): void => {
		if (id === undefined) return;
		shown.get(id)?.dispose();
		shown.delete(id);
	};
	/** The connection of a job, if another one is in use. */
	const otherOf = (job: SampledJob | undefined): Connection | undefined =>
		job === undefined || job.connectionId === parts.session.current.connection.id
			? undefined
			: parts.connections.all().find(({ id }) => id === job.connectionId);
	const viewOf = (id: string | undefined): SamplesJob | undefined => {
		const job = id === undefined ? undefined : source.get(id);
		const samples = id === undefined ? undefined : shown.get(id);
		if (job === undefined || samples === undefined) return undefined;
		const folder = panel.uriFor(vscode.Uri.file(cache.folderOf(job.id)));
		return samplesJob(job, samples, folder, source.transport(job.id) !== undefined, otherOf(job)?.name);
	};

	const panel = createPanel({
		viewType: 'easel.samples',
		protocol: samplesProtocol,
		extensionUri: context.extensionUri,
		log,
		title: () => titleOf(source.get(jobId)),
		identity: { jobId },
		roots: [parts.folder],
		state() {
			const [job, beside] = [viewOf(jobId), viewOf(other)];
			return { ...(job && { job }), ...(job && beside && { other: beside }) };
		},
		document: () => documentOf(source.get(jobId)),
		handlers: (self) =>
			samplesHandlers({
				...parts,
				panel: self,
				samplesOf: (id) => shown.get(id),
				async switchConnection(id) {
					const connection = otherOf(source.get(id));
					if (connection !== undefined) await parts.connections.switchTo(connection);
				},
				setOther(id) {
					if (id === other) return;
					hide(other);
					other = id === jobId ? undefined : id;
					if (other !== undefined) show(other);
					self.refresh();
				},
			}),
		requests: () => ({}),
		...parts.place,
	});
	show(jobId);
	panel.onDidDispose(() => {
		for (const samples of shown.values()) samples.dispose();
	});
	return Object.assign(panel, {
		sessionChanged() {
			for (const samples of shown.values()) void samples.tryAgain();
			panel.refresh();
		},
	});
}

function titleOf(job: SampledJob | undefined): string {
	return job === undefined
		? vscode.l10n.t('Samples of a Removed Job')
		: vscode.l10n.t('Samples of {0}', job.name);
}

interface ActionParts
	extends Pick<SamplesPanelParts, 'log' | 'context' | 'cache' | 'chooseOther' | 'useCheckpoint' | 'jobId'> {
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
function samplesHandlers(parts: ActionParts): Handlers<SamplesProtocol['toHost']> {
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
