import * as l10n from '@vscode/l10n';
import { type Balance, formatBalance } from '../account/balance.ts';
import { exactUsd, roughUsd } from '../base/money.ts';
import { type Ask, noAnswers } from '../operations/questions.ts';
import type { OperationServices } from '../operations/services.ts';
import { costText, mostOf } from '../records/estimate.ts';
import { describeStart, type SpendingQuestion } from '../records/spendingQuestion.ts';
import type { CeilingAnswer, CeilingQuestion } from '../spending/ceiling.ts';
import { uncountedTexts } from '../spending/uncounted.ts';
import { callQuestions } from './questions.ts';
import { named } from './texts.ts';

/** Money that was set aside for one start. */
export interface SetAside {
	/** Records that it has begun, under this id. */
	begun(id: string): Promise<void>;
	/** Gives the amount back, because nothing was sent. */
	giveBack(): Promise<void>;
}

/** An amount that a person allowed to be spent without a question, in millionths of a US dollar. */
export interface SpendingAllowance {
	readonly microdollars: number;
	/** Returns the remaining amount, in millionths of a US dollar. */
	left(): Promise<number>;
	/** Returns a sentence if the remaining amount is unknown: then nothing may be spent. */
	whyUnknown(): Promise<string | undefined>;
	/** Reserves an amount if it is available. */
	setAside(most: number): Promise<SetAside | undefined>;
}

/** The permissions that a person has given on the command line, with the daily limit that they set. */
export interface Permissions {
	/** For clients that cannot ask a person. */
	readonly allowance?: SpendingAllowance;
	/** True if free changes need no question when the client cannot ask. */
	readonly allowChanges: boolean;
	/** The most for a day in millionths of a US dollar. */
	readonly dailyLimit?: number;
}

interface ConsentOptions extends Permissions {
	readonly services: OperationServices;
	/** Asks the person through the client; absent if the client cannot. */
	readonly askPerson?: (text: string) => Promise<boolean>;
}

/** The consent for one call: asks the person, and provides the reason of a refusal without a question. */
export class Consent {
	readonly #options: ConsentOptions;
	/** The lines of the next question about money, by subject. */
	readonly #notes = new Map<string, string>();
	readonly ask: Ask;
	/** The way for a person to allow an act that was refused without a question. */
	refusal: string | undefined;
	#discloses = false;
	#setAside: SetAside | undefined;

	constructor(options: ConsentOptions) {
		this.#options = options;
		this.ask = {
			...noAnswers,
			...callQuestions(this),
			confirmSpending: (question) => this.#spend(question),
			confirmDelete: ({ what, name, consequences }) => {
				const asked = {
					deployment: l10n.t('Permanently delete the deployment {0}?', named(name)),
					dataset: l10n.t('Permanently delete the dataset {0}?', named(name)),
					engineRun: l10n.t('Interrupt {0}, which runs on the engine?', named(name)),
					run: l10n.t('Permanently delete the run {0}?', named(name)),
					job: l10n.t('Remove the training job {0} from the list?', named(name)),
				};
				return this.#person([asked[what], ...consequences], deletionRefusal);
			},
		};
	}

	/** Adds a line to the next question about money, in place of one about the same place. */
	note(line: string, place = line): void {
		this.#notes.set(place, line);
	}

	/** Adds a line about data that others receive, which only a person confirms. */
	disclose(line: string): void {
		this.note(line);
		this.#discloses = true;
	}

	/** Asks whether to change something. */
	async confirm(lines: readonly string[]): Promise<boolean> {
		const { askPerson, allowChanges } = this.#options;
		if (askPerson === undefined && allowChanges) return true;
		return this.#person(lines, changeRefusal);
	}

	/** Asks for what only a person decides. */
	decide(what: keyof typeof decisionRefusals, lines: readonly string[]): Promise<boolean> {
		return this.#person(lines, decisionRefusals[what]);
	}

	/** Sets the advice that replaces a question. */
	refuse(sentence: string): undefined {
		this.refusal = sentence;
	}

	/** Asks whether to send starts that could exceed the daily limit: only a person decides that. */
	async passLimit(question: CeilingQuestion): Promise<CeilingAnswer | undefined> {
		const { spent, limit, expected } = question;
		const lines = [
			l10n.t('This could exceed the daily limit of {0}. Start it anyway?', exactUsd(limit)),
			l10n.t('Spent today: about {0}', roughUsd(spent)),
			...uncountedTexts(question, Date.now()).map(named),
			...(expected === undefined ? [] : [l10n.t('Expected: about {0}', roughUsd(expected))]),
		];
		return (await this.#person(lines, limitRefusal)) ? 'once' : 'no';
	}

	/** Spends the reserved amount of the call on the work that began under this id, or returns it if nothing was sent. */
	async settle(outcome: { readonly begun?: string; readonly nothingLeft: boolean }): Promise<void> {
		if (outcome.begun !== undefined) await this.#setAside?.begun(outcome.begun);
		else if (outcome.nothingLeft) await this.#setAside?.giveBack();
	}

	/** Returns a sentence with the rest of the allowance; undefined if the call did not use it. */
	async leftText(): Promise<string | undefined> {
		const { allowance } = this.#options;
		if (this.#setAside === undefined || allowance === undefined) return undefined;
		const left = exactUsd(await allowance.left());
		return l10n.t('{1} of the allowed {0} remain.', exactUsd(allowance.microdollars), left);
	}

	async #spend(question: SpendingQuestion): Promise<boolean> {
		const { what, count = 1, estimate = { count: 0 }, cost } = question;
		if (this.#options.askPerson === undefined)
			// Something that runs without an end in sight has no price that an amount could cover.
			return what === 'deployment' ? this.#refuse(endlessRefusal) : this.#useAllowance(mostOf(estimate) ?? 0);
		const name = describeStart(question, named);
		const asked = {
			run:
				count === 1
					? l10n.t('Run {0}? It may cost money.', name)
					: l10n.t('Start {0}? They may cost money.', name),
			job: l10n.t('Start the training {0}? It costs money while it trains.', name),
			deployment: l10n.t('Change the deployment {0}? It is billed continuously.', name),
		};
		const price = cost ?? costText(estimate);
		const balance = question.balance ?? (await this.#balance());
		const notes = [...this.#notes.values()];
		this.#notes.clear();
		return this.#person(
			[
				asked[what],
				price === undefined
					? l10n.t('Cost: unknown, because nothing similar has run from here')
					: l10n.t('Cost: {0}', price),
				balance === undefined ? l10n.t('Balance: unknown') : l10n.t('Balance: {0}', formatBalance(balance)),
				await this.#limitText(),
				...notes,
			],
			costRefusal,
		);
	}

	async #balance(): Promise<Balance | undefined> {
		const { reader } = (await this.#options.services.ledger()).spending;
		return reader.read();
	}

	async #limitText(): Promise<string> {
		const { dailyLimit, services } = this.#options;
		const spent = (await services.ledger()).spending.history.spentToday();
		return dailyLimit === undefined
			? l10n.t('Daily limit: none; spent today: about {0}', roughUsd(spent))
			: l10n.t('Daily limit: {0}; spent today: about {1}', exactUsd(dailyLimit), roughUsd(spent));
	}

	async #useAllowance(most: number): Promise<boolean> {
		const { allowance } = this.#options;
		if (this.#discloses) return this.#refuse(disclosureRefusal);
		if (allowance === undefined) return this.#refuse(costRefusal);
		if (most <= 0) return this.#refuse(unknownCost);
		this.#setAside = await allowance.setAside(most);
		if (this.#setAside !== undefined) return true;
		const unknown = await allowance.whyUnknown();
		if (unknown !== undefined)
			return this.#refuse(
				`${cannotAsk} ${l10n.t('The used part of the allowed amount is unknown.')} ${unknown}`,
			);
		const left = exactUsd(await allowance.left());
		return this.#refuse(
			l10n.t(
				'Its expected cost is up to {0}, and {2} of the allowed {1} remain. A person can raise the amount with easel mcp --allow-spend-usd.',
				roughUsd(most),
				exactUsd(allowance.microdollars),
				left,
			),
		);
	}

	async #person(lines: readonly string[], refusal: string): Promise<boolean> {
		const { askPerson } = this.#options;
		return askPerson === undefined ? this.#refuse(refusal) : askPerson(lines.join('\n'));
	}

	#refuse(sentence: string): false {
		this.refuse(sentence);
		return false;
	}
}

const cannotAsk = l10n.t('This client cannot ask a person.');
const costRefusal = `${cannotAsk} ${l10n.t('A person can allow an amount in US dollars: easel mcp --allow-spend-usd 5')}`;
const endlessRefusal = `${cannotAsk} ${l10n.t('Continuous costs are always confirmed by a person, in another client or in Easel.')}`;
const decisionRefusals = {
	enabling: endlessRefusal,
	errors: `${cannotAsk} ${l10n.t('Fix the errors that check_document finds.')}`,
	again: `${cannotAsk} ${l10n.t('It may already exist, so only a person can allow it to be sent again. Check it first.')}`,
};
const changeRefusal = `${cannotAsk} ${l10n.t('A person can allow changes that cost nothing: easel mcp --allow-changes')}`;
const deletionRefusal = `${cannotAsk} ${l10n.t('Deletions are always confirmed by a person, in another client or in Easel.')}`;
const disclosureRefusal = `${cannotAsk} ${l10n.t('The address of a webhook is always confirmed by a person. Omit the webhook, and request the state.')}`;
const limitRefusal = `${cannotAsk} ${l10n.t('Only a person can exceed the daily limit: in Easel, with a client that can ask, or with a higher EASEL_DAILY_LIMIT.')}`;
const unknownCost = `${cannotAsk} ${l10n.t('The cost is unknown, so the allowed amount does not cover it. Run it once in Easel, or with a client that can ask.')}`;
