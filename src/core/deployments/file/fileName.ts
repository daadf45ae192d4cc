export const deploymentFileEnding = '.deployment.yaml';

/** Returns whether a path is that of a file that describes a deployment. */
export function isDeploymentFileName(path: string): boolean {
	return /\.deployment\.ya?ml$/i.test(path);
}
