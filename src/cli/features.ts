/* The commands that read files: they share the readers of all kinds of document, so that they are loaded as one file. */
export { compareFiles } from './apply.ts';
export { check } from './check.ts';
