/** The scheme of the addresses of documents that are parts of deployments. */
export const deploymentScheme = 'easel';
