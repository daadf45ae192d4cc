import type { ListToolsResult } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { spoken } from '../../core/base/language.ts';
import { textsElement, textsIn } from '../../core/base/panel/pageTexts.ts';

/** The address of the app that a host with the extension for apps shows next to an answer. */
export const appUri = 'ui://easel/results';

/** The kind of page that it is, as the extension names it. */
export const appMimeType = 'text/html;profile=mcp-app';

/** Returns the page with the texts of this process's language. @param page the built page, in English */
export function inOwnLanguage(page: string): string {
	const { language, texts } = spoken();
	const element = textsElement(textsIn(page, texts));
	return page.replace('lang="en"', `lang="${language}"`).replace('<body>', () => `<body>${element}`);
}

/** The page for a list of resources. It needs no network. */
export const appResource = {
	title: 'Easel',
	description: 'Shows the results of requests: one large, two with a divider, several as a contact sheet.',
	mimeType: appMimeType,
	_meta: {
		ui: {
			csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
			prefersBorder: true,
		},
	},
};

/** The tools with answers that the app shows. */
const shown: ReadonlySet<string> = new Set(['show_result', 'get_request_result', 'list_requests']);

/** Returns the metadata of a tool for the list of tools; undefined for one without an app. */
export function appMetaOf(tool: string): ListToolsResult['tools'][number]['_meta'] {
	return shown.has(tool) ? { ui: { resourceUri: appUri, visibility: ['model', 'app'] } } : undefined;
}

/** For a tool that only the app calls. */
export const appOnly = { ui: { resourceUri: appUri, visibility: ['app'] } };

const declared = z.object({
	extensions: z.object({ 'io.modelcontextprotocol/ui': z.object({ mimeTypes: z.array(z.string()) }) }),
});

/** Returns whether the client shows such pages. */
export function showsApps(capabilities: unknown): boolean {
	const read = declared.safeParse(capabilities);
	return read.success && read.data.extensions['io.modelcontextprotocol/ui'].mimeTypes.includes(appMimeType);
}
