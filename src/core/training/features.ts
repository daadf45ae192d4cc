/* The modules that read, check and fill in a configuration, loaded together with the first one. */
export { checkTraining } from './check.ts';
export { withHubToken } from './hubToken.ts';
export { parseTraining } from './yaml/document.ts';
