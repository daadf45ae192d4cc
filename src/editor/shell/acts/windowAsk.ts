import * as vscode from 'vscode';
import { formatBalance } from '../../../core/account/balance.ts';
import { quoted } from '../../../core/base/language.ts';
import {
	type Ask,
	type ChangeQuestion,
	type DeleteQuestion,
	namedByPerson,
	noAnswers,
} from '../../../core/operations/questions.ts';
import { costText } from '../../../core/records/estimate.ts';
import { describeStart, type SpendingQuestion } from '../../../core/records/spendingQuestion.ts';
import { confirm } from '../messages.ts';
import { labelText } from '../plainText.ts';

/**
 * Answers questions for which no room has a dialog. A question without a dialog is answered with no: the act passes the
 * answers of its own dialogs.
 */
export const windowAsk: Ask = {
	...noAnswers,
	...namedByPerson,
	confirmChange,
	confirmDelete,
	confirmSameDeployment: ({ id, name }) =>
		confirm(vscode.l10n.t('Create another deployment named "{0}"?', labelText(name)), {
			detail: vscode.l10n.t('A deployment with this name already exists, with the ID {0}.', id),
			action: vscode.l10n.t('Create Another'),
		}),
	confirmSpending,
};

async function confirmChange(question: ChangeQuestion): Promise<boolean> {
	const { act } = question;
	if (act === 'cancelJob')
		return confirm(vscode.l10n.t('Cancel the training job "{0}"?', labelText(question.name)), {
			detail: vscode.l10n.t(
				'The files that it has made so far stay available. It can be resumed from its last checkpoint.',
			),
			action: vscode.l10n.t('Cancel Job'),
		});
	if (act !== 'giveUp') return true;
	const name = labelText(question.name);
	return confirm(
		question.what === 'job'
			? vscode.l10n.t('Give up the training job "{0}"?', name)
			: vscode.l10n.t('Give up the run of "{0}"?', name),
		{
			detail: vscode.l10n.t(
				'Easel stops asking about it. If the service still has it, it continues there and is billed. Look Again restores it.',
			),
			action: vscode.l10n.t('Give Up'),
		},
	);
}

function confirmDelete({ what, name, consequences }: DeleteQuestion): Promise<boolean> {
	const shown = labelText(name);
	const questions: Readonly<Record<DeleteQuestion['what'], string>> = {
		dataset: vscode.l10n.t('Delete the dataset "{0}"?', shown),
		deployment: vscode.l10n.t('Delete "{0}" for good?', shown),
		engineRun: vscode.l10n.t('Interrupt a run that was not started here?'),
		run: vscode.l10n.t('Delete the run of "{0}"?', shown),
		job: vscode.l10n.t('Remove "{0}" from the list?', shown),
	};
	const actions: Partial<Record<DeleteQuestion['what'], string>> = {
		engineRun: vscode.l10n.t('Interrupt'),
		job: vscode.l10n.t('Remove'),
	};
	const action = actions[what] ?? vscode.l10n.t('Delete');
	return confirm(questions[what], { detail: consequences.join(' '), action });
}

function confirmSpending(question: SpendingQuestion): Promise<boolean> {
	const name = describeStart(question, (each) => quoted(labelText(each)));
	return confirm(vscode.l10n.t('Start {0}?', name), {
		detail: spendingSentences(question).join(' '),
		action: vscode.l10n.t('Start'),
	});
}

/** Returns the sentences about money in a question. */
export function spendingSentences({
	cost,
	estimate = { count: 0 },
	balance,
}: Pick<SpendingQuestion, 'cost' | 'estimate' | 'balance'>): readonly string[] {
	const expected = costText(estimate);
	return [
		cost ??
			(expected === undefined ? vscode.l10n.t('This costs money.') : vscode.l10n.t('Cost: {0}.', expected)),
		...(balance === undefined ? [] : [vscode.l10n.t('Your balance is {0}.', formatBalance(balance))]),
	];
}
