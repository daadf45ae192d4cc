import type { TextEdit } from '../../base/findings.ts';
import type { Deployment } from '../deployment.ts';
import { type DeploymentSettings, deploymentSettings, settingsOf } from '../settings.ts';
import { type DeploymentFile, idKey } from './deploymentFile.ts';

/**
 * Returns a value as YAML in one line. Anything that could be read as something else is quoted as JSON, which YAML
 * reads alike.
 */
function valueText(value: string | number | boolean): string {
	if (typeof value !== 'string') return String(value);
	const plain = /^[A-Za-z][\w./()-]*(?: [\w./()-]+)*$/.test(value) || uuid.test(value);
	const word = /^(?:true|false|yes|no|on|off|null|y|n)$/i.test(value);
	return plain && !word ? value : JSON.stringify(value.toWellFormed());
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the text of a file that describes the current state of a deployment. */
export function deploymentFileText(deployment: DeploymentSettings & Pick<Deployment, 'id'>): string {
	const settings = settingsOf(deployment);
	const lines = deploymentSettings.flatMap(({ name, wire }) => {
		const value = settings[name];
		return value === undefined ? [] : [`${wire}: ${valueText(value)}`];
	});
	return [
		'# A deployment. What is not named here stays as it is.',
		`${idKey}: ${valueText(deployment.id)}`,
		...lines,
		'',
	].join('\n');
}

/**
 * Returns the edits that change the settings in a file, and keep everything else in it: comments, order, and the
 * spelling of unchanged values. In text order; `id` is written if the file has none or another one.
 */
export function settingEdits(
	text: string,
	file: DeploymentFile,
	settings: DeploymentSettings,
	id?: string,
): readonly TextEdit[] {
	const edits = deploymentSettings.flatMap(({ name, wire }): TextEdit[] => {
		const place = file.places.get(wire);
		const value = settings[name];
		if (place === undefined || value === undefined || file.settings[name] === value) return [];
		return [valueEdit(place.key.end, place.value, valueText(value))];
	});
	return [...edits, ...idEdits(text, file, id)].sort((one, other) => one.range.start - other.range.start);
}

/** Returns the edit that writes the id of a deployment into its file, above the settings if it has none. */
export function idEdits(text: string, file: DeploymentFile, id: string | undefined): readonly TextEdit[] {
	if (id === undefined || file.id === id) return [];
	const place = file.places.get(idKey);
	if (place !== undefined) return [valueEdit(place.key.end, place.value, valueText(id))];
	const first = [...file.places.values()].reduce((start, { key }) => Math.min(start, key.start), text.length);
	let at = first;
	while (text[at - 1] === ' ') at--;
	const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
	return [
		{
			range: { start: at, end: at },
			newText: `${text.slice(at, first)}${idKey}: ${valueText(id)}${lineEnd}`,
		},
	];
}

function valueEdit(keyEnd: number, range: TextEdit['range'], newText: string): TextEdit {
	// A key without a value: the value is inserted after its colon.
	if (range.start === keyEnd) return { range: { start: keyEnd, end: keyEnd + 1 }, newText: `: ${newText}` };
	return { range, newText };
}
