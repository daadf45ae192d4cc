import { isKnownKey, isSecretName } from '../../http/secretNames.ts';
import { scanSecrets } from '../../http/secretScanner.ts';

/**
 * Secrets written out in the text of a configuration: values of keys with names such as `hf_token`, keys of known shapes, and credentials
 * in addresses. A `${VAR}` is not one: only the service resolves it.
 */

/** The text that replaces a secret in a kept text. */
const hiddenSecret = '(hidden)';

/** `key: value` on its own line, with the value up to a comment; and inside a flow mapping, up to its next entry or end. */
const blockValue =
	/(?<=^[ \t-]{0,200})(["']?)([A-Za-z_][\w-]{0,63})\1(\s{0,8}:[ \t]{1,8})([^\s{[|>#](?:[^\r\n#]|(?<=\S)#)*)/gm;
const flowValue =
	/(?<=[{,][ \t]{0,20})(["']?)([A-Za-z_][\w-]{0,63})\1(\s{0,8}:[ \t]{0,8})("[^"\r\n]*"|'[^'\r\n]*'|(?:\$\{[^}${\r\n]*\}|[^\s,#}\]{["'])(?:\$\{[^}${\r\n]*\}|[^,}\]\r\n])*)/g;

/** Matches values that are not secrets: a variable, a switch, a number, nothing. */
const plainValue =
	/^(?:\$\{[^}]*\}|true|false|yes|no|on|off|null|none|~|[-+.\d][\d._eE+-]{0,5}|[|>][-+\d]*)$/i;

const variable = /\$\{[^}${\r\n]*\}/g;

interface KeptConfig {
	readonly text: string;
	/** True if secrets were hidden: the text cannot be sent. */
	readonly masked: boolean;
}

/** Returns the text without its inline secrets; `${VAR}` and everything else stay. */
export function maskConfig(text: string): KeptConfig {
	const hide = (whole: string, quote: string, key: string, colon: string, value: string) => {
		if (!isSecretName(key) || !isSecretValue(value)) return whole;
		const rest = value.slice(value.trimEnd().length);
		return `${quote}${key}${quote}${colon}${hiddenSecret}${rest}`;
	};
	let masked = blocksHidden(text).replace(blockValue, hide).replace(flowValue, hide);
	masked = betweenVariables(masked, (part) => scanSecrets(wordsHidden(part), { query: `?${hiddenSecret}` }));
	return { text: masked, masked: masked !== text };
}

/** A value that is only the mark, or an address with it; in a prompt the word may mean something else. */
const gap = /(?:[:-][ \t]{1,8}["']?|^[ \t]{1,200}|\?)\(hidden\)/m;

/** Returns whether a text has placeholders in place of secrets. */
export function hasHiddenSecrets(text: string): boolean {
	return gap.test(text);
}

/** Returns the secrets themselves, so that they are never restored. */
export function literalSecrets(text: string): readonly string[] {
	const found = new Set<string>();
	for (const pattern of [blockValue, flowValue]) {
		for (const [, , key = '', , value = ''] of text.matchAll(pattern)) {
			if (isSecretName(key) && isSecretValue(value)) found.add(unquoted(value));
		}
	}
	for (const [word] of text.matchAll(keyWord)) if (isKnownKey(word, word.length)) found.add(word);
	// A shorter one would mask ordinary words of the service.
	return [...found].filter((secret) => secret.length >= 6);
}

const keyWord = /[A-Za-z_][\w-]{15,}/g;

function wordsHidden(text: string): string {
	return text.replace(keyWord, (word) => (isKnownKey(word, word.length) ? hiddenSecret : word));
}

/** Hides the secret in the lines below `hf_token: |`. */
function blocksHidden(text: string): string {
	let depth: number | undefined;
	return text
		.split('\n')
		.map((line) => {
			const indent = line.length - line.trimStart().length;
			if (depth !== undefined && (line.trim() === '' || indent > depth)) {
				const isEmpty = line.trim() === '' || /^\s*\$\{[^}]*\}\s*$/.test(line);
				return isEmpty ? line : `${line.slice(0, indent)}${hiddenSecret}`;
			}
			const key = /^[\s-]*["']?([A-Za-z_][\w-]{0,63})["']?\s{0,8}:\s{0,8}(?:[|>][-+\d]{0,3})?\s*$/.exec(
				line,
			)?.[1];
			depth = key !== undefined && isSecretName(key) ? indent : undefined;
			return line;
		})
		.join('\n');
}

function betweenVariables(text: string, change: (part: string) => string): string {
	let result = '';
	let at = 0;
	for (const match of text.matchAll(variable)) {
		result += change(text.slice(at, match.index)) + match[0];
		at = match.index + match[0].length;
	}
	return result + change(text.slice(at));
}

function isSecretValue(value: string): boolean {
	const bare = unquoted(value);
	return bare !== '' && bare !== hiddenSecret && !plainValue.test(bare);
}

function unquoted(value: string): string {
	const bare = value.trim();
	return /^(["']).*\1$/.test(bare) ? bare.slice(1, -1).trim() : bare;
}
