/* The features of files that belong to the workflow next to them, loaded as one file with the first of them. */
export { startPresetsFeatures } from './presets.ts';
export { startSweepFeatures } from './sweeps.ts';
