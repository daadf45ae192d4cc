import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Finding, type Fix, fix, type Severity, type SyntaxProblem } from '../base/findings.ts';
import { getOrMake } from '../base/lazy.ts';
import { submissionCodeNames } from '../wire/trainerCodeNames.ts';
import type { ConfigModel, ProcessModel } from './configModel.ts';
import { type Confidence, uncertain } from './families.ts';
import type { SchemaNode } from './schema.ts';
import { removeEntry, replaceValue } from './yaml/edits.ts';
import { type Entry, type MapNode, placeOfEntry } from './yaml/node.ts';

export interface DatasetFacts {
	/** `DRAFT`, `UPLOADING`, `READY`, `FAILED`, or a future word of the service. */
	readonly state: string;
	readonly files: readonly string[];
}

/** Answers about the account; `undefined` means unknown, and the rules stay silent. */
export interface DatasetKnowledge {
	lookup(name: string): DatasetFacts | 'missing' | undefined;
	/** The names to offer while typing. */
	names?(): readonly string[];
	/** Returns the known state of a dataset, for each of the suggested names: `lookup` may request more from the service. */
	stateOf?(name: string): string | undefined;
	jobNameTaken?(name: string): boolean | undefined;
}

/** The parameters that are sent along with the configuration. */
export interface Submission {
	readonly operation?: 'submit' | 'edit' | 'resume';
	/** `config_file_format`. */
	readonly format?: string;
	readonly gpuType?: string;
	readonly gpuCount?: number;
	/** For edits: the name the job was created with. */
	readonly originalName?: string;
	/** For edits and resumes: the state the job is in. */
	readonly jobStatus?: string;
}

export interface CheckOptions {
	/** The place where the configuration will run; `local` turns the service's own rules into hints. Default `service`. */
	readonly target?: 'service' | 'local';
	/** True if the toolkit reads the file as JSON. The service reads every configuration as YAML. */
	readonly isJson?: boolean;
	readonly datasets?: DatasetKnowledge;
	readonly submission?: Submission;
	/** Returns whether an environment variable has a value; without it, unset placeholders are not reported. */
	readonly hasVariable?: (name: string) => boolean;
	/** True if a model-hub token replaces its variable when the text is sent; unknown if absent. */
	readonly hasHubToken?: boolean;
}

/** The names of the service's rules by number. */
export const serviceRules = submissionCodeNames;

export type ServiceCode = keyof typeof serviceRules;

/** The rules beyond the service's own, each with a page of its name. */
export const ownRules = [
	'control-images',
	'dataset-files',
	'duplicate-key',
	'exponent-spelling',
	'frame-count',
	'full-fine-tune',
	'gated-weights',
	'latent-caching',
	'learning-rate-scheduler',
	'line-separator',
	'literal-token',
	'ltx-batch',
	'misplaced-token',
	'missing-key',
	'no-effect',
	'noise-schedule',
	'optimizer',
	'out-of-range',
	'placeholder',
	'platform-path',
	'preview-size',
	'prompt-flags',
	'sample-prompts',
	'too-large',
	'toolkit-conflict',
	'training-adapter',
	'unknown-arch',
	'unknown-key',
	'unknown-value',
	'wrong-type',
] as const;

type OwnRule = (typeof ownRules)[number];

/** The statement of a rule; the code and its page are added. */
export type FindingDetails = SyntaxProblem & Pick<Finding, 'path' | 'tags'>;

/** Returns the place of an entry for a finding; `owner` is the path of its mapping. */
export function placed(entry: Entry, owner: string): Required<Pick<FindingDetails, 'range' | 'path'>> {
	return { range: placeOfEntry(entry), path: `${owner}.${entry.key}` };
}

/** Returns the place of the key of an entry for a finding; `owner` is the path of its mapping. */
export function placedAtKey({ key, keyRange }: Entry, owner: string): ReturnType<typeof placed> {
	return { range: keyRange, path: `${owner}.${key}` };
}

/** The place of the document that the walk over keys and values has reached. */
export interface WalkContext {
	readonly schema: SchemaNode;
	/** For example `config.process[0].train`. */
	readonly path: string;
	readonly process: ProcessModel | undefined;
}

/** An entry that the walk has reached: one of `schema` if it is known, else one in a mapping of `schema`. */
export interface EntryContext extends WalkContext {
	readonly entry: Entry;
	readonly map: MapNode;
}

export class CheckContext {
	readonly findings: Finding[] = [];
	readonly config: ConfigModel;
	readonly options: CheckOptions;
	readonly #claimed = new WeakMap<MapNode, Set<string>>();

	constructor(config: ConfigModel, options: CheckOptions) {
		this.config = config;
		this.options = options;
	}

	get text(): string {
		return this.config.document.text;
	}

	/** True if a syntax error hides lines: rules about missing parts then keep silent. */
	get partial(): boolean {
		return this.config.document.partial;
	}

	get local(): boolean {
		return this.options.target === 'local';
	}

	/** Returns true once for each key of a mapping: two misspelled keys cannot both become the intended one. */
	claim(map: MapNode, key: string): boolean {
		const taken = getOrMake(this.#claimed, map, () => new Set<string>());
		return taken.size < taken.add(key).size;
	}

	/** Reports a rule of the service: an error if it is certain, a warning with that remark if not, a hint for local use. */
	service(
		code: ServiceCode,
		{ confidence = 'high', ...remark }: FindingDetails & { readonly confidence?: Confidence },
	): void {
		const severity: Severity = this.local ? 'hint' : confidence === 'high' ? 'error' : 'warning';
		const message = confidence === 'high' ? remark.message : `${remark.message} ${uncertain}`;
		// A fix of a problem that may not apply here is made on demand only, never by "fix all".
		const fixes = severity === 'error' ? remark.fixes : onDemand(remark.fixes);
		this.#add(code, severity, { ...remark, message, ...compact({ fixes }) });
	}

	/** Reports a fault that stops the toolkit itself, under a number of the service: an error wherever it runs. */
	error(code: ServiceCode, remark: FindingDetails): void {
		this.#add(code, 'error', remark);
	}

	/** Returns the fix that writes another value for an entry. */
	replace(entry: Entry, value: string, title: string, preferred = false): readonly Fix[] {
		return fix(title, replaceValue(this.text, entry, value), preferred);
	}

	/** Returns the fix that removes an entry from its mapping. */
	remove(map: MapNode, entry: Entry, preferred = false): readonly Fix[] {
		return fix(l10n.t('Remove {0}', entry.key), removeEntry(this.text, map, entry), preferred);
	}

	/** Returns the fix that gives an entry another key. */
	rename({ keyRange }: Entry, key: string, preferred = false): readonly Fix[] {
		return fix(l10n.t('Rename to {0}', key), { range: keyRange, newText: key }, preferred);
	}

	own(rule: OwnRule, severity: Severity, remark: FindingDetails): void {
		this.#add(rule, severity, remark);
	}

	#add(rule: OwnRule | ServiceCode, severity: Severity, { fixes: given, ...remark }: FindingDetails): void {
		// While the text is incomplete or ambiguous, only fixes that make it readable are applied without a question.
		const held =
			this.config.document.separators.length > 0 ? rule !== 'line-separator' : this.partial && rule !== 42253;
		const fixes = held ? onDemand(given) : given;
		const code = typeof rule === 'number' ? `${rule} ${serviceRules[rule]}` : rule;
		const finding = { code, severity, documentation: `training.md#${rule}`, ...remark };
		this.findings.push(fixes === undefined || fixes.length === 0 ? finding : { ...finding, fixes });
	}
}

function onDemand(fixes: readonly Fix[] | undefined): readonly Fix[] | undefined {
	return fixes?.map(({ title, edits }) => ({ title, edits }));
}
