/* What the view shows and its commands do: loaded as one file when the view is first shown or a command is first used. */

export { deploymentText } from './documents.ts';
export { savedDeploymentForm } from './form/panel.ts';
export { openDeploymentParts } from './room.ts';
