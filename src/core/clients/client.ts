import { fileEnding } from '../base/files/path.ts';
import type { Place } from '../connection/route.ts';
import { commentLine } from '../requests/codeText.ts';
import { clientHashes, headerLines, nodeFlags } from './header.ts';
import { identifiersOf } from './identifiers.ts';
import type { ClientLanguage, ClientModel, ClientTarget } from './model.ts';
import { clientService } from './parts.ts';
import { pythonClient } from './python/client.ts';
import { typescriptClient } from './typescript/client.ts';

/** The address of an engine on this computer. */
const usualEngine = 'http://127.0.0.1:8188';

interface ClientOptions {
	/** The name of the file of the workflow. */
	readonly source: string;
	readonly language: ClientLanguage;
	readonly target: ClientTarget;
	/** The node classes that the choices are from. */
	readonly nodes: Parameters<typeof nodeFlags>[0];
	/** The service that runs the workflow. */
	readonly connection: Place;
}

/** Returns the text of a client: one file without dependencies, which never contains a token. */
export async function clientText(model: ClientModel, options: ClientOptions): Promise<string> {
	const { source, language, target, nodes, connection } = options;
	const header = headerLines({
		source: commentLine(source),
		language,
		target,
		nodes: nodeFlags(nodes),
		...(await clientHashes(model)),
	});
	const service = target === 'service' ? clientService(connection) : undefined;
	const write = language === 'python' ? pythonClient : typescriptClient;
	return write({ model, header, address: service?.api ?? usualEngine, service });
}

/** Returns the name of the file of a client: `harbor_api.json` has `harbor.ts` and `harbor.py`. */
export function clientFileName(source: string, language: ClientLanguage): string {
	const stem = source.slice(0, source.length - fileEnding(source).length).replace(/[ ._-]?api$/i, '');
	const [snake = 'client'] = identifiersOf([stem], 'snake');
	return language === 'python' ? `${snake}.py` : `${snake.replaceAll('_', '-')}.ts`;
}
