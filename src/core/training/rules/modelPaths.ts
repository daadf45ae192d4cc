import * as l10n from '@vscode/l10n';
import type { Fix, Severity } from '../../base/findings.ts';
import { archOf, archOfLegacyFlag, variantOf } from '../archs.ts';
import { datasetsRoot, outputRoot, type ProcessModel } from '../configModel.ts';
import type { CheckContext } from '../context.ts';
import { keyFacts } from '../schema.ts';
import { type Entry, entryOf, isOn, mapOf, memberText } from '../yaml/node.ts';

/** The keys that name a model, a file of one or a repository, by the group of a process that they are in. */
const keysOf = new Map<string, Set<string>>();
for (const path of keyFacts.keys()) {
	const [, group, key] =
		/^config\.process\[\]\.((?:model|network|train|adapter)(?:\.\w+)*)\.(\w+)$/.exec(path) ?? [];
	if (group === undefined || key === undefined) continue;
	if (!/(?:_or_path|(?<!_img)_path|_recovery_adapter|^qtype)$/.test(key)) continue;
	keysOf.set(group, (keysOf.get(group) ?? new Set()).add(key));
}

/** Checks the names of models and of their files: that the service can have them, and that the toolkit can load them. */
export function checkModelPaths(context: CheckContext, process: ProcessModel): void {
	if (!process.trains) return;
	for (const [group, keys] of keysOf) {
		const map = group.split('.').reduce<Entry['value'] | undefined>(mapOf, process.node);
		for (const entry of map?.kind === 'map' ? map.entries : []) {
			const { key } = entry;
			if (!keys.has(key) || entryOf(map, key) !== entry) continue;
			const text = memberText(map, key);
			const value = key === 'qtype' ? text?.split('|')[1] : text;
			if (value === undefined || value.includes('${')) continue;
			checkName(context, process, entry, value, `${group}.${key}`);
		}
	}
}

const nameRepository = l10n.t('Write the name of a repository on the hub: its owner, a slash, its own name.');

function checkName(
	context: CheckContext,
	process: ProcessModel,
	entry: Entry,
	value: string,
	place: string,
): void {
	const { range } = entry.value;
	const path = `${process.path}.${place}`;
	const report = (severity: Severity, message: string, remedy: string, fixes: readonly Fix[] = []) =>
		context.own('platform-path', severity, { range, path, message, remedy, fixes });
	const page = pageOf(value);
	if (page !== undefined) {
		if (page === 'site' && place === 'model.name_or_path' && value.includes('civitai.com')) return;
		const repository = page === 'site' ? undefined : page;
		report(
			'error',
			l10n.t('This is the address of a web page, which the toolkit cannot load.'),
			repository === undefined ? nameRepository : l10n.t('Write {0}.', repository),
			repository === undefined
				? []
				: context.replace(
						entry,
						written(context, entry, value, repository),
						l10n.t('Write {0}', repository),
						true,
					),
		);
		return;
	}
	if (!context.local && place === 'network.pretrained_lora_path') {
		if (isMounted(value)) return;
		report(
			'warning',
			l10n.t(
				'The toolkit looks for this file only on the machine that it runs on, and the service’s machine has none: the training starts from scratch.',
			),
			l10n.t('Remove it, or train on a computer that has the file.'),
		);
		return;
	}
	if (!context.local && isOfThisComputer(value, place)) {
		report(
			'error',
			l10n.t(
				'The service cannot access files on this computer: the toolkit looks for a repository of this name, finds none, and the job stops after its machine is paid for.',
			),
			nameRepository,
			place === 'model.name_or_path' ? usualWeights(context, process, entry) : [],
		);
		return;
	}
	if (place === 'model.name_or_path') checkSingleFile(context, process, entry, value, path);
}

/**
 * Reports a single file in place of a folder: a loader of folders looks for parts below the path, and no loader reads
 * the format of llama.cpp.
 */
function checkSingleFile(
	context: CheckContext,
	process: ProcessModel,
	entry: Entry,
	value: string,
	path: string,
): void {
	const flag = process.model?.entries.find(({ key }) => key.startsWith('is_') && isOn(process.model, key));
	const old = process.archText === undefined && flag !== undefined ? archOfLegacyFlag(flag.key) : undefined;
	const arch = process.arch ?? old;
	const unread = /\.gguf$/i.test(value);
	if (!unread && (arch?.readsFolder !== true || !weightsFile.test(value))) return;
	context.own('toolkit-conflict', 'error', {
		range: entry.value.range,
		path,
		message: unread
			? l10n.t('The toolkit reads no GGUF files, and stops.')
			: l10n.t(
					'The toolkit loads {0} from a folder of parts, and a single file stops it.',
					arch?.label ?? '',
				),
		remedy: l10n.t(
			'Name a repository, or a folder with the parts as the hub has them: transformer, text_encoder, vae.',
		),
		fixes: usualWeights(context, process, entry),
	});
}

function usualWeights(context: CheckContext, process: ProcessModel, entry: Entry): readonly Fix[] {
	const { archText = '' } = process;
	const arch = archOf(archText);
	const weights = arch === undefined ? undefined : (variantOf(arch, archText)?.weights ?? arch.weights);
	return weights === undefined ? [] : context.replace(entry, weights, l10n.t('Change to {0}', weights));
}

const weightsFile = /\.(?:safetensors|sft|ckpt|gguf|pth?|bin)$/i;

/** A path from a root, a drive, the home or the working folder, or one with backslashes. */
const ofThisComputer = /^(?:[/~]|[A-Za-z]:|\.{1,2}(?:\/|$)|file:)|\\/;

/** Returns whether a path is in one of the folders that the service provides to a job. */
function isMounted(value: string): boolean {
	return value.startsWith(datasetsRoot) || value.startsWith(`${outputRoot}/`);
}

function isOfThisComputer(value: string, place: string): boolean {
	if (isMounted(value)) return false;
	if (ofThisComputer.test(value)) return true;
	// A file on the hub has an owner and a repository before it.
	const isName = value.split('/').length < 3;
	return isName && weightsFile.test(value) && !place.startsWith('model.model_kwargs.');
}

/** Returns the repository of an address on the hub, `site` for an address of another web page, and undefined for any other value. */
function pageOf(value: string): string | 'site' | undefined {
	const address = value.replace(/^https?:\/\/(?:www\.)?/i, '');
	const hub = /^(?:huggingface\.co\/|hf\.co\/|hf:\/\/)([^?#]+)/i.exec(address)?.[1];
	if (hub === undefined) return address !== value && !weightsFile.test(value) ? 'site' : undefined;
	const [owner = '', name = '', view] = hub.split('/');
	if (owner === '' || name === '' || owner === 'datasets' || owner === 'spaces') return 'site';
	return view === undefined || view === '' || view === 'tree' ? `${owner}/${name}` : undefined;
}

/** Returns the value with the repository part replaced, in its original quotes. */
function written({ text }: CheckContext, { value }: Entry, old: string, now: string): string {
	return text.slice(value.range.start, value.range.end).replace(old, now);
}
