import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { failed, type Result, success, wrongInput } from '../../base/failure.ts';
import { clientFileName, clientText } from '../../clients/client.ts';
import { type ClientHeader, clientHashes, readHeader } from '../../clients/header.ts';
import {
	type ClientLanguage,
	type ClientModel,
	clientLanguages,
	clientModel,
	clientTargets,
} from '../../clients/model.ts';
import { whyNotRunnable } from '../../runs/plan/runnable.ts';
import { documentPath } from '../documentInput.ts';
import { optionalChoice, optionalFlag, optionalText, text } from '../members.ts';
import { operation } from '../operation.ts';
import type { OperationServices } from '../services.ts';
import { withDisk } from '../withSession.ts';
import { nodesInput, readNamedWorkflow } from '../workflow.ts';
import { likelyInputs } from './likelyInputs.ts';

export const workflowClient = operation({
	id: 'workflow.client',
	title: l10n.t('Make a client with types for a workflow document'),
	effect: 'write',
	input: z.object({
		path: documentPath,
		language: z.enum(clientLanguages).check(z.describe(l10n.t('the language of the client'))),
		target: optionalChoice(
			clientTargets,
			l10n.t('the target of the client: the service (the default) or an engine'),
		),
		out: optionalText(l10n.t('the folder for the file; if omitted, nothing is written')),
		overwrite: optionalFlag(l10n.t('overwrite a file that is not a client of this document')),
		...nodesInput,
	}),
	output: z.object({
		name: z.string(),
		text: z.string(),
		/** The path of the file; absent if nothing was written. */
		path: z.exactOptional(z.string()),
		inputs: z.array(z.string()),
	}),
	async run(services, { language, target = 'service', out, overwrite = false, ...input }) {
		const made = await modelOf(services, input, language);
		if (!made.ok) return made;
		const { model, source } = made.value;
		const options = {
			source,
			language,
			target,
			nodes: input,
			connection: services.session.current.connection,
		};
		const text = await clientText(model, options);
		const name = clientFileName(source, language);
		const facts = { name, text, inputs: model.inputs.map((each) => each.name) };
		if (out === undefined) return success(facts);
		const written = await writeClient(services, { folder: out, name, text, overwrite });
		return written.ok ? success({ ...facts, path: written.value.path }) : written;
	},
});

export const workflowClientCheck = operation({
	id: 'workflow.clientCheck',
	title: l10n.t('Check whether a client matches a workflow document'),
	effect: 'read',
	input: z.object({
		path: documentPath,
		client: text(l10n.t('the path of the client')),
		...nodesInput,
	}),
	output: z.object({
		isCurrent: z.boolean(),
		/** The part that differs: names and types of inputs, values of the workflow, or the ids of its nodes alone. */
		changed: z.exactOptional(z.enum(['interface', 'workflow', 'ids'])),
		message: z.string(),
	}),
	async run(services, { client: path, ...input }) {
		const file = await withDisk(services, (disk) => disk.readText(path));
		if (!file.ok) return file;
		const { name, text } = file.value;
		const header = readHeader(text);
		if (header === undefined) return wrongInput(l10n.t('"{0}" is not a client made by Easel.', name));
		const made = await modelOf(services, input, header.language);
		if (!made.ok) return made;
		const { interfaceHash, workflowHash, idsHash } = await clientHashes(made.value.model);
		if (interfaceHash !== header.interfaceHash) {
			const message = l10n.t(
				'The inputs or outputs of the workflow have changed since "{0}" was made.',
				name,
			);
			return success({ isCurrent: false, changed: 'interface' as const, message });
		}
		if (workflowHash !== header.workflowHash) {
			const message = l10n.t(
				'The workflow has changed since "{0}" was made; its inputs and outputs are the same.',
				name,
			);
			return success({ isCurrent: false, changed: 'workflow' as const, message });
		}
		const message = l10n.t('"{0}" matches the workflow.', name);
		if (idsHash === header.idsHash) return success({ isCurrent: true, message });
		const renumbered = l10n.t(
			'The IDs of its nodes have changed since the client was made, which matters only for overrides of a saved workflow.',
		);
		return success({ isCurrent: true, changed: 'ids' as const, message: `${message} ${renumbered}` });
	},
});

/**
 * Returns the model of a client for a document, with its named inputs; without any, with those that people usually
 * change.
 */
async function modelOf(
	services: OperationServices,
	input: Parameters<typeof readNamedWorkflow>[1],
	language: ClientLanguage,
): Promise<Result<{ readonly model: ClientModel; readonly source: string }>> {
	const read = await readNamedWorkflow(services, input);
	if (!read.ok) return read;
	const { source, document, nodeInfo, names } = read.value;
	const refusal = whyNotRunnable(document);
	if (refusal !== undefined) return failed(refusal);
	const named = names.inputs.length > 0 ? names.inputs : likelyInputs(document, nodeInfo);
	const model = clientModel(document, named, { nodeInfo, language });
	return success({ model, source: source.name });
}

interface ClientFile {
	readonly folder: string;
	readonly name: string;
	readonly text: string;
	readonly overwrite: boolean;
}

/** Writes a new file, or writes over the client of the same document and target. */
function writeClient(
	services: OperationServices,
	{ folder, name, text, overwrite }: ClientFile,
): Promise<Result<{ readonly path: string }>> {
	return withDisk(services, async (disk) => {
		const place = await disk.folderAt(folder);
		if (!place.ok) return place;
		const before = await disk.textIn(place.value, name);
		const [old, own] = [readHeader(before ?? ''), readHeader(text)];
		if (before !== undefined && !overwrite && !isSameClient(old, own))
			return wrongInput(
				l10n.t('"{0}" already exists, and is not a client of this document.', name),
				l10n.t('Choose another folder, or allow overwriting.'),
			);
		return disk.writeText(`${place.value}/${name}`, text, before);
	});
}

function isSameClient(one: ClientHeader | undefined, other: ClientHeader | undefined): boolean {
	return one?.source === other?.source && one?.target === other?.target;
}
