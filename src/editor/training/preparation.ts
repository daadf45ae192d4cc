import { type Balance, fetchBalance } from '../../core/account/balance.ts';
import type { SignedIn } from '../../core/account/session.ts';
import type { Failure } from '../../core/base/failure.ts';
import type { Finding } from '../../core/base/findings.ts';
import { datasetStatus } from '../../core/datasets/client.ts';
import type { Dataset } from '../../core/datasets/dataset.ts';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import { type CheckOptions, checkTraining, type DatasetKnowledge } from '../../core/training/check.ts';
import type { TrainingDocument } from '../../core/training/document.ts';
import { type JobPlan, type PlannedDataset, planJob } from '../../core/training/jobPlan.ts';
import { minimumBalance } from '../../core/wire/limits.ts';

/** What the account says about a dataset of the configuration. */
export interface PreparedDataset extends PlannedDataset {
	/** `missing` where the account has none of this name; undefined where it could not be asked. */
	readonly found: Dataset | 'missing' | undefined;
}

/** What was learned from the account about a configuration that is to be sent. */
export interface AccountFacts {
	readonly balance: Balance | undefined;
	readonly datasets: readonly PreparedDataset[];
	/** Why the datasets could not be asked for. */
	readonly failure: Failure | undefined;
}

/** Asks the account for everything that the review shows; what does not answer stays unknown. */
export async function askAccount(
	{ service }: SignedIn,
	store: DatasetStore,
	document: TrainingDocument,
): Promise<AccountFacts> {
	const { datasets } = planJob(document);
	const [balance, found] = await Promise.all([fetchBalance(service), askDatasets(service, store, datasets)]);
	return { balance: balance.ok ? balance.value : undefined, ...found };
}

async function askDatasets(
	service: SignedIn['service'],
	store: DatasetStore,
	planned: readonly PlannedDataset[],
): Promise<Pick<AccountFacts, 'datasets' | 'failure'>> {
	if (planned.length === 0) return { datasets: [], failure: undefined };
	await store.refresh();
	const { state } = store;
	const failure = state.kind === 'failed' || state.kind === 'ready' ? state.failure : undefined;
	const datasets = await Promise.all(
		planned.map(async (dataset): Promise<PreparedDataset> => {
			if (state.kind !== 'ready' || failure !== undefined) return { ...dataset, found: undefined };
			const listed = state.items.find(({ name }) => name === dataset.name);
			if (listed === undefined) return { ...dataset, found: 'missing' };
			const status = await datasetStatus(service, listed.id);
			if (!status.ok) return { ...dataset, found: listed };
			store.replace(status.value);
			return { ...dataset, found: { ...listed, ...status.value } };
		}),
	);
	return { datasets, failure };
}

/** Whether the service starts a job with this balance. */
export function isTooLow({ balance }: Pick<AccountFacts, 'balance'>): boolean {
	return balance !== undefined && balance.microdollars < minimumBalance.training;
}

/** A configuration with what it will do and what is wrong with it, as far as text and account say. */
export interface Preparation {
	readonly plan: JobPlan;
	readonly facts: AccountFacts;
	readonly errors: readonly Finding[];
	readonly warnings: readonly Finding[];
}

/** Checks a configuration for the service, with what the account has just said. */
export function prepare(
	document: TrainingDocument,
	facts: AccountFacts,
	options: CheckOptions,
	jobNameTaken: (name: string) => boolean | undefined,
): Preparation {
	const findings = checkTraining(document, {
		...options,
		target: 'service',
		datasets: { ...knowledgeOf(facts), jobNameTaken },
	});
	return {
		plan: planJob(document),
		facts,
		errors: findings.filter(({ severity }) => severity === 'error'),
		warnings: findings.filter(({ severity }) => severity === 'warning'),
	};
}

function knowledgeOf({ datasets }: AccountFacts): DatasetKnowledge {
	return {
		lookup(name) {
			const found = datasets.find((dataset) => dataset.name === name)?.found;
			if (found === undefined || found === 'missing') return found;
			// Without its files nothing can be said about what is in it.
			if (found.files === undefined && found.state === 'READY') return undefined;
			return { state: found.state, files: (found.files ?? []).map((file) => file.name) };
		},
	};
}
