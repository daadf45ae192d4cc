import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type FieldSpec, namesOf, sourceOf } from '../base/panel/formFields.ts';
import { parseKnownJson } from '../json/value.ts';

/** The types of inputs, in words common to all services. */
export const inputTypes = [
	'text',
	'number',
	'integer',
	'boolean',
	'choice',
	'image',
	'video',
	'audio',
	'file',
	'list',
	'json',
] as const;

interface InputFact {
	/** With dots if it is nested in objects. */
	readonly name: string;
	readonly type: (typeof inputTypes)[number];
	readonly required: boolean;
	readonly range?: string;
	readonly default?: unknown;
	readonly description?: string;
}

/** Returns the name of a field as a person writes it: with dots if it is nested in objects. */
export function fieldName({ path }: FieldSpec): string {
	return namesOf(path).join('.');
}

/** Describes fields for a table. */
export function inputFacts(fields: readonly FieldSpec[]): readonly InputFact[] {
	return fields.map((field) => {
		const initial = sourceOf(field, field.default);
		return {
			name: fieldName(field),
			type: typeOf(field),
			required: field.required === true,
			...compact({ range: rangeOf(field), description: field.description }),
			...(initial === undefined ? {} : { default: parseKnownJson(initial) }),
		};
	});
}

function typeOf(field: FieldSpec): InputFact['type'] {
	switch (field.kind) {
		case 'number':
			return field.integer ? 'integer' : 'number';
		case 'enum':
			return 'choice';
		case 'media':
			return field.accept;
		default:
			return field.kind;
	}
}

function rangeOf(field: FieldSpec): string | undefined {
	switch (field.kind) {
		case 'number': {
			const { min, max, above, below, multipleOf } = field;
			const between =
				min !== undefined && max !== undefined
					? [l10n.t('{0} to {1}', min, max)]
					: [
							...(min === undefined ? [] : [l10n.t('at least {0}', min)]),
							...(max === undefined ? [] : [l10n.t('at most {0}', max)]),
						];
			const parts = [
				...between,
				...(above === undefined ? [] : [l10n.t('above {0}', above)]),
				...(below === undefined ? [] : [l10n.t('below {0}', below)]),
				...(multipleOf === undefined ? [] : [l10n.t('multiple of {0}', multipleOf)]),
			];
			return parts.length === 0 ? undefined : parts.join(', ');
		}
		case 'enum':
			return field.options.map(({ value }) => value).join(', ');
		case 'text':
			return field.maxLength === undefined ? undefined : l10n.t('at most {0} characters', field.maxLength);
		case 'list':
			return field.maxItems === undefined ? undefined : l10n.t('at most {0} items', field.maxItems);
		default:
			return undefined;
	}
}
