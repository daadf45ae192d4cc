import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Result, success, wrongInput } from '../base/failure.ts';
import { fileNameOfPath } from '../base/files/path.ts';
import { shownText, withText } from '../captions/content.ts';
import { mediumKind } from '../captions/pairs.ts';
import { selectedKind, splitName } from '../datasets/report/fileKinds.ts';
import { nonEmpty, text } from './members.ts';
import { operation } from './operation.ts';
import { withDisk } from './withSession.ts';

const path = nonEmpty(l10n.t('the path of a caption file'));

/** Refuses the path of a medium: its caption is the file next to it. */
function mediumFailure(path: string): Result<never> | undefined {
	const name = fileNameOfPath(path);
	if (mediumKind(name) === undefined && selectedKind(name) !== 'unsupportedMedia') return undefined;
	const caption = `${splitName(name).stem}.txt`;
	return wrongInput(l10n.t('"{0}" is not a caption.', name), l10n.t('Specify "{0}", its caption.', caption));
}

const read = operation({
	id: 'caption.read',
	title: l10n.t('Read a caption'),
	effect: 'read',
	input: z.object({ path }),
	output: z.object({ exists: z.boolean(), text: z.string() }),
	run: (services, input) =>
		withDisk(services, async (disk) => {
			const refused = mediumFailure(input.path);
			if (refused !== undefined) return refused;
			const { content } = await disk.readCaption(input.path);
			if (content.kind === 'unreadable') return wrongInput(content.reason);
			return success({ exists: content.kind !== 'missing', text: shownText(content) });
		}),
});

const write = operation({
	id: 'caption.write',
	title: l10n.t('Write a caption'),
	effect: 'write',
	input: z.object({ path, text: text(l10n.t('the new caption')) }),
	output: z.object({ text: z.string() }),
	run: (services, input) =>
		withDisk(services, async (disk) => {
			const refused = mediumFailure(input.path);
			if (refused !== undefined) return refused;
			const before = await disk.readCaption(input.path);
			if (before.content.kind === 'unreadable') return wrongInput(before.content.reason);
			// Only a person decides to convert it.
			if (before.content.kind === 'foreign')
				return wrongInput(l10n.t('The caption is not UTF-8 text, so it was left unchanged.'));
			const content = withText(before.content, input.text);
			const written = await disk.writeCaption(input.path, before, content);
			if (written.kind === 'failed') return wrongInput(written.reason);
			if (written.kind === 'changed')
				return wrongInput(l10n.t('The caption was changed in the meantime, so it was left unchanged.'));
			return success({ text: shownText(content) });
		}),
});

export const captionOperations = [read, write];
