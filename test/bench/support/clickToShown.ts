import type { Locator, Page } from 'playwright-core';

/** Returns the milliseconds from a click on a button or a menu entry to the row that shows `text`. */
export async function clickToShown(page: Page, target: Locator, text: string): Promise<number> {
	// The mouse is in place already, so that only the click counts.
	await target.hover();
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
