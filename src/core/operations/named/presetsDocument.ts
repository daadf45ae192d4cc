import { compact } from '../../base/compact.ts';
import type { Finding } from '../../base/findings.ts';
import { documentNames } from '../../workflow/named/fileName.ts';
import { type PresetsFile, readPresetsFile } from '../../workflow/named/presetsFile.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import type { NextTo } from './namesOf.ts';
import { presetsFindings } from './presetChecks.ts';
import { type PresetsWorkflow, workflowNextTo } from './presetsWorkflow.ts';

interface PresetsDocument {
	readonly text: string;
	readonly file: PresetsFile;
	readonly workflow?: PresetsWorkflow;
	readonly findings: readonly Finding[];
}

/** Reads and checks a file of presets, with its workflow if its folder is known. */
export async function readPresetsDocument(
	name: string,
	text: string,
	place: { readonly disk: NextTo; readonly folder: string } | undefined,
	nodeInfoOf: () => Promise<NodeInfo>,
): Promise<PresetsDocument> {
	const file = readPresetsFile(text);
	if (place === undefined) return { text, file, findings: file.findings };
	const { disk, folder } = place;
	const workflow = await workflowNextTo(disk, { folder, names: documentNames(name), file }, nodeInfoOf);
	const findings = [...file.findings, ...presetsFindings(text, file, workflow)];
	return { text, file, findings, ...compact({ workflow }) };
}
