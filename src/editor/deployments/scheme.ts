/** Read-only documents of a deployment: its saved workflow and its readme. */
export const deploymentScheme = 'easel';
