import type { TextEdit, TextRange } from '../base/findings.ts';
import { configModel } from './configModel.ts';
import {
	hubVariable,
	isHubToken,
	isVariable,
	literalToken,
	tokenKeys,
	variableRanges,
	variablesIn,
	withVariables,
} from './hubVariable.ts';
import { parseTraining, type TrainingDocument } from './yaml/document.ts';
import { insertKey, placeholder, removeEntry } from './yaml/edits.ts';
import { type Entry, entryOf, type MapNode, type TrainingNode, textOf } from './yaml/node.ts';

/* Finds the model-hub token in a configuration, and moves it. */

/** A value of a configuration that contains a model-hub token, or a variable in its place. */
export interface TokenHolder {
	/** For example `config.process[0].model.hf_token`. */
	readonly path: string;
	readonly range: TextRange;
	readonly isVariable: boolean;
	readonly map: MapNode;
	readonly entry: Entry;
}

/** Returns every value with a token, at any key, without duplicates; comments do not count. */
export function tokenHolders(root: TrainingNode | undefined): readonly TokenHolder[] {
	const found: TokenHolder[] = [];
	const seen = new Set<TrainingNode>();
	const walk = (node: TrainingNode, path: string) => {
		if (node.kind === 'scalar' || seen.has(node)) return;
		seen.add(node);
		if (node.kind === 'list') {
			for (const [index, item] of node.items.entries()) walk(item, `${path}[${index}]`);
			return;
		}
		for (const entry of node.entries) {
			const place = path === '' ? entry.key : `${path}.${entry.key}`;
			const { value } = entry;
			if (value.kind !== 'scalar') walk(value, place);
			else if (typeof value.value === 'string' && !entry.merged) {
				const isVariable = variablesIn(value.value);
				if (isVariable || isLiteral(entry.key, value.value))
					found.push({ path: place, range: value.range, isVariable, map: node, entry });
			}
		}
	};
	if (root !== undefined) walk(root, '');
	return found;
}

function isLiteral(key: string, value: string): boolean {
	return (
		(value.includes('hf_') && literalToken.test(value)) || (/token$/i.test(key) && isHubToken(value.trim()))
	);
}

/** The sections of a configuration that may have a key for the token. */
const tokenSection = /^(?:config\.(?:process\[\d+\]\.(?:model\.)?)?)?$/;

/**
 * Returns whether a variable is the whole value of a key for the token. Anywhere else the token would become part of
 * names, metadata and samples, or be sent to another address.
 */
function isTokenPlace(path: string, value: string): boolean {
	const key = path.slice(path.lastIndexOf('.') + 1);
	return (
		tokenKeys.has(key) && tokenSection.test(path.slice(0, path.length - key.length)) && isVariable(value)
	);
}

/** Returns whether a holder has the variable in a place for the token. */
export function isPlaced({ path, entry: { value } }: TokenHolder): boolean {
	return isTokenPlace(path, textOf(value) ?? '');
}

/** Returns the variables of the token that are not the whole value of a key for it: in other values, in keys, in comments. */
export function strayVariables({ text, root }: TrainingDocument): readonly TextRange[] {
	if (!variablesIn(text)) return [];
	const places: TextRange[] = [];
	const stray: TextRange[] = [];
	const ancestors = new Set<TrainingNode>();
	// Also the values that an alias repeats, since those are separate values.
	const walk = (node: TrainingNode, path: string) => {
		if (node.kind === 'scalar') {
			if (typeof node.value !== 'string' || !variablesIn(node.value)) return;
			(isTokenPlace(path, node.value) ? places : stray).push(node.range);
			return;
		}
		if (ancestors.has(node)) return;
		ancestors.add(node);
		if (node.kind === 'list')
			for (const [index, item] of node.items.entries()) walk(item, `${path}[${index}]`);
		else for (const { key, value } of node.entries) walk(value, path === '' ? key : `${path}.${key}`);
		ancestors.delete(node);
	};
	if (root !== undefined) walk(root, '');
	const isWithin = (inner: TextRange) => (outer: TextRange) =>
		outer.start <= inner.start && inner.end <= outer.end;
	const others = variableRanges(text).filter((range) => ![...places, ...stray].some(isWithin(range)));
	return [...stray, ...others];
}

/** Returns a configuration with the token in place of its variable; undefined if that is anywhere else as well. */
export function withHubToken(text: string, token: string): string | undefined {
	return strayVariables(parseTraining(text)).length === 0 ? withVariables(text, token) : undefined;
}

/** The places for the token, the proposed one first: the service checks the first process. */
export const tokenPlaces = [
	'config.process[0].model.hf_token',
	'config.process[0].model.huggingface_token',
	'config.process[0].hf_token',
	'config.hf_token',
	'hf_token',
] as const;

/**
 * Returns the edits that move the variable to another place, `config.process[0].model.KEY` or one of {@link
 * tokenPlaces}. Undefined if the text has no such section, or if removing a variable would break something else.
 */
export function moveHubToken(document: TrainingDocument, path: string): readonly TextEdit[] | undefined {
	const { text } = document;
	const { root, config, processes } = configModel(document);
	const [process] = processes;
	const dot = path.lastIndexOf('.');
	const [section, key] = [path.slice(0, Math.max(dot, 0)), path.slice(dot + 1)];
	const sections: Readonly<Record<string, MapNode | undefined>> = {
		'': root,
		config,
		'config.process[0]': process?.node,
		'config.process[0].model': process?.model,
	};
	const map = sections[section];
	if (map === undefined || entryOf(map, key)?.merged === true) return undefined;
	const holders = tokenHolders(root).filter(({ isVariable }) => isVariable);
	const others = holders.filter((holder) => holder.path !== path);
	if (others.length < holders.length) return others.length === 0 ? [] : removals(text, others);
	if (entryOf(map, key) !== undefined) return undefined;
	const [here] = others.filter((holder) => holder.map === map);
	const rest = removals(
		text,
		others.filter((holder) => holder !== here),
	);
	if (rest === undefined) return undefined;
	if (here !== undefined) return [...rest, { range: here.entry.keyRange, newText: key }];
	const added = insertKey(text, map, key, placeholder(hubVariable), entryOf(map, 'arch'));
	return added === undefined ? undefined : [...rest, added];
}

function removals(text: string, holders: readonly TokenHolder[]): readonly TextEdit[] | undefined {
	const edits: TextEdit[] = [];
	for (const { map, entry } of holders) {
		const edit = removeEntry(text, map, entry);
		if (edit === undefined) return undefined;
		edits.push(edit);
	}
	return edits;
}
