// An extension beside Easel that calls tools for language models as an agent does. It listens on loopback, and a test says what to call.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as vscode from 'vscode';

/**
 * A part of a result as JSON.
 * @param {any} part
 */
function partOf(part) {
	if (part instanceof vscode.LanguageModelTextPart) return { text: part.value };
	return { mimeType: part.mimeType, data: Buffer.from(part.data).toString('base64') };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	if (request.url === '/tools') return vscode.lm.tools.map(({ name }) => name);
	const { name, input } = JSON.parse(Buffer.concat(chunks).toString());
	const cancellation = new vscode.CancellationTokenSource();
	// A caller that no longer waits for an answer has canceled the call.
	response.once('close', () => cancellation.cancel());
	const options = { input, toolInvocationToken: undefined };
	const { content } = await vscode.lm.invokeTool(name, options, cancellation.token);
	return content.map(partOf);
}

/** @param {vscode.ExtensionContext} context */
export function activate(context) {
	const server = createServer((request, response) => {
		answer(request, response).then(
			(value) => response.end(JSON.stringify(value)),
			(error) => {
				response.statusCode = 500;
				response.end(String(error));
			},
		);
	});
	server.listen(0, '127.0.0.1', () => {
		const file = process.env.EASEL_TEST_COMPANION;
		const address = server.address();
		if (file !== undefined && typeof address === 'object') writeFileSync(file, String(address?.port));
	});
	context.subscriptions.push({ dispose: () => server.close() });
}
