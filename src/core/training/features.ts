/* The modules that read and check a configuration, loaded together with the first one. */
export { checkTraining } from './check.ts';
export { parseTraining } from './yaml/document.ts';
