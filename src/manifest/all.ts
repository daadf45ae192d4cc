import { account } from './account.ts';
import { agents } from './agents.ts';
import { captions } from './captions.ts';
import { datasets, uploads } from './datasets.ts';
import { deployments } from './deployments.ts';
import { history, sheet } from './history.ts';
import { jobs, samples } from './jobs.ts';
import { models } from './models.ts';
import { runs } from './runs.ts';
import { shell } from './shell.ts';
import { spending } from './spending.ts';
import type { Commands } from './table.ts';
import { training } from './training.ts';
import { webhooks } from './webhooks.ts';
import { comparison, conversion, graph } from './workflow.ts';

/** Every table of commands, by the name under which the code gets its ids: `jobsCommandIds` for `jobs`. */
export const tables: Readonly<Record<string, Commands>> = {
	shell,
	account,
	deployments,
	runs,
	history,
	sheet,
	models,
	datasets,
	uploads,
	captions,
	training,
	jobs,
	samples,
	webhooks,
	agents,
	spending,
	graph,
	conversion,
	comparison,
};

export const commands = Object.values(tables).flatMap((table) => Object.entries(table));

export const commandIds: readonly string[] = commands.map(([id]) => id);
