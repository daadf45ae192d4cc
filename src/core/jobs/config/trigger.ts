import { configModel } from '../../training/configModel.ts';
import { parseTraining } from '../../training/yaml/document.ts';

/** Returns the trigger word of a configuration; undefined if it has none or is unreadable. */
export function triggerWordOf(configText: string): string | undefined {
	const { processes } = configModel(parseTraining(configText));
	const word = processes.find(({ trigger }) => trigger !== undefined)?.trigger?.trim();
	return word === '' ? undefined : word;
}
