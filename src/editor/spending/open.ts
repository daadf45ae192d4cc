import * as vscode from 'vscode';
import { counted, numberText } from '../../core/base/language.ts';
import { exactUsd, microdollarsOf, roughUsd } from '../../core/base/money.ts';
import type { CeilingAnswer, CeilingQuestion } from '../../core/spending/ceiling.ts';
import { uncountedTexts } from '../../core/spending/uncounted.ts';
import { ask } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import { readSetting } from '../shell/settings.ts';

/** Returns the limit for a day in millionths of a US dollar; undefined if the person has set none. */
export function dailyLimit(): number | undefined {
	const usd: unknown = readSetting('easel.spending.dailyLimit');
	return typeof usd === 'number' && usd > 0 ? microdollarsOf(usd) : undefined;
}

/** Asks whether starts may leave that could pass the limit of the day. */
export async function confirmDailyLimit(question: CeilingQuestion): Promise<CeilingAnswer> {
	const { spent } = question;
	const [once, today] = [vscode.l10n.t('Start'), vscode.l10n.t('Start and Do Not Ask Again Today')];
	const chosen = await ask(
		startText(question),
		[
			vscode.l10n.t('This editor has spent about {0} today, including work in progress.', roughUsd(spent)),
			...uncountedTexts(question, Date.now()).map((sentence) => labelText(sentence, 400)),
			...costTexts(question),
			vscode.l10n.t(
				'These amounts are estimates. The limit is a setting of this editor; the service does not know it.',
			),
		].join(' '),
		once,
		today,
	);
	if (chosen === once) return 'once';
	return chosen === today ? 'today' : 'no';
}

function startText({ starts, limit }: CeilingQuestion): string {
	const [first] = starts;
	const name = labelText(first?.name ?? '', 100);
	switch (starts.length) {
		case 1:
			return vscode.l10n.t('Start "{0}"? This could exceed your daily limit of {1}.', name, exactUsd(limit));
		case 2:
			return vscode.l10n.t(
				'Start "{0}" and 1 more? This could exceed your daily limit of {1}.',
				name,
				exactUsd(limit),
			);
		default:
			return vscode.l10n.t(
				'Start "{0}" and {1} more? This could exceed your daily limit of {2}.',
				name,
				numberText(starts.length - 1),
				exactUsd(limit),
			);
	}
}

/** Describes the cost of the starts, if known. */
function costTexts({ starts, expected, unknown }: CeilingQuestion): readonly string[] {
	const isOne = starts.length === 1;
	if (expected === undefined)
		return [
			isOne
				? vscode.l10n.t('The cost of this start is unknown.')
				: vscode.l10n.t('The cost of these starts is unknown.'),
		];
	const cost = exactUsd(expected);
	const likely = isOne
		? vscode.l10n.t('This start is likely to cost about {0}.', cost)
		: vscode.l10n.t('These starts are likely to cost about {0} together.', cost);
	if (unknown === 0) return [likely];
	return [
		likely,
		counted(
			unknown,
			vscode.l10n.t('The cost of 1 of them is unknown and not included.'),
			vscode.l10n.t('The cost of {0} of them is unknown and not included.'),
		),
	];
}
