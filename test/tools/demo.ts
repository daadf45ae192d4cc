import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { layOutPhotos } from './demoPhotos.ts';
import { type Editor, startEditor } from './editor.ts';
import { root } from './machine.mjs';

/** The document that the window shows first: a workflow, with the way to run it above it. */
const firstDocument = 'text-to-image-sdxl.json';

/** The settings of its window, in addition to the calm ones. */
export const demoSettings: Readonly<Record<string, unknown>> = {
	// Otherwise a window that opens a document drops all others, and the panels, when it is reloaded.
	'window.restoreWindows': 'preserve',
};

/** Returns the path of the first document in a demo workspace. */
export function firstDocumentOf(workspace: string): string {
	return join(workspace, firstDocument);
}

/** Copies the sample documents into a folder, keeping whatever the person changed in an earlier run. */
export async function layOutDemo(workspace: string): Promise<void> {
	await mkdir(workspace, { recursive: true });
	await cp(join(root, 'media', 'samples'), workspace, { recursive: true, force: false });
	const photos = join(workspace, 'lighthouse-photos');
	if (!existsSync(photos)) await layOutPhotos(photos);
}

interface Demo {
	/** Leads to the window; short enough to be read aloud. */
	readonly address: string;
	readonly editor: Editor;
	stop(): Promise<void>;
}

/** Opens VS Code for the browser with Easel on a demo workspace. */
export async function openDemoInBrowser(workspace: string, dataFolder: string, port = 0): Promise<Demo> {
	const token = randomBytes(12).toString('hex');
	const editor = await startEditor({ dataFolder, connectionToken: token, installed: true });
	await editor.writeSettings(demoSettings);
	// The address holds the token, so no other account of this computer finds the editor.
	const door = createServer((request, response) => {
		if (request.url !== `/${token}`) return response.writeHead(404).end();
		const location = editor.windowAddress(workspace, { file: firstDocumentOf(workspace) });
		return response.writeHead(302, { location }).end();
	});
	door.listen(port, '127.0.0.1');
	await once(door, 'listening');
	return {
		address: `http://127.0.0.1:${(door.address() as AddressInfo).port}/${token}`,
		editor,
		async stop() {
			door.close();
			await editor.stop();
		},
	};
}
