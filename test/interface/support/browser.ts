import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../tools/browser.ts';

let browser: Promise<Browser> | undefined;

/** Returns the browser that all tests of this process share, each with separate contexts; started on first request. */
export function sharedBrowser(): Promise<Browser> {
	browser ??= launchBrowser();
	return browser;
}

/** Closes all contexts of the browser. */
export async function closeContexts(): Promise<void> {
	await Promise.all(((await browser)?.contexts() ?? []).map((context) => context.close()));
}

/** Closes the browser. */
export async function closeBrowser(): Promise<void> {
	await (await browser)?.close();
	browser = undefined;
}
