import { compact } from '../base/compact.ts';
import { firstOf } from '../base/language.ts';
import {
	type FieldErrors,
	type FieldSpec,
	type FormValues,
	fieldError,
	formErrors,
} from '../base/panel/formFields.ts';
import type { Machines } from '../wire/hardware.ts';
import type { Deployment } from './deployment.ts';
import {
	boundsProblem,
	type DeploymentSettings,
	deploymentSettings,
	hardwareText,
	type Setting,
	usualSettings,
} from './settings.ts';

type DeploymentFormMode = 'new' | 'edit';

/**
 * Returns the fields of a deployment. Enabling is a separate command, and the workflow of an existing deployment cannot
 * be changed. `hardware` contains the choices; `deployments` the known workflows.
 */
export function deploymentFields(
	mode: DeploymentFormMode,
	hardware: readonly string[],
	deployments: readonly Deployment[],
	machines?: Machines,
): readonly FieldSpec[] {
	return formSettings(mode).map((setting) => {
		const field = fieldOf(setting, mode, hardware, machines);
		if (setting.name !== 'workflowId' || field.kind !== 'text') return field;
		const known = knownWorkflows(field, deployments);
		return known.length === 0 ? field : { ...field, known };
	});
}

const mostWorkflows = 200;

/**
 * Returns the workflows of existing deployments, each with the deployments' names; without those that the field would
 * refuse.
 */
function knownWorkflows(field: FieldSpec, deployments: readonly Deployment[]) {
	const names = new Map<string, string[]>();
	for (const { workflowId, name } of deployments) {
		if (workflowId === undefined || fieldError(field, workflowId) !== undefined) continue;
		const others = names.get(workflowId);
		if (others !== undefined) others.push(name);
		else if (names.size < mostWorkflows) names.set(workflowId, [name]);
	}
	return [...names].map(([value, of]) => ({ value, label: firstOf(of, 2), description: value }));
}

function formSettings(mode: DeploymentFormMode): readonly Setting[] {
	return deploymentSettings.filter(
		({ type, fixed }) => type !== 'boolean' && (mode === 'new' || fixed !== true),
	);
}

function fieldOf(
	setting: Setting,
	mode: DeploymentFormMode,
	hardware: readonly string[],
	machines: Machines | undefined,
): FieldSpec {
	const { wire: path, label, description } = setting;
	const common = { path, label, description, ...(isRequired(setting, mode) ? { required: true } : {}) };
	switch (setting.type) {
		case 'integer':
			return {
				...common,
				kind: 'number',
				integer: true,
				min: setting.lowest,
				max: setting.highest,
				...compact({ unit: setting.unit }),
			};
		case 'hardware':
			return {
				...common,
				kind: 'enum',
				options: hardware.map((value) => ({ value, label: hardwareText(value, machines) })),
			};
		default:
			return {
				...common,
				kind: 'text',
				...(setting.type === 'text' ? { maxLength: setting.longest } : {}),
			};
	}
}

/**
 * Returns whether a field is required. An empty field of an edited deployment keeps the value of the service, except
 * for the name, which is always sent.
 */
function isRequired({ needed, name }: Setting, mode: DeploymentFormMode): boolean {
	return mode === 'new'
		? needed === true || usualSettings()[name as keyof ReturnType<typeof usualSettings>] !== undefined
		: name === 'name';
}

/** Returns the settings as typed text. */
export function formValuesOf(mode: DeploymentFormMode, settings: DeploymentSettings): FormValues {
	return Object.fromEntries(
		formSettings(mode).flatMap(({ name, wire }) =>
			settings[name] === undefined ? [] : [[wire, String(settings[name])]],
		),
	);
}

/** Returns the settings that were typed into a form. The form must have no errors; empty fields are absent. */
export function settingsOfForm(mode: DeploymentFormMode, values: FormValues): DeploymentSettings {
	return Object.fromEntries(
		formSettings(mode).flatMap(({ name, wire, type }) => {
			const text = String(values[wire] ?? '').trim();
			if (text === '') return [];
			return [[name, type === 'integer' ? Number(text) : text]];
		}),
	);
}

/** Returns everything that prevents sending the form: each field alone, then the fields together. */
export function deploymentFormErrors(
	mode: DeploymentFormMode,
	fields: readonly FieldSpec[],
	values: FormValues,
): FieldErrors {
	const errors = formErrors(fields, values);
	if (errors.min_instances === undefined && errors.max_instances === undefined) {
		const problem = boundsProblem(settingsOfForm(mode, values));
		if (problem !== undefined) return { ...errors, max_instances: problem };
	}
	return errors;
}
