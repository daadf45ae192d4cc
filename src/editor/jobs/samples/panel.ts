import * as vscode from 'vscode';
import type { Connection } from '../../../core/connection/connection.ts';
import type { SampleCache } from '../../../core/jobs/samples/cache.ts';
import { JobSamples, type SampledJob, type SamplesSource } from '../../../core/jobs/samples/jobSamples.ts';
import {
	type SamplesJob,
	type SamplesProtocol,
	samplesProtocol,
} from '../../../core/jobs/samples/messages.ts';
import { samplesJob } from '../../../core/jobs/samples/view.ts';
import type { AppServices, OtherConnections } from '../../shell/appServices.ts';
import { documentOf } from '../../shell/panels/frontPanel.ts';
import type { PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { samplesHandlers } from './actions.ts';

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
