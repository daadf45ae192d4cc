/* The commands that read files: they share the readers of all kinds of document, so that they are loaded as one file. */
export { applyCommand, planCommand } from './apply.ts';
export { checkCommand } from './check.ts';
