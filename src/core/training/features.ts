/* What reads and checks a configuration, loaded together with the first one. */
export { checkTraining } from './check.ts';
export { parseTraining } from './yaml/document.ts';
