import { type Balance, fetchBalance } from '../../../core/account/balance.ts';
import type { SignedIn } from '../../../core/account/session.ts';
import type { Failure, Result } from '../../../core/base/failure.ts';
import type { Finding } from '../../../core/base/findings.ts';
import { datasetStatus } from '../../../core/datasets/client.ts';
import type { Dataset } from '../../../core/datasets/dataset.ts';
import type { DatasetStore } from '../../../core/datasets/datasetStore.ts';
import { latestTo, type Upload } from '../../../core/datasets/upload/upload.ts';
import { type CheckOptions, checkTraining, type DatasetKnowledge } from '../../../core/training/check.ts';
import { type TokenHolder, tokenHolders } from '../../../core/training/hubToken.ts';
import { type JobPlan, type PlannedDataset, planJob } from '../../../core/training/jobPlan.ts';
import type { TrainingDocument } from '../../../core/training/yaml/document.ts';

/** What the account says about a dataset of the configuration. */
export interface PreparedDataset extends PlannedDataset {
	/** `missing` where the account has none of this name; undefined where it could not be asked. */
	readonly found: Dataset | 'missing' | undefined;
	/** The latest upload to it from this computer, where that is incomplete. */
	readonly incomplete?: Upload;
}

/** What was learned from the account about a configuration that is to be sent. */
export interface AccountFacts {
	readonly balance: Balance | undefined;
	readonly datasets: readonly PreparedDataset[];
	/** Why the datasets could not be asked for. */
	readonly failure: Failure | undefined;
}

/** What the account says of a configuration while it is reviewed: each fact is asked for once. */
export class AccountAnswers {
	readonly #service: SignedIn['service'];
	readonly #store: DatasetStore;
	readonly #uploads: () => readonly Upload[];
	#balance: Promise<Result<Balance>> | undefined;
	#list: Promise<void> | undefined;
	/** The datasets that were asked about, by name. */
	readonly #found = new Map<string, Promise<PreparedDataset['found']>>();

	/** @param uploads those of this computer to the datasets of the account. */
	constructor({ service }: SignedIn, store: DatasetStore, uploads: () => readonly Upload[]) {
		this.#service = service;
		this.#store = store;
		this.#uploads = uploads;
	}

	/** Asks for what the review of a text shows and is not known yet; what does not answer stays unknown. */
	async of(document: TrainingDocument): Promise<AccountFacts> {
		const { datasets: planned } = planJob(document);
		this.#balance ??= fetchBalance(this.#service);
		if (planned.length > 0) this.#list ??= this.#store.refresh();
		await this.#list;
		const failure = this.#failure();
		const datasets = await Promise.all(
			planned.map(async (dataset): Promise<PreparedDataset> => {
				const found = failure === undefined ? await this.#dataset(dataset.name) : undefined;
				const id = typeof found === 'object' ? found.id : undefined;
				const upload = id === undefined ? undefined : latestTo(id, this.#uploads());
				return { ...dataset, found, ...(upload?.state === 'incomplete' ? { incomplete: upload } : {}) };
			}),
		);
		const balance = await this.#balance;
		return {
			balance: balance.ok ? balance.value : undefined,
			datasets,
			failure: planned.length === 0 ? undefined : failure,
		};
	}

	#failure(): Failure | undefined {
		const { state } = this.#store;
		return state.kind === 'failed' || state.kind === 'ready' ? state.failure : undefined;
	}

	#dataset(name: string): Promise<PreparedDataset['found']> {
		let found = this.#found.get(name);
		if (found === undefined) {
			found = this.#ask(name);
			this.#found.set(name, found);
		}
		return found;
	}

	async #ask(wanted: string): Promise<PreparedDataset['found']> {
		const { state } = this.#store;
		if (state.kind !== 'ready') return undefined;
		const listed = state.items.find(({ name }) => name === wanted);
		if (listed === undefined) return 'missing';
		const status = await datasetStatus(this.#service, listed.id);
		if (!status.ok) return listed;
		this.#store.replace(status.value);
		return { ...listed, ...status.value };
	}
}

/** A configuration with what it will do and what is wrong with it, as far as text and account say. */
export interface Preparation {
	readonly plan: JobPlan;
	readonly facts: AccountFacts;
	/** Where the variable of a model-hub token is, and whether one is stored; undefined where that is not known. */
	readonly token: { readonly holders: readonly TokenHolder[]; readonly isStored: boolean | undefined };
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
		token: {
			holders: tokenHolders(document.root).filter(({ isVariable }) => isVariable),
			isStored: options.hasHubToken,
		},
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
