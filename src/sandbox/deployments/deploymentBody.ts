import { numberOf } from '../../core/json/exact.ts';
import { type Json, type JsonObject, member } from '../../core/json/value.ts';
import { defaultHardware, hardware } from '../../core/wire/hardware.ts';
import { deploymentLimits } from '../../core/wire/limits.ts';
import { parseObjectBody } from '../base/body.ts';
import { type Detail, invalid } from '../base/errors.ts';
import type { DeploymentChoice } from './records.ts';

const hardwareNames: readonly string[] = hardware.map(({ name }) => name);

/** The default settings of a new deployment. */
export const usualChoice = {
	hardware: defaultHardware,
	minInstances: deploymentLimits.minInstances.usual,
	maxInstances: deploymentLimits.maxInstances.usual,
	queueSize: deploymentLimits.queueSize.usual,
	keepWarmSeconds: deploymentLimits.keepWarmSeconds.usual,
	enabled: true,
} as const;

/** Reads the choice that a create body makes, defaults filled in. Throws a 422001 that names every fault. */
export function readCreate(text: string): DeploymentChoice {
	const body = parseObjectBody(text);
	const faults = unknownNames(body);
	for (const name of ['name', 'workflow_id', 'workflow_version']) {
		if (member(body, name) === undefined) faults.push(missing(name));
	}
	const choice = {
		name: '',
		workflowId: '',
		workflowVersion: '',
		...usualChoice,
		...readAttributes(body, faults),
	};
	return checked(choice, faults);
}

/** Reads the choice after a PATCH. The name must be sent even when it stays, as the service demands. */
export function readPatch(text: string, current: DeploymentChoice): DeploymentChoice {
	const body = parseObjectBody(text);
	const faults = unknownNames(body);
	if (member(body, 'name') === undefined) {
		throw invalid([{ loc: ['body', 'name'], msg: 'Deployment name is required', type: 'missing' }]);
	}
	const { workflowId, ...change } = readAttributes(body, faults);
	if (workflowId !== undefined && workflowId !== current.workflowId) {
		faults.push({
			loc: ['body', 'workflow_id'],
			msg: 'The workflow of a deployment cannot be changed.',
			type: 'value_error',
		});
	}
	return checked({ ...current, ...change }, faults);
}

const wireNames: readonly string[] = [
	'name',
	'workflow_id',
	'workflow_version',
	'hardware',
	'min_instances',
	'max_instances',
	'queue_size',
	'keep_warm_duration_in_seconds',
	'is_enabled',
];

/** Returns an objection for each name that would have no effect. */
function unknownNames(body: JsonObject): Detail[] {
	return Object.keys(body)
		.filter((name) => !wireNames.includes(name))
		.slice(0, 100)
		.map((name) => ({
			loc: ['body', name],
			msg: `A deployment has no setting of this name; there are ${wireNames.join(', ')}.`,
			type: 'extra_forbidden',
		}));
}

const bounds: Readonly<Record<keyof typeof deploymentLimits, { lowest: number; highest?: number }>> =
	deploymentLimits;

function readAttributes(body: JsonObject, faults: Detail[]): Partial<DeploymentChoice> {
	const choice: { -readonly [Name in keyof DeploymentChoice]?: DeploymentChoice[Name] } = {};
	for (const [wire, name] of [
		['name', 'name'],
		['workflow_id', 'workflowId'],
		['workflow_version', 'workflowVersion'],
	] as const) {
		const value = member(body, wire);
		if (value === undefined) continue;
		if (typeof value === 'string' && value.trim() !== '') choice[name] = value;
		else
			faults.push({
				loc: ['body', wire],
				msg: `${wire} must be a text that is not empty.`,
				type: 'string_type',
			});
	}
	for (const [wire, name] of [
		['min_instances', 'minInstances'],
		['max_instances', 'maxInstances'],
		['queue_size', 'queueSize'],
		['keep_warm_duration_in_seconds', 'keepWarmSeconds'],
	] as const) {
		const { lowest, highest = Number.MAX_SAFE_INTEGER } = bounds[name];
		const value = member(body, wire);
		if (value === undefined) continue;
		const number = numberOf(value);
		if (number !== undefined && Number.isSafeInteger(number) && number >= lowest && number <= highest)
			choice[name] = number;
		else faults.push({ loc: ['body', wire], msg: rangeText(wire, lowest, highest), type: 'int_range' });
	}
	const machine = member(body, 'hardware');
	if (machine !== undefined) {
		const named = readHardware(machine);
		if (named === undefined) faults.push({ loc: ['body', 'hardware'], msg: hardwareText, type: 'enum' });
		else choice.hardware = named;
	}
	const enabled = member(body, 'is_enabled');
	if (typeof enabled === 'boolean') choice.enabled = enabled;
	else if (enabled !== undefined) {
		faults.push({ loc: ['body', 'is_enabled'], msg: 'is_enabled must be true or false.', type: 'bool_type' });
	}
	return choice;
}

const hardwareText = `hardware must be one of ${hardwareNames.join(', ')}, alone or as a list of exactly one.`;

/** Reads one name, plain or as a list of one. */
function readHardware(value: Json): string | undefined {
	const name: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
	return hardwareNames.find((each) => each === name);
}

function rangeText(wire: string, lowest: number, highest: number): string {
	const upper = highest === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${highest}`;
	return `${wire} must be an integer of at least ${lowest}${upper}.`;
}

function missing(name: string): Detail {
	return { loc: ['body', name], msg: `${name} is required.`, type: 'missing' };
}

function checked(choice: DeploymentChoice, faults: Detail[]): DeploymentChoice {
	if (choice.minInstances > choice.maxInstances) {
		const msg = 'max_instances must not be smaller than min_instances.';
		faults.push({ loc: ['body', 'max_instances'], msg, type: 'value_error' });
	}
	if (faults.length > 0) throw invalid(faults);
	return choice;
}
