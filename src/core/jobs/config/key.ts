import type { Failure } from '../../base/failure.ts';
import { trainerCodeKeys } from '../../wire/codesTrainer.ts';
import type { TrainerCode } from '../../wire/trainerCodeNames.ts';

/** Keys under which a path of a configuration begins, whole or from its process on. */
const roots: ReadonlySet<string> = new Set(['config', 'meta']);
const parts: ReadonlySet<string> = new Set([
	'train',
	'model',
	'datasets',
	'sample',
	'save',
	'network',
	'training_folder',
	'trigger_word',
]);

/** A path with dots or indices, as services spell it: `config.process[0].train.lr`, `config.process.0.train.lr`, `train.lr`. */
const dottedPath = /(?<![\w./-])[a-z_]\w{0,40}(?:\.\w{1,40}|\[\d{0,3}\]){1,10}/gi;

/**
 * Returns the key of the configuration that a refusal speaks of, for example `config.process[0].train.lr`, with `[]` where it is not said
 * which of a list; `undefined` where it speaks of none. A key that the service names is more exact than the meaning of its code.
 */
export function configKeyOf(failure: Failure): string | undefined {
	const byCode = trainerCodeKeys[failure.code as TrainerCode];
	const named = (failure.details ?? []).flatMap((detail) =>
		[...detail.matchAll(dottedPath)].flatMap(([path]) => keyOf(path) ?? []),
	);
	return named.find((path) => byCode === undefined || generic(path) === byCode) ?? byCode ?? named[0];
}

/** A path in the spelling of documents, `undefined` where it is none of a configuration. */
function keyOf(path: string): string | undefined {
	const spelled = path.replace(/\.(\d{1,3})(?=\.|$)/g, '[$1]');
	const first = /^\w+/.exec(spelled)?.[0] ?? '';
	if (roots.has(first)) return spelled;
	return parts.has(first) ? `config.process[].${spelled}` : undefined;
}

function generic(path: string): string {
	return path.replace(/\[\d+\]/g, '[]');
}
