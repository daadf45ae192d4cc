import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { root } from '../../tools/machine.mjs';

/** The folder of pictures, which is ignored; one level per theme. */
export const pictureFolder = join(root, 'test', 'pictures');

/** Takes a picture of the whole window; returns its path. */
export async function takePicture(page: Page, folder: string, name: string): Promise<string> {
	const place = join(pictureFolder, fileName(folder));
	await mkdir(place, { recursive: true });
	const path = join(place, `${fileName(name)}.png`);
	// Blinking cursors and running animations would make two pictures of one thing differ.
	await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
	return path;
}

function fileName(text: string): string {
	return text
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '');
}

/** One finding of axe: which rule, how grave, and the elements it concerns. */
export interface AxeFinding {
	readonly rule: string;
	readonly impact: string;
	readonly help: string;
	readonly elements: readonly string[];
}

/**
 * Parts drawn by the editor that an extension cannot change, by rule: its rows have name and description without a
 * space between, which no label can match, and the actions on rows and headers, which exist while the pointer or the
 * focus is there, are 22 pixels large.
 */
const drawnByTheEditor: Readonly<Record<string, string>> = {
	'label-content-name-mismatch': '.monaco-list-row',
	'target-size': '.monaco-list-row .monaco-action-bar, .pane-header .monaco-action-bar',
};

/** Checks one frame, or a part of it, with axe-core against WCAG 2.2 A and AA. */
export async function examine(frame: Frame, within?: string): Promise<readonly AxeFinding[]> {
	if (!(await frame.evaluate(() => 'axe' in globalThis)))
		await frame.evaluate(
			await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
		);
	const ofTheEditor = frame.parentFrame() === null ? drawnByTheEditor : {};
	return frame.evaluate(
		async ({ selector, ofTheEditor }) => {
			interface AxeViolation {
				id: string;
				impact: string | null;
				help: string;
				nodes: { html: string; target: unknown[]; element: { closest(selector: string): unknown } }[];
			}
			const { axe, document } = globalThis as unknown as {
				document: unknown;
				axe: { run(context: unknown, options: unknown): Promise<{ violations: AxeViolation[] }> };
			};
			const { violations } = await axe.run(selector ?? document, {
				runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
				resultTypes: ['violations'],
				elementRef: true,
			});
			return violations.flatMap((found) => {
				const without = ofTheEditor[found.id];
				const nodes = found.nodes.filter(
					({ element }) => without === undefined || element.closest(without) === null,
				);
				if (nodes.length === 0) return [];
				return {
					rule: found.id,
					impact: found.impact ?? 'minor',
					help: found.help,
					elements: nodes.map((node) => `${String(node.target)}: ${node.html.slice(0, 200)}`),
				};
			});
		},
		{ selector: within, ofTheEditor },
	);
}

/** Fails with the list of serious and critical findings. */
export async function assertAccessible(frame: Frame, within?: string): Promise<void> {
	const findings = (await examine(frame, within)).filter(
		({ impact }) => impact === 'serious' || impact === 'critical',
	);
	const lines = findings.map(
		({ rule, help, elements }) => `${rule}: ${help}\n    ${elements.join('\n    ')}`,
	);
	assert.equal(findings.length, 0, `axe found ${findings.length} serious problems:\n${lines.join('\n')}`);
}
