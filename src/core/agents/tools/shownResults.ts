import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success } from '../../base/failure.ts';
import { optionalText } from '../../operations/members.ts';
import { runResult } from '../../operations/runs/runs.ts';
import { picture, smallBytes } from '../node/picture.ts';
import { type ShownItem, type ShownRequest, shownResults, shownResultsName } from '../shownResults.ts';
import { failureText } from '../texts.ts';
import { type Content, reads, tool } from '../tool.ts';
import { longestText, ownId, pictureName, requestId } from './requestFacts.ts';

/** Characters of all pictures of one answer. */
const mostCharacters = 4_000_000;
/** Files and texts of one answer. */
const mostItems = 100;
/** Requests of one answer: a page of the list. */
const mostRequests = 20;

const charactersOf = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** Returns the content for the app. It is of no use to a model, so it is not one of the tools that models have. */
export const shownResultsTool = tool({
	name: shownResultsName,
	title: 'Show results',
	description: 'Returns pictures and texts of requests to the app of Easel.',
	annotations: reads,
	input: z.strictObject({
		request_ids: z.array(requestId).check(z.maxLength(mostRequests)),
		file: optionalText('only the file of this name'),
	}),
	output: shownResults,
	async run(call, { request_ids: given, file }) {
		const requests: ShownRequest[] = [];
		const found = [];
		for (const request_id of given)
			found.push({ request_id, made: await call.run(runResult, { id: await ownId(call, request_id) }) });
		const pictures = new Pictures(
			found
				.flatMap(({ made }) => (made.ok ? made.value.files : []))
				.filter(({ name }) => (file === undefined || name === file) && pictureName.test(name)).length,
		);
		let left = mostItems;
		for (const { request_id, made } of found) {
			if (!made.ok) {
				requests.push({ request_id, problem: failureText(made.failure), items: [] });
				continue;
			}
			const { run, files, texts } = made.value;
			const items: ShownItem[] = [];
			for (const each of files.filter(({ name }) => file === undefined || name === file).slice(0, left))
				items.push(await pictures.show(each));
			if (file === undefined)
				for (const { name, text } of texts.slice(0, Math.max(0, left - items.length)))
					items.push({ name, text: text.slice(0, longestText) });
			left -= items.length;
			const { document, seed, error } = run;
			requests.push({ request_id, document, items, ...compact({ seed, problem: error }) });
		}
		return success({ value: { requests }, text: '', more: pictures.shown });
	},
});

type ResultFile = z.output<typeof runResult.output>['files'][number];

/** The pictures of one answer, which share its size limit. */
class Pictures {
	readonly shown: Content[] = [];
	#characters = mostCharacters;
	#expected: number;

	/** @param expected the number of pictures. Each of them has at least a small copy while space is left. */
	constructor(expected: number) {
		this.#expected = expected;
	}

	async show({ name, path, problem }: ResultFile): Promise<ShownItem> {
		if (!pictureName.test(name))
			return {
				name,
				note: problem ?? l10n.t('{0} is not a picture. It is on this computer; ask for its path.', name),
			};
		this.#expected--;
		const small = charactersOf(smallBytes);
		if (path === undefined) return { name, note: problem ?? l10n.t('{0} is not on this computer.', name) };
		if (this.#characters < small) return { name, note: notShown(name) };
		const most = Math.max(smallBytes, ((this.#characters - this.#expected * small) / 4) * 3 - 2);
		try {
			const { shown, content } = await picture(path, name, most);
			if (content.type !== 'image') return { name, note: notShown(name) };
			this.#characters -= content.data.length;
			this.shown.push(content);
			const item = { name, picture: this.shown.length - 1 };
			return shown === 'thumbnail' ? { ...item, note: l10n.t('Thumbnail of {0}', name) } : item;
		} catch {
			return { name, note: l10n.t('{0} is not on this computer.', name) };
		}
	}
}

function notShown(name: string): string {
	return l10n.t('{0} is too large to be shown here. It is on this computer; ask for its path.', name);
}
