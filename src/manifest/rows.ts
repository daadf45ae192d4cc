import type { Rows } from './table.ts';

/** The rows that commands ask for, by the tags that the trees give them. */
export const rows = {
	engine: { views: ['easel.deployments'], tag: 'engine' },
	workflow: { views: ['easel.deployments'], tag: 'workflow' },
	deployment: { views: ['easel.deployments'], tag: 'deployment' },
	file: { views: ['easel.deployments'], tag: 'file' },
	foreign: { views: ['easel.deployments'], tag: 'foreign' },
	model: { views: ['easel.models'], tag: 'model' },
	checkpoint: { views: ['easel.jobs'], tag: 'checkpoint' },
	run: { views: ['easel.deployments', 'easel.runs'], tag: 'run' },
	batch: { views: ['easel.runs'], tag: 'batch' },
	historyRun: { views: ['easel.runs'], tag: 'run' },
	dataset: { views: ['easel.datasets'], tag: 'dataset' },
	job: { views: ['easel.jobs'], tag: 'job' },
	address: { views: ['easel.webhookEvents'], tag: 'address' },
	settable: { views: ['easel.webhookEvents'], tag: 'settable' },
	forward: { views: ['easel.webhookEvents'], tag: 'forward' },
	event: { views: ['easel.webhookEvents'], tag: 'event' },
} satisfies Readonly<Record<string, Rows>>;
