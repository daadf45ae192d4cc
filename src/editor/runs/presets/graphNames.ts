import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { workflowName, workflowUnname } from '../../../core/operations/named/inputs.ts';
import { namesOf } from '../../../core/operations/named/namesOf.ts';
import type { GraphNames, InputNaming, ReadWorkflow } from '../../../core/workflow/graph/model.ts';
import { presetsFileName, stemOf } from '../../../core/workflow/named/fileName.ts';
import { textNextTo } from '../../documents/textNextTo.ts';
import { watchFiles } from '../../documents/watchFiles.ts';
import type { Acts } from '../../shell/acts/acts.ts';

/** Returns the names of inputs that graphs show and change. */
export function graphInputNames(acts: Acts) {
	return {
		async of({ uri }: vscode.TextDocument, { parsed, drawn, nodeInfo }: ReadWorkflow): Promise<GraphNames> {
			const place = {
				document: parsed,
				name: basename(uri.path),
				folders: { document: dirname(uri.fsPath) },
			};
			const { inputs } = await namesOf({ disk: { textIn: textNextTo } }, place, drawn, { nodeInfo });
			const names = new Map<string, Map<string, { readonly named: string; readonly isOfApp?: true }>>();
			for (const { name: named, places, source } of inputs)
				for (const { nodeId, input } of places) {
					const of = names.get(nodeId) ?? new Map();
					of.set(input, { named, ...(source === 'app' ? { isOfApp: true } : {}) });
					names.set(nodeId, of);
				}
			return names;
		},
		async change({ fsPath: path }: vscode.Uri, { nodeId, input, name, isOn }: InputNaming) {
			if (!isOn) {
				const names = [name ?? input];
				const done = await acts.done(workflowUnname, { path, names });
				return done && { nodeId, input, isOn: true, name: done.names[0] ?? input };
			}
			const place = `${nodeId}.${input}`;
			const inputs = [name === undefined ? place : `${name}=${place}`];
			const done = await acts.done(workflowName, { path, inputs });
			return done && { nodeId, input, isOn: false, name: done.inputs[0]?.name ?? input };
		},
		watch({ path, fsPath }: vscode.Uri, changed: () => void) {
			const own = stemOf(basename(path)).replaceAll(/[*?[\]{}]/g, '?');
			const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(fsPath)), presetsFileName(own));
			return watchFiles(pattern, changed);
		},
	};
}
