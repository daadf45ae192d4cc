export { SampleCache } from './cache.ts';
export { sampleCopy } from './sampleCopy.ts';
