import * as l10n from '@vscode/l10n';
import { closestMatch } from '../../base/closestMatch.ts';
import { type Failure, inputFailure, unsentFailure } from '../../base/failure.ts';
import type { RunTargetId } from '../run.ts';
import type { RunDestination } from './runSource.ts';

const mostNames = 5;

/** Returns the failure for a named target that does not exist; lists similar targets, or some if none is similar. */
export function goneFailure(
	named: RunTargetId | undefined,
	targets: readonly Pick<RunDestination, 'id' | 'name'>[],
): Failure {
	const near = named === undefined ? [] : nearTargets(named.id, targets);
	const listed = near.length > 0 ? near : targets;
	return unsentFailure(
		'notFound',
		l10n.t('There is no such deployment in your account, so nothing was sent.'),

		listed.length === 0
			? l10n.t('Specify another deployment.')
			: l10n.t('Specify another deployment, such as one of these:'),
		listed.slice(0, mostNames).map(({ id, name }) => `${name}  ${id}`),
	);
}

function nearTargets<T extends Pick<RunDestination, 'name'>>(
	word: string,
	targets: readonly T[],
): readonly T[] {
	const plain = (text: string) => text.replaceAll(/[\s_-]/g, '').toLowerCase();
	const wanted = plain(word);
	const close = closestMatch(
		word,
		targets.map(({ name }) => name),
	);
	return targets.filter(({ name }) => name === word || name === close?.match || plain(name).includes(wanted));
}

/** Returns the failure when the saved workflow of a target cannot be read. */
export function noSavedWorkflowFailure({ name }: Pick<RunDestination, 'name'>): Failure {
	return inputFailure(
		l10n.t('The saved workflow of "{0}" could not be read, so nothing was sent.', name),
		l10n.t('Try again, or specify the workflow document.'),
	);
}

/** Returns the failure of a workflow that cannot run on this target. */
export function takesInputsFailure({ name }: RunDestination): Failure {
	return inputFailure(
		l10n.t('"{0}" takes inputs such as a prompt, not a workflow, so nothing was sent.', name),
		l10n.t('Run it with inputs, or run the document on another deployment.'),
	);
}
