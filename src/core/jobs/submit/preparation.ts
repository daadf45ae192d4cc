import type { Finding } from '../../base/findings.ts';
import { type CheckOptions, checkTraining, type DatasetKnowledge } from '../../training/check.ts';
import { isPlaced, type TokenHolder, tokenHolders } from '../../training/hubToken.ts';
import { type JobPlan, planJob } from '../../training/jobPlan.ts';
import type { TrainingDocument } from '../../training/yaml/document.ts';
import type { AccountFacts } from './accountAnswers.ts';

/** A configuration with its effects and problems, according to text and account. */
export interface Preparation {
	readonly plan: JobPlan;
	readonly facts: AccountFacts;
	/** The places of the model-hub token, and whether one is stored; undefined if unknown. */
	readonly token: { readonly holders: readonly TokenHolder[]; readonly isStored: boolean | undefined };
	readonly errors: readonly Finding[];
	readonly warnings: readonly Finding[];
}

/** Checks a configuration for the service, with the latest answers of the account. */
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
			holders: tokenHolders(document.root).filter(isPlaced),
			isStored: options.hasHubToken,
		},
		errors: findings.filter(({ severity }) => severity === 'error'),
		warnings: findings.filter(({ severity }) => severity === 'warning'),
	};
}

function knowledgeOf({ datasets, datasetNames }: AccountFacts): DatasetKnowledge {
	return {
		lookup(name) {
			const found = datasets.find((dataset) => dataset.name === name)?.found;
			if (found === undefined || found === 'missing') return found;
			// Without its files its content is unknown.
			if (found.files === undefined && found.state === 'READY') return undefined;
			return { state: found.state, files: (found.files ?? []).map((file) => file.name) };
		},
		// The remedy names them, as it does while the text is edited.
		names: () => datasetNames,
	};
}
