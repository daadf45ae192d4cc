import { type Balance, fetchBalance } from '../../account/balance.ts';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Failure, Result } from '../../base/failure.ts';
import { dialectOf } from '../../connection/dialects.ts';
import { type PlannedDataset, planJob } from '../../training/jobPlan.ts';
import type { TrainingDocument } from '../../training/yaml/document.ts';
import { trainingGpus } from '../gpus.ts';
import type { Gpu } from '../job.ts';

/** The facts about a dataset of the account that a training needs. */
interface FoundDataset {
	readonly id: string;
	readonly state: string;
	readonly files?: readonly { readonly name: string }[];
}

export interface AccountDatasets {
	/** Asks for the list; why that did not work. */
	refresh(): Promise<Failure | undefined>;
	/** Asks for a dataset of the list with its files; `missing` for an unknown name. */
	find(name: string): Promise<FoundDataset | 'missing' | undefined>;
	names(): readonly string[];
	/** Returns the number of files that an upload from this computer has left out, if the dataset still lacks some. */
	missingFiles(dataset: FoundDataset): number | undefined;
}

/** A dataset of the configuration with its state in the account. */
export interface PreparedDataset extends PlannedDataset {
	/** `missing` if the account has none of this name; undefined if the request failed. */
	readonly found: FoundDataset | 'missing' | undefined;
	/** For an incomplete upload to it from this computer. */
	readonly missingFiles?: number;
}

export interface AccountFacts {
	readonly balance: Balance | undefined;
	/** The balance that a job needs to start, in millionths of a US dollar. */
	readonly minimumMicrodollars: number;
	/** Every machine that a job can have, the default first. */
	readonly gpus: readonly Gpu[];
	readonly datasets: readonly PreparedDataset[];
	/** The names of all datasets of the account, if requested. */
	readonly datasetNames: readonly string[];
	/** The failure of the question for the datasets. */
	readonly failure: Failure | undefined;
}

/** Answers questions about the account while a configuration is reviewed: each fact is requested once. */
export class AccountAnswers {
	readonly #service: SignedIn['service'];
	readonly #datasets: AccountDatasets;
	#balance: Promise<Result<Balance>> | undefined;
	#list: Promise<Failure | undefined> | undefined;
	/** The requested datasets, by name. */
	readonly #found = new Map<string, Promise<PreparedDataset['found']>>();

	constructor({ service }: SignedIn, datasets: AccountDatasets) {
		this.#service = service;
		this.#datasets = datasets;
	}

	/** Asks for the unknown parts of a review; unanswered ones stay unknown. */
	async of(document: TrainingDocument): Promise<AccountFacts> {
		const { datasets: planned } = planJob(document);
		this.#balance ??= fetchBalance(this.#service);
		if (planned.length > 0) this.#list ??= this.#datasets.refresh();
		const failure = await this.#list;
		const datasets = await Promise.all(
			planned.map(async (dataset): Promise<PreparedDataset> => {
				const found = failure === undefined ? await this.#dataset(dataset.name) : undefined;
				const missingFiles = typeof found === 'object' ? this.#datasets.missingFiles(found) : undefined;
				return { ...dataset, found, ...compact({ missingFiles }) };
			}),
		);
		const balance = await this.#balance;
		return {
			balance: balance.ok ? balance.value : undefined,
			minimumMicrodollars: dialectOf(this.#service.connection).minimumBalance.training,
			gpus: trainingGpus(this.#service.connection),
			datasets,
			datasetNames: this.#datasets.names(),
			failure: planned.length === 0 ? undefined : failure,
		};
	}

	#dataset(name: string): Promise<PreparedDataset['found']> {
		const found = this.#found.get(name) ?? this.#datasets.find(name);
		this.#found.set(name, found);
		return found;
	}
}
