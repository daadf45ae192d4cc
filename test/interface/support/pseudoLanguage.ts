/**
 * A language in which every text is in brackets, with inserted values outside of them: `⟦Run of ⟧harbor⟦ on ⟧engine⟦⟧`.
 * Text outside of brackets is data, or a text that cannot be translated.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { extensionCopy } from '../../tools/extensionCopy.ts';
import { root } from '../../tools/machine.mjs';

/** The artificial language. */
export const pseudoLanguage = 'qps-ploc';

/** Returns a text of the pseudo language; each line and the words of each link are in separate brackets. */
function pseudo(text: string): string {
	const inside = (line: string) => `⟦${line.replaceAll(/\{\d+\}/g, '⟧$&⟦')}⟧`;
	return text
		.split('\n')
		.map((line) => {
			const button = /^\[(.*)\](\(.*\))$/.exec(line);
			if (button) return `[${inside(button[1] ?? '')}]${button[2]}`;
			return line.trim() === '' ? line : inside(line);
		})
		.join('\n');
}

const pseudoTexts = (texts: Readonly<Record<string, string>>): string =>
	JSON.stringify(Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)])));

/** Creates a copy of the built extension that supports the pseudo language too. The caller removes the folder. */
export async function pseudoExtension(): Promise<string> {
	const folder = await extensionCopy();
	const manifestTexts = JSON.parse(await readFile(join(root, 'package.nls.json'), 'utf8'));
	await writeFile(join(folder, `package.nls.${pseudoLanguage}.json`), pseudoTexts(manifestTexts));
	const texts = JSON.parse(await readFile(join(root, 'l10n', 'bundle.l10n.json'), 'utf8'));
	await writeFile(join(folder, 'l10n', `bundle.l10n.${pseudoLanguage}.json`), pseudoTexts(texts));
	return folder;
}

/** A visible text, and its part outside of brackets. */
interface Outside {
	readonly shown: string;
	readonly parts: readonly string[];
}

/** Attributes with texts for screen readers and tooltips. */
const attributes = [
	...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
	...['alt', 'description', 'label', 'placeholder', 'title'],
];

/**
 * Returns the visible or accessible texts of some elements that are not texts of the pseudo language.
 * @param data texts that are not Easel's: names, words of the service, numbers with their units
 */
export async function untranslatedIn(
	frame: Frame,
	within: string,
	data: readonly RegExp[],
): Promise<readonly string[]> {
	const found = await outsideIn(frame, within);
	return found.flatMap(({ shown, parts }) => {
		const left = parts.map((part) => data.reduce((text, pattern) => text.replaceAll(pattern, ''), part));
		const words = left.map((part) => part.trim()).filter((part) => /\p{L}{2}/u.test(part));
		return words.length === 0
			? []
			: [`${words.join(' | ')}, in "${shown.replaceAll(/\s+/g, ' ').slice(0, 200)}"`];
	});
}

function outsideIn(frame: Frame, within: string): Promise<readonly Outside[]> {
	return frame.evaluate(
		({ within: selector, attributes: said }) => {
			const found = new Map<string, Outside>();
			const take = (shown: string): void => {
				let depth = 0;
				const parts: string[] = [''];
				for (const character of shown) {
					if (character === '⟦') depth++;
					else if (character === '⟧') depth = Math.max(0, depth - 1);
					if ('⟦⟧\n'.includes(character)) parts.push('');
					else if (depth === 0) parts[parts.length - 1] += character;
				}
				found.set(shown, { shown, parts });
			};
			const ignored = ['STYLE', 'SCRIPT', 'TEXTAREA'];
			/** Returns the text of a node in its line, each element of the line on its own; blocks in it are lines of their own. */
			const lineOf = (node: Node): string => {
				if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
				if (!(node instanceof Element) || ignored.includes(node.tagName) || !node.checkVisibility())
					return '';
				for (const name of said) take(node.getAttribute(name) ?? '');
				const { label } = node as Element & { readonly label?: unknown };
				if (typeof label === 'string') take(label);
				const nodes =
					node instanceof HTMLSlotElement ? node.assignedNodes() : (node.shadowRoot ?? node).childNodes;
				const line = [...nodes].map(lineOf).join('');
				if (getComputedStyle(node).display.startsWith('inline')) return `\n${line}\n`;
				take(line);
				return '\n';
			};
			for (const element of document.querySelectorAll(selector)) take(lineOf(element));
			return [...found.values()];
		},
		{ within, attributes },
	);
}
