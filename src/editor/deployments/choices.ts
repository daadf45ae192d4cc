import { type IconPath, l10n } from 'vscode';
import { compact } from '../../core/base/compact.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { statusText } from '../../core/deployments/statusText.ts';
import { deploymentIcon } from './deploymentIcon.ts';

export interface ChoiceOptions {
	/** Preferred ids, best first: those used before. */
	readonly first?: readonly string[];
	/** Leaves out pointless choices. */
	readonly fits?: (deployment: Deployment) => boolean;
	/** True if a workflow document is to run: deployments that take inputs are listed last, with a remark. */
	readonly forWorkflow?: boolean;
}

interface DeploymentChoice {
	readonly label: string;
	readonly description: string;
	readonly detail?: string;
	readonly iconPath: IconPath;
	readonly deployment: Deployment;
}

/** Returns the deployments to choose from: used before, then enabled, then disabled, then those that cannot run a workflow. */
export function deploymentChoices(
	deployments: readonly Deployment[],
	{ first = [], fits = () => true, forWorkflow = false }: ChoiceOptions = {},
): readonly DeploymentChoice[] {
	const rank = ({ id, enabled, takesInputs }: Deployment) => {
		const used = first.indexOf(id);
		if (forWorkflow && takesInputs) return first.length + 2;
		return used < 0 ? first.length + Number(enabled === false) : used;
	};
	return deployments
		.filter(fits)
		.sort((a, b) => rank(a) - rank(b))
		.map((deployment) => {
			const { name, hardware, takesInputs, enabled, status } = deployment;
			// A row shows known facts; the tree also shows unknown ones.
			const state = enabled === false || status !== undefined ? statusText(deployment) : undefined;
			const detail =
				forWorkflow && takesInputs
					? l10n.t('Takes inputs such as a prompt, not a workflow document')
					: first.includes(deployment.id)
						? l10n.t('Used before for this document')
						: undefined;
			return {
				label: name,
				description: [state, hardware].filter(Boolean).join(' · '),
				...compact({ detail }),
				iconPath: deploymentIcon(deployment),
				deployment,
			};
		});
}
