/* The modules for the view and its commands, loaded as one file when the view is first shown or a command is first used. */
export { jobCommands } from './commands.ts';
export { jobDocumentText } from './documents.ts';
export { JobsTree } from './tree.ts';
