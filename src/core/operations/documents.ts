import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { success } from '../base/failure.ts';
import { fileEnding, fileNameOfPath } from '../base/files/path.ts';
import { type Finding, plainFixes } from '../base/findings.ts';
import { findingSentence, textPositions } from '../base/textPositions.ts';
import { isDeploymentFileName } from '../deployments/file/fileName.ts';
import type { CheckOptions } from '../training/check.ts';
import { recognizeTraining } from '../training/recognize.ts';
import { loadCoreCatalog } from '../workflow/catalog.ts';
import { checkAsApi } from '../workflow/convert/checkAsApi.ts';
import { parseWorkflow, type WorkflowDocument } from '../workflow/document.ts';
import { workflowInside } from '../workflow/inside.ts';
import { isPresetsFileName } from '../workflow/named/fileName.ts';
import type { NodeInfo } from '../workflow/nodeInfo.ts';
import { isSweepFileName } from '../workflow/sweep/fileName.ts';
import { placeFact } from './documentInput.ts';
import { optionalChoice, optionalText, text } from './members.ts';
import { operation } from './operation.ts';
import type { SweepFolder } from './sweeps/sweepDocument.ts';

/** A text as one of the kinds of document. */
type CheckedText =
	| { readonly kind: 'training' | 'deployment' | 'presets' | 'sweep' }
	| { readonly kind: 'workflow'; readonly document: WorkflowDocument };

/**
 * Returns the kind of document of a text; undefined for other texts. Unreadable JSON counts as a workflow only if it
 * looks like one: the configuration of another tool may contain comments. `name` is that of its file.
 */
function documentKind(text: string, name: string): CheckedText | undefined {
	if (isDeploymentFileName(name)) return { kind: 'deployment' };
	if (isPresetsFileName(name)) return { kind: 'presets' };
	if (isSweepFileName(name)) return { kind: 'sweep' };
	const extension = fileEnding(name);
	if (recognizeTraining(text)) return { kind: 'training' };
	if (/^\.ya?ml$/.test(extension)) return undefined;
	const document = parseWorkflow(text, { comments: extension === '.jsonc' });
	const { kind } = document;
	if (kind === 'other' && workflowInside(document) === undefined) return undefined;
	if (kind === 'broken' && !looksLikeWorkflow(text)) return undefined;
	return { kind: 'workflow', document };
}

function looksLikeWorkflow(text: string): boolean {
	if (/"class_type"\s*:/.test(text)) return true;
	return /"nodes"\s*:\s*\[/.test(text) && /"(?:links|last_node_id|last_link_id)"\s*:/.test(text);
}

export interface DocumentCheckSetup {
	readonly training: CheckOptions;
	readonly nodeInfo: () => Promise<NodeInfo>;
	/** The folder of the file, for checks that read the files next to it. */
	readonly place?: SweepFolder;
}

/** Checks the text of any kind of document; undefined for other texts. `name` is that of its file. */
export async function checkDocument(
	name: string,
	text: string,
	{ training, nodeInfo, place }: DocumentCheckSetup,
): Promise<{ readonly kind: CheckedText['kind']; readonly findings: readonly Finding[] } | undefined> {
	const found = documentKind(text, name);
	if (found === undefined) return undefined;
	const { kind } = found;
	if (kind === 'workflow') return { kind, findings: checkAsApi(found.document, await nodeInfo()) };
	if (kind === 'deployment') {
		const { readDeploymentFile } = await import('./features.ts');
		return { kind, findings: readDeploymentFile(text).findings };
	}
	if (kind === 'presets' || kind === 'sweep') {
		const { readPresetsDocument, readSweepDocument } = await import('./features.ts');
		const read = kind === 'presets' ? readPresetsDocument : readSweepDocument;
		return { kind, findings: (await read(fileNameOfPath(name), text, place, nodeInfo)).findings };
	}
	const { checkTraining, parseTraining } = await import('../training/features.ts');
	const isJson = /^\.jsonc?$/.test(fileEnding(name));
	return { kind, findings: checkTraining(parseTraining(text), { ...training, isJson }) };
}

export const documentCheck = operation({
	id: 'document.check',
	title: l10n.t('Check a workflow document, a training configuration, a deployment file or a preset file'),
	effect: 'read',
	input: z.object({
		name: text(l10n.t('the name of the file; its extension determines how it is read')),
		text: text(l10n.t('the text of the file')),
		folder: optionalText(l10n.t('the folder of the file; for a preset file, the folder of its workflow')),
		engineVersion: optionalText(l10n.t('the version of the engine to check against, such as 0.27.1')),
		target: optionalChoice(['service', 'local'], l10n.t('where the training runs; service if omitted')),
	}),
	output: z.object({
		/** Absent for a text of another kind. */
		kind: z.exactOptional(z.enum(['workflow', 'training', 'deployment', 'presets', 'sweep'])),
		findings: z.array(
			z.object({
				severity: z.enum(['error', 'warning', 'info', 'hint']),
				code: z.string(),
				message: z.string(),
				...placeFact,
				nodeId: z.exactOptional(z.string()),
				input: z.exactOptional(z.string()),
				path: z.exactOptional(z.string()),
				/** Alternative fixes of the text; the edits of one never overlap. */
				fixes: z.array(
					z.object({
						title: z.string(),
						edits: z.array(
							z.object({ ...placeFact, endLine: z.number(), endCharacter: z.number(), newText: z.string() }),
						),
					}),
				),
			}),
		),
	}),
	async run({ disk }, { name, text, folder, engineVersion, target = 'service' }) {
		const checked = await checkDocument(name, text, {
			training: { target },
			nodeInfo: () => loadCoreCatalog(engineVersion),
			...compact({ place: disk && folder !== undefined ? { disk, folder } : undefined }),
		});
		if (checked === undefined) return success({ findings: [] });
		const at = textPositions(text);
		const findings = checked.findings.map((finding) => {
			const { severity, code, range, nodeId, input, path } = finding;
			const message = findingSentence(finding);
			const place = { ...at(range.start), ...compact({ nodeId, input, path }) };
			return { severity, code, message, ...place, fixes: fixesOf(finding, at) };
		});
		return success({ kind: checked.kind, findings });
	},
});

function fixesOf(finding: Finding, at: ReturnType<typeof textPositions>) {
	return plainFixes(finding).map(({ title, edits }) => ({
		title,
		edits: edits.map(({ range, newText }) => {
			const end = at(range.end);
			return { ...at(range.start), endLine: end.line, endCharacter: end.character, newText };
		}),
	}));
}

export const documentOperations = [documentCheck];
