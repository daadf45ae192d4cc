import * as l10n from '@vscode/l10n';
import { allOf, shortened } from '../../base/language.ts';
import { isArray, type Json, listOf } from '../../json/value.ts';
import type { DeclaredClass } from './declared.ts';
import { saysNothing } from './editorWidgets.ts';
import { packRules } from './packRules.ts';
import type { NamedWidgets } from './placeWalk.ts';
import { overridesOf, type Scope } from './scope.ts';
import type { UiNode } from './uiDocument.ts';
import { nameWidgets } from './widgets.ts';

/** Characters of values in a note. */
const longestValues = 160;

/** Adds a message about a node to the report of a conversion. */
export type Tell = (severity: 'error' | 'warning' | 'info', message: string) => void;

/** Returns the inputs from the widgets of a node, including those that the subgraph around it promotes. */
export function valuesOf(
	scope: Scope,
	node: UiNode,
	declared: DeclaredClass | undefined,
	tell: Tell,
): Map<string, Json> {
	const named = nameWidgets(node, declared);
	if (named === undefined) noteUnnamed(node, tell);
	else noteNamed(node, named, tell);
	const values = named?.values ?? new Map<string, Json>();
	const names = declared && new Set(declared.inputs.map(({ name }) => name));
	for (const { widget, value } of overridesOf(scope, node))
		if (values.has(widget) || names?.has(widget) !== false) values.set(widget, value);
	for (const [name, value] of values) if (isArray(value)) values.set(name, wrapped(value));
	return values;
}

/** Wraps a list, which would else be read as a link. */
export function wrapped(value: Json): Json {
	return isArray(value) ? { __value__: value } : value;
}

function noteUnnamed(node: UiNode, tell: Tell): void {
	const values = listOf(node.widgets);
	if (values.every(saysNothing)) return;
	const shown = values.map((value) => JSON.stringify(value)).join(', ');
	tell(
		'error',
		l10n.t(
			'Its values have no names in this file and {0} is not in the node info in use, so they were left out: {1}. Convert with the node info of a server that has this class, or enter them manually.',
			node.type,
			shortened(shown, longestValues),
		),
	);
}

function noteNamed(node: UiNode, named: NamedWidgets, tell: Tell): void {
	const { type } = node;
	const isScreen = packRules.get(type)?.isScreen === true;
	const leftOver = isScreen ? [] : named.leftOver.filter(([, value]) => !saysNothing(value));
	if (leftOver.length > 0) {
		const shown = leftOver
			.map(([name, value]) => `${name === undefined ? '' : `${name}: `}${JSON.stringify(value)}`)
			.join(', ');
		tell(
			'warning',
			l10n.t(
				'{0} has no input for these values of the file, so they were left out: {1}. The file may be from another version of the class; compare the node with the node editor.',
				type,
				shortened(shown, longestValues),
			),
		);
	}
	if (named.uncertain.length > 0) {
		tell(
			'warning',
			l10n.t(
				'The file may contain a value for {0}, whose type is unknown, so the values after it may belong to other inputs. Compare them with the node editor.',
				allOf(named.uncertain),
			),
		);
	}
	if (named.doubtful.length > 0) {
		tell(
			'warning',
			l10n.t(
				'The values of {0} do not match their types. The file may be from another version of {1}; compare them with the node editor.',
				allOf(named.doubtful),
				type,
			),
		);
	}
	if (named.defaulted.length > 0) {
		tell('info', l10n.t('The file contains no value for {0}; the default was used.', allOf(named.defaulted)));
	}
}
