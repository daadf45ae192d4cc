import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeBrowser, closeContexts } from './browser.ts';
import { pictureFolder } from './pictures.ts';
import { stopSandboxes } from './sandbox.ts';
import { closeWorkbenches, openWorkbenches } from './workbench.ts';

/** A failed test leaves a picture of every open window and the logs of the extension and its host. */
export const mochaHooks = {
	async afterEach(this: Mocha.Context): Promise<void> {
		if (this.currentTest?.state !== 'failed') return;
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
