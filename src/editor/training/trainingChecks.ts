import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import { type CheckOptions, checkTraining, type DatasetKnowledge } from '../../core/training/check.ts';
import type { TrainingDocument } from '../../core/training/yaml/document.ts';
import { type Checked, DocumentChecks } from '../documents/documentChecks.ts';
import { mayBeTraining } from '../documents/scope.ts';
import type { TrainingTexts } from '../documents/trainingDocuments.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import type { TrainingDeps } from './deps.ts';
import { repeatsForeign } from './yamlExtension.ts';

interface CheckedTraining extends Checked {
	readonly document: TrainingDocument;
}

/** The facts in addition to the text of a configuration; they are read at every keystroke. */
interface BesideTheText {
	knowledge(uri: vscode.Uri): DatasetKnowledge;
	/** Returns the parameters that are sent with the text, if known: for the configuration of an edited job. */
	submission(uri: vscode.Uri): Pick<CheckOptions, 'submission'>;
	/** Returns whether a model-hub token is stored for the connection in use; undefined while that is unknown. */
	hubToken(): boolean | undefined;
	/** Returns whether an environment variable is set; absent without an environment. */
	readonly hasVariable?: (name: string) => boolean;
	readonly onDidChange: readonly vscode.Event<void>[];
}

export class TrainingChecks extends DocumentChecks<CheckedTraining> {
	readonly isTraining: (document: vscode.TextDocument) => boolean;
	/** Returns the facts in addition to the text for the rules. */
	readonly options: (document: vscode.TextDocument) => CheckOptions;

	/** `texts` is the reader of `deps.documents.training`, loaded. */
	constructor(
		extensionUri: vscode.Uri,
		deps: Pick<TrainingDeps, 'documents' | 'log'>,
		texts: TrainingTexts,
		beside: BesideTheText,
	) {
		const { documents, log } = deps;
		const options = (document: vscode.TextDocument): CheckOptions => ({
			...(beside.hubToken() === undefined ? {} : { hasHubToken: beside.hubToken() === true }),
			target: readSetting('easel.training.target', document.uri),
			...compact({ hasVariable: beside.hasVariable }),
			datasets: beside.knowledge(document.uri),
			...beside.submission(document.uri),
		});
		super({
			name: 'easel-training',
			log,
			pages: vscode.Uri.joinPath(extensionUri, 'docs', 'rules'),
			documents,
			mayBe: mayBeTraining,
			repeats: repeatsForeign,
			onDidChangeRules: [
				(listener) => onSettingChange(['easel.training.target'], () => listener(undefined)),
				...beside.onDidChange,
			],
			check(document) {
				const parsed = documents.training.is(document) ? texts.get(document) : undefined;
				if (parsed === undefined) return undefined;
				return {
					version: document.version,
					document: parsed,
					findings: checkTraining(parsed, options(document)),
				};
			},
		});
		this.options = options;
		this.isTraining = (document) => documents.training.is(document);
	}
}
