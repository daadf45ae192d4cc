import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Editor } from '../../tools/editor.ts';
import { closeBrowser, closeContexts } from './browser.ts';
import { pictureFolder } from './pictures.ts';
import { stopSandboxes } from './sandbox.ts';
import { closeWorkbenches, openWorkbenches } from './workbench.ts';

/** The number of errors in the log of the extension, by editor. */
const knownErrors = new WeakMap<Editor, number>();

/**
 * A failed test leaves a picture of every open window and the logs of the extension and its host. A test fails as well if
 * the extension logs an error during it, which means an act that could not be finished.
 */
export const mochaHooks = {
	async afterEach(this: Mocha.Context): Promise<void> {
		const errors = await newErrors();
		if (this.currentTest?.state !== 'failed') {
			assert.deepEqual(errors, [], 'the errors that Easel logged');
			return;
		}
		const title = this.currentTest.fullTitle().slice(0, 120);
		console.error(`      Failed: ${this.currentTest.err?.message}`);
		for (const workbench of openWorkbenches()) {
			const picture = await workbench.picture(`failed ${title}`).catch(() => undefined);
			if (picture !== undefined) console.error(`      The window then: ${picture}`);
			await mkdir(pictureFolder, { recursive: true });
			const log = join(pictureFolder, `${(picture ?? 'failed').split('/').at(-1)}.log`);
			await writeFile(log, await workbench.editor.readLogs());
			console.error(`      What was logged: ${log}`);
			await workbench
				.tidy()
				.catch((error: unknown) => console.error(`      The window stays as it is: ${error}`));
		}
	},
	async afterAll(): Promise<void> {
		await closeWorkbenches();
		await stopSandboxes();
		await closeContexts();
	},
};

/** The files of a process share its browser. */
export const end = closeBrowser;

/** Returns the errors that the extension has logged in open windows since the last call. */
async function newErrors(): Promise<readonly string[]> {
	const editors = new Set(openWorkbenches().map(({ editor }) => editor));
	const found = [...editors].map(async (editor) => {
		const own = (await editor.readLogs()).split(/^--- /m).filter((log) => /^\S*Easel\.log\n/.test(log));
		const errors = own.flatMap((log) => log.split('\n').filter((line) => line.includes(' [error] ')));
		const known = knownErrors.get(editor) ?? 0;
		knownErrors.set(editor, errors.length);
		return errors.slice(known);
	});
	return (await Promise.all(found)).flat();
}
