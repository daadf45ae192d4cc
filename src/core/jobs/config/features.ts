/* The facts that are read in a configuration of a job, loaded together with the reader of YAML. */
export { samplePrompts } from '../samples/prompts.ts';
export { triggerWordOf } from './trigger.ts';
