import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../tools/browser.ts';
import { startEditor } from '../tools/editor.ts';
import { measuringCopy } from './measuringCopy.ts';
import { type BenchRow, median } from './row.ts';

const rounds = 5;

interface Times {
	readonly load: number;
	readonly activate: number;
}

/** Writes down how long both steps took. */
const main = `import { writeFileSync } from 'node:fs';
	const start = performance.now();
	const extension = await import('./dist/extension.mjs');
	const loaded = performance.now();
	export function activate(context) {
		const called = performance.now();
		const exported = extension.activate(context);
		const times = { load: loaded - start, activate: performance.now() - called };
		writeFileSync(process.env.EASEL_TIMES, JSON.stringify(times));
		return exported;
	}
	export const deactivate = () => extension.deactivate?.();`;

/**
 * Measures loading the code and calling `activate`, each time in an editor and an extension host that have just
 * started.
 */
export async function bench(): Promise<readonly BenchRow[]> {
	const extension = await measuringCopy(main);
	const browser = await launchBrowser();
	const times: Times[] = [];
	try {
		for (let round = 0; round < rounds; round++) {
			const file = join(extension, `times-${round}.json`);
			const editor = await startEditor({ env: { EASEL_TIMES: file } });
			await editor.writeSettings({});
			const page = await browser.newPage();
			await page.goto(editor.windowAddress(extension, { extension }));
			await page.locator('.activitybar').getByRole('tab', { name: 'Easel' }).click();
			times.push(await whenWritten(file));
			await page.close();
			await editor.stop();
		}
	} finally {
		await browser.close();
		await rm(extension, { recursive: true, force: true });
	}
	return [
		{
			name: 'activate, cold',
			value: median(times.map(({ activate }) => activate)),
			unit: 'ms',
			budget: 15,
			peer: { name: 'loading its code, cold', value: median(times.map(({ load }) => load)) },
		},
	];
}

async function whenWritten(file: string): Promise<Times> {
	for (let attempt = 0; attempt < 150; attempt++) {
		const text = await readFile(file, 'utf8').catch(() => '');
		if (text.endsWith('}')) return JSON.parse(text);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error('The extension was not activated within 15 seconds.');
}
