import * as l10n from '@vscode/l10n';
import { formatBalance } from '../../core/account/balance.ts';
import { callQuestions } from '../../core/agents/questions.ts';
import { compact } from '../../core/base/compact.ts';
import { quoted } from '../../core/base/language.ts';
import type { ChangeWord } from '../../core/operations/changes/changes.ts';
import type { Held } from '../../core/operations/node/dryRun.ts';
import type { Operation } from '../../core/operations/operation.ts';
import type { Ask } from '../../core/operations/questions.ts';
import { costText } from '../../core/records/estimate.ts';
import { describeStart } from '../../core/records/spendingQuestion.ts';
import type { CommandIo } from '../terminal/io.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { answersOf, yesOrNo } from './answers.ts';
import type { DryRunAnswer } from './dryRunOutput.ts';
import { type ShownOutput, shownText } from './show.ts';

/**
 * A dry run of a command: it ends at the first question, and at the first call or file that would change something.
 * Everything before that only reads.
 */
export class DryRun {
	/** Keeps the first question, and answers none. */
	readonly ask: Ask;
	readonly #asks: DryRunAnswer['asks'] = [];
	readonly #lines: string[] = [];
	readonly #reached = Promise.withResolvers<void>();
	#isReached = false;
	#held: Held | undefined;
	#records: DryRunAnswer['records'] = [];
	#plan: unknown;
	#result:
		| { readonly output: unknown; readonly shown: ShownOutput; readonly change: ChangeWord | undefined }
		| undefined;

	constructor() {
		this.ask = this.#asking();
	}

	/** True once the command has reached the act itself. */
	get isReached(): boolean {
		return this.#isReached;
	}

	/** True if the command has an answer; otherwise it has failed. */
	get hasAnswer(): boolean {
		return this.#isReached || this.#result !== undefined;
	}

	/** Records the first act that was prevented. */
	readonly hold = (held: Held): void => {
		if (this.#isReached) return;
		this.#held = held;
		this.#reach();
	};

	/** Notes the records that the input names. */
	about(records: readonly { readonly what: string; readonly id: string }[]): void {
		this.#records = [...records];
	}

	planned(plan: unknown): void {
		this.#plan = plan;
	}

	show(output: unknown, shown: ShownOutput, change?: ChangeWord): void {
		this.#result = { output, shown, change };
	}

	/** Runs the work up to the act; returns its status if it does not reach the act. */
	async during(work: () => Promise<number>): Promise<number> {
		const working = work();
		// A failure after the act is ignored, since nothing of the act took effect.
		working.catch(() => undefined);
		return Promise.race([working, this.#reached.promise.then(() => 0)]);
	}

	/** Returns the terminal for the work: it shows no results and no progress, and nothing after the act. */
	io(io: CommandIo): CommandIo {
		const { ask: _, openPage: __, openFile: ___, ...others } = io;
		return {
			...others,
			out: () => undefined,
			err: (text) => {
				if (!this.#isReached) io.err(text);
			},
			pictures: undefined,
			renewsLines: false,
		};
	}

	text(
		{ title }: Pick<Operation, 'title'>,
		io: Pick<CommandIo, 'columns' | 'colors'>,
		asJson: boolean,
	): string {
		const answer = this.#answer(title);
		if (asJson) return `${printableJson(answer)}\n`;
		const { asks, details = [], sends, writes } = answer;
		const lines = [
			l10n.t('Dry run: nothing was sent or written.'),
			l10n.t('Would: {0}', title),
			...answer.records.map(({ what, id }) => `  ${what} ${id}`),
			...details.map((line) => `  ${line}`),
			...asks.flatMap((each) => [
				...each.details.map((line) => `  ${line}`),
				...(each.cost === undefined ? [] : [l10n.t('Cost: {0}', each.cost)]),
				l10n.t('Asks: {0}', each.title),
			]),
			...(sends === undefined ? [] : [l10n.t('Would send {0}', `${sends.method} ${sends.path}`)]),
			...(writes === undefined ? [] : [l10n.t('Would write {0}', writes)]),
		].map((line) => `${printable(line)}\n`);
		const plan = this.#plan === undefined ? [] : ['\n', shownText(this.#plan, {}, io)];
		const result =
			this.#result === undefined || this.#isReached
				? []
				: ['\n', shownText(this.#result.output, this.#result.shown, io)];
		return [...lines, ...plan, ...result].join('');
	}

	#answer(would: string): DryRunAnswer {
		const held = this.#held;
		return {
			dryRun: true,
			would,
			records: this.#records,
			asks: this.#asks,
			...(this.#asks.length > 0 || this.#lines.length === 0 ? {} : { details: this.#lines }),
			...(held === undefined
				? {}
				: 'method' in held
					? { sends: { method: held.method, path: held.path } }
					: { writes: held.path }),
			...compact({ plan: this.#plan }),
			...(this.#isReached ? {} : compact({ result: this.#result?.output, effect: this.#result?.change })),
		};
	}

	#reach(): void {
		this.#isReached = true;
		this.#reached.resolve();
	}

	#record(title: string, cost?: string): undefined {
		if (this.#isReached) return undefined;
		this.#asks.push({ title, details: this.#lines.splice(0), ...compact({ cost }) });
		this.#reach();
		return undefined;
	}

	/** Takes the questions as the command would ask a person, and the changes that a person has named by the command as well. */
	#asking(): Ask {
		let cost: string | undefined;
		const lines = this.#lines;
		const record = (title: string, amount?: string) => this.#record(title, amount);
		const { ask } = answersOf(
			{
				err: (text) => this.#lines.push(...text.trimEnd().split('\n')),
				ask: async (prompt) => this.#record(prompt.replace(yesOrNo, '').trim(), cost),
			},
			{ yes: false, anyway: false },
		);
		const confirm = async ([title = '', ...lines]: readonly string[]) => {
			this.#lines.push(...lines);
			this.#record(title, cost);
			return false;
		};
		const named = callQuestions({
			note: () => undefined,
			refuse: () => undefined,
			confirm,
			decide: (_what, lines) => confirm(lines),
		});
		return {
			...ask,
			confirmUpload: named.confirmUpload,
			confirmChange(changed) {
				cost = 'cost' in changed ? changed.cost : undefined;
				return named.confirmChange(changed);
			},
			async confirmSpending({ cost, estimate, balance, ...question }) {
				if (balance !== undefined) lines.push(l10n.t('The balance is {0}.', formatBalance(balance)));
				return record(
					l10n.t('Start {0}?', describeStart(question, quoted)),
					cost ?? (estimate && costText(estimate)),
				);
			},
			enableDeployment(enabling) {
				cost = enabling.cost;
				return ask.enableDeployment(enabling);
			},
		};
	}
}
