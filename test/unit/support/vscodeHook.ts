// Lets unit tests load modules of the editor wing: `vscode` is the small double next to this file.
import { registerHooks } from 'node:module';

const double = new URL('./vscode.ts', import.meta.url).href;

registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'vscode'
			? { url: double, shortCircuit: true, format: 'module-typescript' }
			: next(specifier, context),
});

export const mochaHooks = {};
