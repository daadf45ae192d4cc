import * as l10n from '@vscode/l10n';
import type { Severity } from '../../base/findings.ts';
import { either } from '../../base/language.ts';
import type { CheckContext, EntryContext } from '../context.ts';
import { type KeyFacts, typesOf, type ValueType } from '../schema.ts';
import { shown, words } from '../wording.ts';
import { quote } from '../yaml/edits.ts';
import { placeOfEntry, type TrainingNode } from '../yaml/node.ts';
import { isWhole, resolvePlain } from '../yaml/scalar.ts';

/** Returns whether a value has a type, as the toolkit's loader reads it. */
export function fits(type: ValueType, node: TrainingNode): boolean {
	if (node.kind === 'map') return type === 'object';
	if (node.kind === 'list') return type === 'array';
	switch (type) {
		case 'string':
			return typeof node.value === 'string';
		case 'number':
			return typeof node.value === 'number';
		case 'integer':
			return typeof node.value === 'number' && isWhole(node.source);
		case 'boolean':
			return typeof node.value === 'boolean';
		case 'null':
			return node.value === null;
		default:
			return false;
	}
}

const coveredByService = new Set(['config.process[0].model.arch', 'config.process[0].train.lr']);

/** Keys with a text that the toolkit inserts into other texts and paths, or splits; any other type fails. */
const stopsWithoutText = new Set([
	'config.name',
	'config.process[].name',
	'config.process[].training_folder',
	'config.process[].trigger_word',
	'config.process[].datasets[].caption_ext',
	'config.process[].datasets[].trigger_word',
	'config.process[].sample.samples[].prompt',
]);

/** Keys without a value that stop the toolkit: it calculates with them, or iterates over them. */
const stopsWhenEmpty = new Set(
	[
		'network.type',
		'network.lorm.module_settings',
		'save.save_format',
		'datasets[].augments',
		'datasets[].caption_dropout_rate',
		'datasets[].controls',
		'datasets[].network_weight',
		'datasets[].resolution',
		'datasets[].token_dropout_rate',
		'train.batch_size',
		'train.gradient_accumulation',
		'train.guidance_loss_target',
		'train.lr_scheduler',
		'train.lr_scheduler_params',
		'train.lr_scheduler_params.factor',
		'train.optimizer',
		'train.optimizer_params.betas',
		'train.optimizer_params.weight_decay',
		'train.steps',
		'train.validation_config.validation_items',
		'sample.num_frames',
		'sample.prompts',
		'sample.samples',
	].map((place) => `config.process[].${place}`),
);

/** Checks the type of a value and returns whether it is right. An empty value is only reported if it matters. */
export function checkType(
	context: CheckContext,
	node: TrainingNode,
	facts: KeyFacts,
	here: EntryContext,
): boolean {
	const { entry } = here;
	const types = typesOf(facts);
	if (types.some((type) => fits(type, node))) return true;
	// Rules of the service cover these; it checks only the first process.
	if (coveredByService.has(here.path)) return false;
	const expected = types.filter((type) => type !== 'null').map((type) => words[type]);
	const wanted = either(expected);
	const whole = placeOfEntry(entry);
	// Underlining a whole section hides the problems inside it.
	const range = context.text.slice(whole.start, whole.end).includes('\n') ? entry.keyRange : whole;
	const report = (severity: Severity, message: string, remedy: string, title?: string, newText?: string) => {
		const fixes =
			title === undefined || newText === undefined ? [] : context.replace(entry, newText, title, true);
		context.own('wrong-type', severity, { range, path: here.path, message, remedy, fixes });
	};
	if (node.kind !== 'scalar') {
		const source = context.text.slice(node.range.start, node.range.end);
		if (node.kind === 'list' && node.flow && /^\[(trigger|name)\]$/.test(source)) {
			report(
				'error',
				l10n.t('Without quotes {0} is a list, and "{1}" must be {2}.', source, entry.key, wanted),
				l10n.t('Put it in quotes.'),
				l10n.t('Put it in quotes'),
				`"${source}"`,
			);
		} else if (node.kind === 'map' && types.includes('array')) {
			// The line with the dash may be the unreadable one.
			if (context.partial) return false;
			report(
				'error',
				l10n.t('"{0}" must be a list, not a single group of keys.', entry.key),
				l10n.t('Put a dash before the first key and indent the others under it.'),
			);
		} else
			report(
				'error',
				l10n.t(
					'"{0}" must be {1}, not {2}.',
					entry.key,
					wanted,
					words[node.kind === 'list' ? 'array' : 'object'],
				),
				l10n.t('Write {0}.', wanted),
			);
		return false;
	}
	const { value, source } = node;
	const meantNumber = pointless(source.trim());
	if (value === null) {
		const required = facts.required === true;
		if (stopsWhenEmpty.has(here.schema.path) && here.process?.trains === true && !context.partial) {
			report(
				'error',
				l10n.t('"{0}" has no value, which stops the toolkit.', entry.key),
				l10n.t('Give it {0}, or remove the line.', wanted),
			);
		} else if (!required && facts.default !== null && !context.partial) {
			report(
				'info',
				l10n.t('"{0}" has no value, and an empty value replaces its default.', entry.key),
				l10n.t('Give it {0}, or remove the line.', wanted),
			);
		}
		return false;
	}
	if (here.path === 'meta' || (here.path.startsWith('meta.') && here.path !== 'meta.name')) return false;
	if (types.includes('boolean') && typeof value === 'string') {
		const meant = /^(true|yes|on|1)$/i.test(value)
			? 'true'
			: /^(false|no|off|0|)$/i.test(value)
				? 'false'
				: undefined;
		report(
			meant === 'true' ? 'warning' : 'error',
			value === ''
				? l10n.t('"{0}" must be {1}, and the toolkit treats this text as off.', entry.key, wanted)
				: l10n.t(
						'"{0}" must be {1}, and the toolkit treats the text {2} as on.',
						entry.key,
						wanted,
						quote(value),
					),
			meant === undefined ? l10n.t('Write true or false.') : l10n.t('Write {0} without quotes.', meant),
			meant === undefined ? undefined : l10n.t('Write {0}', meant),
			meant,
		);
	} else if (types.includes('boolean') && (value === 0 || value === 1)) {
		report(
			'hint',
			l10n.t('"{0}" is a switch, written here as a number.', entry.key),
			l10n.t('Write {0}.', value === 1),
			l10n.t('Write {0}', value === 1),
			String(value === 1),
		);
	} else if (
		(types.includes('number') || types.includes('integer')) &&
		typeof value === 'string' &&
		typeof resolvePlain(meantNumber) === 'number' &&
		!node.tagged
	) {
		const quoted = node.style !== 'plain';
		report(
			'error',
			quoted
				? l10n.t('"{0}" must be {1}, and in quotes this is a text.', entry.key, wanted)
				: l10n.t(
						'"{0}" must be {1}, and without a digit before its point {2} is a text.',
						entry.key,
						wanted,
						source,
					),
			quoted ? l10n.t('Remove the quotes.') : l10n.t('Write {0}.', meantNumber),
			quoted ? l10n.t('Remove the quotes') : l10n.t('Write {0}', meantNumber),
			meantNumber,
		);
	} else if (types.includes('integer') && typeof value === 'number') {
		const whole = Number.isInteger(value);
		report(
			whole ? 'warning' : 'error',
			l10n.t(
				'"{0}" must be a whole number, and the toolkit reads {1} as a decimal number.',
				entry.key,
				source,
			),
			whole ? l10n.t('Write {0}.', value) : l10n.t('Write a whole number.'),
			whole ? l10n.t('Write {0}', value) : undefined,
			whole ? String(value) : undefined,
		);
	} else if (types.includes('string') && typeof value !== 'string') {
		const stops = stopsWithoutText.has(here.schema.path);
		report(
			stops ? 'error' : 'warning',
			typeof value === 'boolean'
				? stops
					? l10n.t(
							'"{0}" must be a text. Without quotes YAML reads {1} as a switch, which stops the toolkit.',
							entry.key,
							source,
						)
					: l10n.t('"{0}" must be a text, and without quotes YAML reads {1} as a switch.', entry.key, source)
				: stops
					? l10n.t(
							'"{0}" must be a text. Without quotes YAML reads {1} as a number, which stops the toolkit.',
							entry.key,
							source,
						)
					: l10n.t('"{0}" must be a text, and without quotes YAML reads {1} as a number.', entry.key, source),
			l10n.t('Put it in quotes.'),
			l10n.t('Put it in quotes'),
			quote(source),
		);
	} else {
		const meant = meantBy(source, types, facts);
		report(
			'error',
			l10n.t('"{0}" must be {1}, not {2}.', entry.key, wanted, shown(source)),
			l10n.t('Write {0}.', meant ?? wanted),
			meant && l10n.t('Write {0}', meant),
			meant,
		);
	}
	return false;
}

/** Returns a number with a digit before the point: the toolkit's loader reads `-.5` and `.5e3` as texts. */
function pointless(source: string): string {
	return source.replace(/^([-+]?)(?=\.\d)/, '$10');
}

/** Returns the intended value of a text in the place of numbers or a list; undefined if that is not clear. */
function meantBy(source: string, types: readonly ValueType[], facts: KeyFacts): string | undefined {
	const text = source.trim();
	const list = types.includes('array');
	const numeric = types.includes('integer') || types.includes('number');
	if (list && facts.items === 'string') return `[${quote(text)}]`;
	if (list && /^\d+(?:\s*[,;]\s*\d+)+$/.test(text))
		return `[${text
			.split(/[,;]/)
			.map((each) => each.trim())
			.join(', ')}]`;
	if (!numeric) return undefined;
	const whole = /^(\d+) ?(?:px|pixels?|steps?|frames?)$/i.exec(text)?.[1];
	if (whole !== undefined) return whole;
	const square = /^(\d+) ?[x×*] ?(\d+)$/i.exec(text);
	if (square !== null && square[1] === square[2]) return square[1];
	if (types.includes('integer') && /^\d{1,3}(?:,\d{3})+$/.test(text)) return text.replaceAll(',', '');
	return types.includes('number') && /^\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined;
}
