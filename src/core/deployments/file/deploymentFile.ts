import * as l10n from '@vscode/l10n';
import { type Document, isMap, isScalar, type Pair, parseDocument, type Scalar } from 'yaml';
import { closestMatch, keyCloseness } from '../../base/closestMatch.ts';
import { compact } from '../../base/compact.ts';
import { type Finding, secondDocument, type TextRange } from '../../base/findings.ts';
import { jsonDepth } from '../../json/value.ts';
import { boundsProblem, type DeploymentSettings, deploymentSettings, hardwareChoices } from '../settings.ts';
import { type ProblemDetails, readSetting, replace } from './values.ts';

/** Far beyond any description of a deployment, in bytes. */
export const largestDeploymentFile = 1_000_000;

/** The key of the deployment that a file belongs to. */
export const idKey = 'id';

/** Every key that a file may have, in their usual order. */
export const fileKeys: readonly string[] = [idKey, ...deploymentSettings.map(({ wire }) => wire)];

/** Longer than this is not a description of a deployment; it is not read, in UTF-16 units. */
const longestFile = 20_000;

/** A file nests its values in nothing; the reader of YAML needs long for a text that does so thousands of times. */
const deepest = 50;

/** The ranges of a key and its value in the text; a key without a value has an empty range at its end. */
interface FilePlace {
	readonly key: TextRange;
	readonly value: TextRange;
}

/** The place of a problem of the whole file. */
const top: TextRange = { start: 0, end: 1 };

export interface DeploymentFile {
	/** The deployment that it belongs to; absent if the file describes one that does not exist yet. */
	readonly id?: string;
	/** The valid values. Settings that a file does not name stay unchanged. */
	readonly settings: DeploymentSettings;
	readonly findings: readonly Finding[];
	/** The places of the known keys. */
	readonly places: ReadonlyMap<string, FilePlace>;
}

/**
 * Reads a file and reports all its problems. `hardware` are further machine names that the service has used. Never
 * throws, for any text.
 */
export function readDeploymentFile(
	text: string,
	hardware: Iterable<string | undefined> = [],
): DeploymentFile {
	return new Reader(text, hardwareChoices(hardware)).read();
}

class Reader {
	readonly #text: string;
	readonly #hardware: readonly string[];
	readonly #findings: Finding[] = [];
	readonly #places = new Map<string, FilePlace>();
	readonly #settings: { [name: string]: string | number | boolean } = {};
	#id: string | undefined;

	constructor(text: string, hardware: readonly string[]) {
		this.#text = text;
		this.#hardware = hardware;
	}

	read(): DeploymentFile {
		if (this.#text.length > longestFile)
			this.#say('deployment_too_long', top, l10n.t('The file is too long for a deployment.'), {
				remedy: l10n.t('Keep only the settings in it.'),
			});
		else if (jsonDepth(this.#text, deepest) >= deepest) this.#sayTooDeep();
		else this.#readDocument();
		return {
			...compact({ id: this.#id }),
			settings: this.#settings as DeploymentSettings,
			findings: this.#findings,
			places: this.#places,
		};
	}

	#sayTooDeep(): void {
		const message = l10n.t('The brackets or keys in this file are nested too deeply.');
		this.#say('deployment_syntax', top, message, { remedy: oneInEachLine });
	}

	/**
	 * Parses the file as YAML, every value as written: a version such as 1.0 is a text. Undefined if it nests too
	 * deeply.
	 */
	#parsed(): Document | undefined {
		try {
			return parseDocument(this.#text, {
				schema: 'failsafe',
				uniqueKeys: false,
				prettyErrors: false,
				logLevel: 'error',
				keepSourceTokens: true,
			});
		} catch (cause) {
			// Keys within keys need no brackets, and the library calls itself for each.
			if (!(cause instanceof RangeError)) throw cause;
			return undefined;
		}
	}

	#readDocument(): void {
		const document = this.#parsed();
		if (document === undefined) {
			this.#sayTooDeep();
			return;
		}
		const [fault] = document.errors;
		if (fault !== undefined) {
			const place = this.#within(...fault.pos);
			const { message, remedy } =
				fault.code === 'MULTIPLE_DOCS'
					? secondDocument
					: { message: l10n.t('This is not YAML: {0}', firstLine(fault.message)), remedy: undefined };
			this.#say('deployment_syntax', place, message, compact({ remedy }));
			return;
		}
		const { contents } = document;
		if (!isMap(contents)) {
			const message =
				this.#text.trim() === ''
					? l10n.t('The file is empty.')
					: l10n.t('The file is not a list of settings with values.');
			const place = this.#within(0, this.#text.length);
			this.#say('deployment_missing_key', place, message, { remedy: oneInEachLine });
			return;
		}
		const apart = contents.items.find(({ srcToken }) =>
			srcToken?.start.some(({ type }) => type === 'explicit-key-ind'),
		);
		if (contents.flow === true || apart !== undefined) {
			const range = rangeOf(contents) ?? { start: 0, end: this.#text.length };
			const place = this.#within(range.start, range.start + 1);
			const message = l10n.t('Settings must be on separate lines, without "{" and "?".');
			this.#say('deployment_syntax', place, message, { remedy: oneInEachLine });
			return;
		}
		for (const pair of contents.items) this.#readPair(pair);
		this.#checkTogether();
	}

	#readPair(pair: Pair): void {
		const { key, value } = pair;
		if (!isScalar(key) || typeof key.value !== 'string') {
			const range = rangeOf(key) ?? top;
			this.#say('deployment_unknown_key', range, l10n.t('A key must be the name of a setting.'));
			return;
		}
		const word = key.value;
		const keyRange = rangeOf(key) ?? top;
		if (!fileKeys.includes(word)) {
			this.#sayUnknown(word, keyRange);
			return;
		}
		if (this.#places.has(word)) {
			this.#say('deployment_duplicate_key', keyRange, l10n.t('"{0}" occurs twice.', word), {
				remedy: l10n.t('Remove one of them.'),
			});
			return;
		}
		const scalar = isScalar(value) ? (value as Scalar) : undefined;
		const range = rangeOf(value);
		const isEmpty = range === undefined || range.start === range.end;
		const place = { key: keyRange, value: isEmpty ? { start: keyRange.end, end: keyRange.end } : range };
		this.#places.set(word, place);
		if (value !== null && scalar === undefined) {
			this.#say('deployment_type', place.value, l10n.t('"{0}" must be a single value.', word));
			return;
		}
		const written = typeof scalar?.value === 'string' ? scalar.value.trim() : '';
		if (written === '' || (scalar?.type === 'PLAIN' && /^(~|null)$/i.test(written))) {
			this.#say('deployment_type', keyRange, l10n.t('"{0}" has no value.', word), {
				remedy: l10n.t('Add one, or remove the line to keep the current setting.'),
			});
			return;
		}
		if (word === idKey) this.#id = written;
		const setting = deploymentSettings.find(({ wire }) => wire === word);
		if (setting === undefined) return;
		const { setTo, problem } = readSetting(setting, written, place.value, this.#hardware);
		if (setTo !== undefined) this.#settings[setting.name] = setTo;
		if (problem !== undefined) this.#say(problem.code, place.value, problem.message, problem.more);
	}

	#sayUnknown(word: string, range: TextRange): void {
		const close = closestMatch(word, fileKeys, keyCloseness)?.match ?? spellingOf(word);
		this.#say('deployment_unknown_key', range, l10n.t('"{0}" is not a setting of a deployment.', word), {
			remedy:
				close === undefined
					? l10n.t('Settings are {0}.', fileKeys.join(', '))
					: l10n.t('Did you mean "{0}"?', close),
			...(close === undefined || this.#places.has(close)
				? {}
				: { fixes: [replace(l10n.t('Change to "{0}"', close), range, close, true)] }),
		});
	}

	#checkTogether(): void {
		const settings = this.#settings as DeploymentSettings;
		const problem = boundsProblem(settings);
		const place = this.#places.get('max_instances');
		if (problem !== undefined && place !== undefined)
			this.#say('deployment_range', place.value, problem, {
				remedy: l10n.t('Raise the maximum or lower the minimum.'),
				fixes: [
					replace(
						l10n.t('Raise to {0}', settings.minInstances ?? 0),
						place.value,
						String(settings.minInstances),
						false,
					),
				],
			});
		if (this.#id !== undefined) return;
		const missing = deploymentSettings.filter(({ needed, wire }) => needed && !this.#places.has(wire));
		if (missing.length === 0) return;
		const names = missing.map(({ wire }) => wire).join(', ');
		const first = [...this.#places.values()][0]?.key ?? this.#within(0, this.#text.length);
		this.#say('deployment_missing_key', first, l10n.t('A new deployment needs {0}.', names), {
			remedy: l10n.t('Add them, or write the ID of the deployment that the file belongs to.'),
		});
	}

	#say(code: string, range: TextRange, message: string, more: ProblemDetails = {}): void {
		this.#findings.push({
			code,
			severity: 'error',
			message,
			range,
			documentation: 'deployment-files.md',
			...more,
		});
	}

	/** Returns a range that is empty only if the text is. */
	#within(start: number, end: number): TextRange {
		const length = this.#text.length;
		const from = Math.max(0, Math.min(start, length - 1));
		return { start: from, end: Math.min(length, Math.max(end, from + 1)) };
	}
}

const oneInEachLine = l10n.t('Write one setting on each line, such as "name: My deployment".');

/** Names that people know from other documents, with the key that each one means. */
const otherSpellings: Readonly<Record<string, string>> = {
	enabled: 'is_enabled',
	keep_warm: 'keep_warm_duration_in_seconds',
	keep_warm_seconds: 'keep_warm_duration_in_seconds',
	version: 'workflow_version',
	workflow: 'workflow_id',
	deployment: 'id',
	deployment_id: 'id',
	gpu: 'hardware',
};

function spellingOf(word: string): string | undefined {
	return Object.hasOwn(otherSpellings, word) ? otherSpellings[word] : undefined;
}

function rangeOf(node: unknown): TextRange | undefined {
	const range = (node as { range?: readonly number[] | null } | null)?.range;
	const [start, end] = range ?? [];
	return start === undefined || end === undefined ? undefined : { start, end };
}

function firstLine(message: string): string {
	if (/call stack/i.test(message)) return l10n.t('it is nested too deeply.');
	const line = (message.split('\n', 1)[0] ?? '').slice(0, 200);
	return /[.!?]$/.test(line) ? line : `${line}.`;
}
