/* What the view shows and its commands do: loaded as one file when the view is first shown or a command is first used. */
export { deploymentCommands } from './commands.ts';
export { DeploymentsTree } from './tree.ts';
