import type { Deployment } from './deployment.ts';
import { statusText } from './statusText.ts';

/** Returns the deployments in which every word of `text` occurs somewhere in name, id, hardware, status or version. */
export function filterDeployments(deployments: readonly Deployment[], text: string): readonly Deployment[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return deployments;
	return deployments.filter((deployment) => {
		const haystack = [
			deployment.name,
			deployment.id,
			deployment.hardware,
			deployment.status,
			statusText(deployment),
			deployment.workflowVersion,
			deployment.enabled === false ? 'disabled' : 'enabled',
		]
			.join('\n')
			.toLowerCase();
		return words.every((word) => haystack.includes(word));
	});
}
