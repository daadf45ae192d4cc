import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { success, wrongInput } from '../../base/failure.ts';
import { type InputSet, placeText, textWith } from '../../workflow/inputSet.ts';
import { looseName } from '../../workflow/named/namedInput.ts';
import type { PresetsFile } from '../../workflow/named/presetsFile.ts';
import { documentPath as path } from '../documentInput.ts';
import { nonEmpty } from '../members.ts';
import { operation } from '../operation.ts';
import { withDisk } from '../withSession.ts';
import { type NamedWorkflow, readNamedWorkflow } from '../workflow.ts';
import { presetNamed } from './byName.ts';
import { fittedPreset, type NamedDifference, namedDifferences, setOfFitted } from './fittedPreset.ts';
import { misfitsOf } from './valueChecks.ts';

const difference = z.object({
	name: z.string(),
	nodeId: z.string(),
	input: z.string(),
	/** Numbers with their digits. */
	before: z.string(),
	after: z.string(),
});

/** An input that has moved since it got its name. */
const movedFact = z.object({ name: z.string(), from: z.string(), to: z.string() });

const presetList = operation({
	id: 'preset.list',
	title: l10n.t('List the presets of a workflow document, with their differences from it'),
	effect: 'read',
	input: z.object({ path }),
	output: z.object({
		presets: z.array(
			z.object({
				name: z.string(),
				/** The number of inputs with a different value. */
				differences: z.number(),
				/** The reasons why values fit no input, a sentence each. */
				problems: z.array(z.string()),
				values: z.array(z.object({ name: z.string(), value: z.string() })),
			}),
		),
		moved: z.array(movedFact),
	}),
	async run(services, input) {
		const read = await readNamedWorkflow(services, input);
		if (!read.ok) return read;
		const presets = read.value.names.presets.map((preset) => {
			const { set, problems } = fitOf(read.value, preset);
			return {
				name: preset.name,
				differences: namedDifferences(read.value.document, read.value.names, noSet, set).length,
				problems: [...problems],
				values: preset.values.map(({ name, words }) => ({ name, value: words })),
			};
		});
		return success({ presets, moved: movedIn(read.value, ...read.value.names.presets) });
	},
});

const presetCompare = operation({
	id: 'preset.compare',
	title: l10n.t('Compare presets of a workflow document, or one with the document'),
	effect: 'read',
	input: z.object({
		path,
		preset: nonEmpty(l10n.t('the name of a preset')),
		other: z.exactOptional(
			nonEmpty(l10n.t('the name of another preset; if omitted, the document is compared with the first one')),
		),
	}),
	output: z.object({
		differences: z.array(difference),
		/** The reasons why values fit no input, a sentence each. */
		problems: z.array(z.string()),
		moved: z.array(movedFact),
	}),
	async run(services, input) {
		const read = await readNamedWorkflow(services, input);
		if (!read.ok) return read;
		const { document, names } = read.value;
		const first = presetNamed(names, input.preset);
		if (!first.ok) return first;
		const second = input.other === undefined ? undefined : presetNamed(names, input.other);
		if (second?.ok === false) return second;
		const one = fitOf(read.value, first.value);
		const other = second && fitOf(read.value, second.value);
		const [before, after] = other === undefined ? [noSet, one.set] : [one.set, other.set];
		return success({
			differences: namedDifferences(document, names, before, after).map(factOf),
			problems: [...new Set([...one.problems, ...(other?.problems ?? [])])],
			moved: movedIn(read.value, first.value, ...(second === undefined ? [] : [second.value])),
		});
	},
});

const presetApply = operation({
	id: 'preset.apply',
	title: l10n.t('Write the values of a preset into its workflow document'),
	effect: 'write',
	input: z.object({ path, name: nonEmpty(l10n.t('the name of a preset')) }),
	output: z.object({ path: z.string(), changes: z.array(difference), moved: z.array(movedFact) }),
	async run(services, input) {
		const read = await readNamedWorkflow(services, input);
		if (!read.ok) return read;
		const { source, document, names } = read.value;
		if (document !== source.document)
			return wrongInput(
				l10n.t('"{0}" is in UI format, and a preset is written into the API format.', source.name),
				l10n.t('Convert it or export it from the node editor, then apply the preset to that file.'),
			);
		const preset = presetNamed(names, input.name);
		if (!preset.ok) return preset;
		const { set, problems } = fitOf(read.value, preset.value);
		if (problems.length > 0)
			return wrongInput(
				l10n.t('The preset "{0}" does not fit the document, so nothing was written.', preset.value.name),
				l10n.t('Correct the preset or the names of the inputs, then try again.'),
				problems,
			);
		const changes = namedDifferences(document, names, noSet, set).map(factOf);
		const moved = movedIn(read.value, preset.value);
		if (changes.length === 0) return success({ path: input.path, changes, moved });
		const written = await withDisk(services, (disk) =>
			disk.writeText(input.path, textWith(document, set), document.text),
		);
		return written.ok ? success({ path: written.value.path, changes, moved }) : written;
	},
});

export const presetOperations = [presetList, presetCompare, presetApply];

const noSet: InputSet = { values: [], source: 'given' };

type Preset = PresetsFile['presets'][number];

function fitOf(known: NamedWorkflow, preset: Preset) {
	const fitted = fittedPreset(known.document, known.names, preset.values);
	const problems = [...fitted.missing.map(({ message }) => message), ...misfitsOf(known, fitted.placed)];
	return { set: setOfFitted(fitted), problems };
}

function movedIn({ names }: NamedWorkflow, ...presets: readonly Preset[]): z.input<typeof movedFact>[] {
	const used = new Set(presets.flatMap(({ values }) => values.map(({ name }) => looseName(name))));
	return names.inputs.flatMap(({ name, places: [place], movedFrom }) =>
		movedFrom === undefined || !used.has(looseName(name))
			? []
			: [{ name, from: placeText(movedFrom), to: placeText(place) }],
	);
}

function factOf({ name, place, before, after }: NamedDifference): z.input<typeof difference> {
	return { name, ...place, before, after };
}
