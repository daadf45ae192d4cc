import * as l10n from '@vscode/l10n';
import { closestMatch } from '../../base/closestMatch.ts';
import { compact } from '../../base/compact.ts';
import type { Finding, Fix, TextRange } from '../../base/findings.ts';
import { getOrMake } from '../../base/lazy.ts';
import { type InputPlace, placeText } from '../../workflow/inputSet.ts';
import { anchorOf, findAnchors, type InputAnchor } from '../../workflow/named/anchor.ts';
import { documentNames } from '../../workflow/named/fileName.ts';
import { looseName, unnamedPlaces } from '../../workflow/named/namedInput.ts';
import type { LostName } from '../../workflow/named/namedInputs.ts';
import { type PresetsFile, presetsFinding, readPresetsFile } from '../../workflow/named/presetsFile.ts';
import { presetsEdit, wordsText } from '../../workflow/named/presetsText.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { setByName } from './byName.ts';
import { fittedPreset } from './fittedPreset.ts';
import type { NextTo } from './namesOf.ts';
import { type PresetsWorkflow, workflowNextTo } from './presetsWorkflow.ts';
import { valueFindings } from './valueChecks.ts';

/** The inputs that are offered for a name. */
const mostCandidates = 5;

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

/** Returns the problems of a file of presets with its workflow; `workflow` is undefined if the file has none. */
function presetsFindings(
	text: string,
	file: PresetsFile,
	workflow: PresetsWorkflow | undefined,
): readonly Finding[] {
	if (workflow !== undefined) return new PresetChecks(text, file, workflow).run();
	if (file.inputs.length === 0 && file.presets.length === 0) return [];
	const message = l10n.t('No workflow document for this file was found next to it.');
	const remedy = l10n.t('Name it after its document: "harbor.json" has "harbor.presets.yaml".');
	return [presetsFinding('presets_no_workflow', 'warning', { start: 0, end: 1 }, message, { remedy })];
}

class PresetChecks {
	readonly #text: string;
	readonly #file: PresetsFile;
	readonly #workflow: PresetsWorkflow;
	/** By name: each fix has to compute the rewritten file. */
	readonly #choices = new Map<string, readonly Fix[]>();

	constructor(text: string, file: PresetsFile, workflow: PresetsWorkflow) {
		this.#text = text;
		this.#file = file;
		this.#workflow = workflow;
	}

	run(): readonly Finding[] {
		const { document, names } = this.#workflow;
		const findings: Finding[] = [];
		for (const { name, range } of this.#file.inputs)
			if (this.#lost(name) !== undefined) {
				const set = setByName(document, names, [{ name, words: '' }]);
				if (!set.ok) findings.push(this.#unknown('warning', { name, range }, set.failure.message));
			}
		for (const { values } of this.#file.presets) {
			const { placed, missing } = fittedPreset(document, names, values);
			for (const { value, message } of missing)
				findings.push(this.#unknown('error', { name: value.name, range: value.nameRange }, message));
			findings.push(...valueFindings(this.#text, this.#workflow, placed));
		}
		return findings;
	}

	#lost(name: string): LostName | undefined {
		return this.#workflow.names.lost.find((each) => looseName(each.name) === looseName(name));
	}

	#unknown(
		severity: Finding['severity'],
		{ name, range }: { readonly name: string; readonly range: TextRange },
		message: string,
	): Finding {
		const lost = this.#lost(name);
		const choices = this.#choicesFor(lost?.name ?? name, lost?.candidates ?? []);
		if (lost !== undefined) {
			const remedy =
				choices.length > 0
					? l10n.t('Choose the input.')
					: lost.candidates.length > 0
						? l10n.t('Give its node a unique title, then choose it.')
						: l10n.t('Remove the name, or give it to another input.');
			return presetsFinding('presets_lost_input', severity, range, message, { remedy, fixes: choices });
		}
		const near = closestMatch(
			name,
			this.#workflow.names.inputs.map((input) => input.name),
		);
		const rename: readonly Fix[] =
			near === undefined
				? []
				: [
						{
							title: l10n.t('Change to "{0}"', near.match),
							edits: [{ range, newText: wordsText(near.match) }],
							preferred: near.clear,
						},
					];
		return presetsFinding('presets_unknown_input', severity, range, message, {
			fixes: [...rename, ...choices],
		});
	}

	/** Returns one fix for each possible input that gives it the name. */
	#choicesFor(name: string, candidates: readonly InputPlace[]): readonly Fix[] {
		return getOrMake(this.#choices, name, () => this.#chosen(name, candidates));
	}

	#chosen(name: string, candidates: readonly InputPlace[]): readonly Fix[] {
		const { document, nodeInfo } = this.#workflow;
		const places = candidates.length > 0 ? candidates : this.#alike(name);
		return places.slice(0, mostCandidates).flatMap((place) => {
			const anchor = anchorOf(document, place, nodeInfo);
			if (anchor === undefined || !this.#isFound(name, anchor, place)) return [];
			const edit = presetsEdit(this.#text, { inputs: [{ name, anchor }] });
			if (edit === undefined) return [];
			const node = document.nodeById.get(place.nodeId);
			const title = node?.title ?? node?.classType ?? '';
			return [{ title: l10n.t('Choose {0} ({1}) for "{2}"', placeText(place), title, name), edits: [edit] }];
		});
	}

	/** Returns whether the name would be certain: its anchor matches no input of another node. */
	#isFound(name: string, anchor: InputAnchor, { nodeId }: InputPlace): boolean {
		const others = this.#file.inputs.filter((each) => each.name !== name);
		const anchors = [anchor, ...others.map((each) => each.anchor)];
		const [found] = findAnchors(this.#workflow.document, anchors);
		return found?.kind === 'found' && found.place.nodeId === nodeId;
	}

	/** Returns the unnamed inputs with the original input name of a lost name, or with the name itself. */
	#alike(name: string): readonly InputPlace[] {
		const { document, names } = this.#workflow;
		const anchor = this.#file.inputs.find((each) => each.name === name)?.anchor;
		const wanted = looseName(anchor?.input ?? name);
		return unnamedPlaces(document, names.inputs).filter(({ input }) => looseName(input) === wanted);
	}
}
