import { parse, stringify } from 'yaml';
import { outputRoot } from '../../core/training/configModel.ts';

/**
 * Returns the configuration that the toolkit writes next to its results: with names filled in and the fixed folder,
 * without comments.
 */
export function configFile(text: string, jobName: string): string {
	const value: unknown = parse(text.replaceAll('[name]', jobName), {
		merge: true,
		uniqueKeys: false,
		maxAliasCount: -1,
		logLevel: 'silent',
	});
	for (const process of processesOf(value)) process.training_folder = outputRoot;
	return stringify(value, { aliasDuplicateObjects: false });
}

function processesOf(value: unknown): readonly Record<string, unknown>[] {
	const config = isRecord(value) ? value.config : undefined;
	const processes: unknown = isRecord(config) ? config.process : undefined;
	return Array.isArray(processes) ? processes.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
