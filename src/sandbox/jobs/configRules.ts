import { compact } from '../../core/base/compact.ts';
import type { Finding } from '../../core/base/findings.ts';
import { checkTraining } from '../../core/training/check.ts';
import { type ConfigModel, configModel, jobNameOf } from '../../core/training/configModel.ts';
import type { DatasetKnowledge, Submission } from '../../core/training/context.ts';
import { parseTraining, type TrainingDocument } from '../../core/training/yaml/document.ts';
import { type TrainerCode, trainerCodeNames } from '../../core/wire/trainerCodeNames.ts';
import { invalid, type Refusal, refuseTraining } from '../base/errors.ts';
import { planOf, type TrainingPlan } from './plan.ts';

interface ConfigOffer {
	readonly accountId: string;
	readonly text: string;
	readonly submission: Submission;
	/** Returns whether another job of the account has the name. */
	readonly nameTaken: (name: string) => boolean;
}

interface AcceptedConfig {
	readonly name: string;
	readonly plan: TrainingPlan;
	/** The reason why the toolkit stops before the first step, which the service does not check. */
	readonly flaw?: string;
}

/** The order in which rules refuse; the other codes follow in the order of the text. */
const firstCodes: readonly number[] = [
	42276, 42251, 42253, 42252, 42273, 42262, 42277, 40951, 42275, 42274, 42254, 42255, 42256,
];

/** Rules with only uncertain members: they would never apply if an uncertain finding could not refuse. */
const uncertainRules: ReadonlySet<number> = new Set([42270]);

interface Objection {
	readonly code: TrainerCode;
	readonly message: string;
	readonly path?: string;
}

/** The part of the account's datasets that jobs need. */
export interface DatasetSource {
	/** Returns state and files of the existing dataset of this name; undefined without one. */
	byName(
		accountId: string,
		name: string,
	): { readonly state: string; readonly files: readonly { readonly name: string }[] } | undefined;
}

/**
 * Checks a configuration by the rules of `core/training`, with the facts of the account. Throws the `Refusal` of the first rule that it
 * breaks.
 */
export function acceptConfig(offer: ConfigOffer, datasets: DatasetSource): AcceptedConfig {
	const document = parseTraining(offer.text);
	const model = configModel(document);
	const findings = checkTraining(document, {
		submission: offer.submission,
		datasets: knowledge(offer, datasets),
		// The text is checked as it arrived: the service replaces no variables.
		hasHubToken: false,
	});
	const objections = [...findings.flatMap(objectionOf), ...beyondTheRules(document, model)];
	const [first] = objections.sort((one, other) => rank(one.code) - rank(other.code));
	if (first !== undefined) throw refusalOf(first);
	const misplaced = findings.find(
		(finding) => finding.code === 'platform-path' && finding.severity === 'error',
	);
	if (misplaced !== undefined) {
		throw invalid([{ loc: locationOf(misplaced.path), msg: sentence(misplaced), type: 'platform_path' }]);
	}
	const name = nameOf(model);
	const [process] = model.processes;
	if (name === undefined || process === undefined)
		throw new Error('a configuration without a job was accepted');
	// The platform sets the output folder if a configuration has none.
	const stopper = findings.find(
		({ severity, path }) => severity === 'error' && path?.endsWith('.training_folder') !== true,
	);
	return {
		name,
		plan: planOf(process, name),
		...(stopper === undefined ? {} : { flaw: `Line ${lineOf(offer.text, stopper)}: ${stopper.message}` }),
	};
}

function knowledge({ accountId, nameTaken }: ConfigOffer, datasets: DatasetSource): DatasetKnowledge {
	return {
		lookup: (name) => {
			const found = datasets.byName(accountId, name);
			if (found === undefined) return 'missing';
			return { state: found.state, files: found.files.map((file) => file.name) };
		},
		jobNameTaken: nameTaken,
	};
}

/** Returns the objection of a finding: one under a number of the service refuses if it is certain. */
function objectionOf(finding: Finding): readonly Objection[] {
	const { code, path, severity } = finding;
	const number = Number(/^\d{5}/.exec(code)?.[0] ?? 0);
	const refuses = severity === 'error' || (severity === 'warning' && uncertainRules.has(number));
	const about = compact({ path });
	// If absent, or not of the service, a folder contains no dataset of the account.
	const isFolder = path?.endsWith('.folder_path') === true;
	if ((code === 'platform-path' || code === 'missing-key') && severity === 'error' && isFolder) {
		return [{ code: 42254, message: sentence(finding), ...about }];
	}
	if (!refuses || !(number in trainerCodeNames)) return [];
	return [{ code: number as TrainerCode, message: sentence(finding), ...about }];
}

/** Returns objections to a text without the parts that every job must have; the editor only reports them as missing. */
function beyondTheRules(document: TrainingDocument, model: ConfigModel): readonly Objection[] {
	if (document.refused !== undefined) return [{ code: 42253, message: 'The configuration cannot be read.' }];
	if (model.root === undefined) return [{ code: 42253, message: 'The configuration is not a YAML mapping.' }];
	const [process] = model.processes;
	const objections: Objection[] = [];
	if (nameOf(model) === undefined) {
		objections.push({
			code: 42262,
			path: 'config.name',
			message: 'The configuration does not name the job.',
		});
	}
	if (process === undefined) {
		const message = 'The configuration has no process, so it says no model architecture.';
		objections.push({ code: 42275, path: 'config.process[0].model.arch', message });
	} else if (process.datasets.length === 0) {
		const message = 'The configuration names no dataset to train on.';
		objections.push({ code: 42256, path: 'config.process[0].datasets', message });
	}
	return objections;
}

/** Returns the name of a job; one with a placeholder is none. */
function nameOf(model: ConfigModel): string | undefined {
	const named = jobNameOf(model);
	return named === undefined || named.includes('[') ? undefined : named;
}

function rank(code: TrainerCode): number {
	const index = firstCodes.indexOf(code);
	return index < 0 ? firstCodes.length : index;
}

function sentence({ message, remedy, fixes }: Finding): string {
	// A fix that only an editor can perform is left out of the service's message.
	const isOfEditor = fixes?.some(({ act }) => act !== undefined) === true;
	return remedy === undefined || isOfEditor ? message : `${message} ${remedy}`;
}

/** Returns the refusal of an objection. Its text begins with the key; `detail` has the path in parts. */
function refusalOf({ code, message, path }: Objection): Refusal {
	if (path === undefined) return refuseTraining(code, message);
	const detail = { loc: locationOf(path), msg: message, type: trainerCodeNames[code].toLowerCase() };
	return refuseTraining(code, `${path}: ${message}`, [detail]);
}

/** Splits `config.process[0].train.lr` into parts, below the member of the body that contains it. */
function locationOf(path = ''): readonly (string | number)[] {
	const parts = path
		.split(/[.[\]]+/)
		.filter((part) => part !== '')
		.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
	return parts[0] === 'config' || parts[0] === 'meta'
		? ['body', 'config_file', ...parts]
		: ['body', ...parts];
}

function lineOf(text: string, { range }: Finding): number {
	return text.slice(0, range.start).split('\n').length;
}
