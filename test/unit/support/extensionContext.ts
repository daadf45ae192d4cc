import { join } from 'node:path';
import { manifest } from '../../meta/support/manifest.ts';
import { Memento } from './real.ts';
import { EventEmitter, Uri } from './vscode.ts';

/** Returns the context that the editor passes to an extension: the parts that activation and its commands use. */
export function extensionContext(folder: string, storage = join(folder, 'storage')) {
	const subscriptions: { dispose(): unknown }[] = [];
	const kept = new Map<string, string>();
	return {
		subscriptions,
		extensionUri: Uri.file(join(folder, 'extension')),
		globalStorageUri: Uri.file(storage),
		extension: { id: 'easel.easel', packageJSON: { contributes: manifest.contributes } },
		globalState: new Memento(),
		workspaceState: new Memento(),
		secrets: {
			get: async (key: string) => kept.get(key),
			store: async (key: string, value: string) => void kept.set(key, value),
			delete: async (key: string) => void kept.delete(key),
			keys: async () => [...kept.keys()],
			onDidChange: new EventEmitter<never>().event,
		},
	};
}
