import type { Page } from 'playwright-core';
import type { Tree } from '../../interface/support/parts.ts';

/** Returns the milliseconds from a click on a button of a view to the row that shows `text`. */
export async function clickToShown(
	page: Page,
	{ pane }: Tree,
	button: string,
	text: string,
): Promise<number> {
	// The mouse is in place already, so that only the click counts.
	await pane.locator('.pane-header').hover();
	await pane.getByRole('button', { name: button }).hover();
	// The editor draws a change of a view 200 ms later if another came just before, as in the previous round.
	await page.waitForTimeout(300);
	const start = performance.now();
	await page.mouse.down();
	await page.mouse.up();
	await rowShown(page, text);
	return performance.now() - start;
}

/**
 * Waits for a row that shows `text`, and until none shows `gone`. Checks with every frame: the intervals of locators
 * grow to half a second, and would dominate the figure.
 */
export async function rowShown(page: Page, text: string, gone?: string): Promise<void> {
	const isGone = gone === undefined ? '' : ` && !rows.includes(${JSON.stringify(gone)})`;
	await page.waitForFunction(
		`(() => {
			const rows = [...document.querySelectorAll('.monaco-list-row')].map((row) => row.textContent).join('\\n');
			return rows.includes(${JSON.stringify(text)})${isGone};
		})()`,
		undefined,
		{ polling: 'raf' },
	);
}
