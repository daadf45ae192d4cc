import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import { inform } from './messages.ts';

interface QuestionPlace {
	readonly title: string;
	/** From 1. */
	readonly step: number;
	readonly totalSteps: number;
}

/** An answer, the request to go back to the previous question, or the end of all questions. */
export type Answer<T> =
	| { readonly kind: 'answer'; readonly value: T }
	| { readonly kind: 'back' }
	| { readonly kind: 'canceled' };

/** Asks one thing and keeps the answer for itself; answers only how to continue. */
export type Question = (place: QuestionPlace) => Promise<Answer<unknown>['kind']>;

/** A row to choose; one without a value is a heading. */
export interface Choice<T> {
	readonly label: string;
	readonly description?: string;
	readonly detail?: string;
	readonly value?: T;
}

/**
 * Asks one question after the other; each can lead back to the previous one. `questions` is called before each of them,
 * since an answer may change the rest. True if all have an answer.
 */
export async function askInTurn(title: string, questions: () => readonly Question[]): Promise<boolean> {
	for (let at = 0; ; ) {
		const all = questions();
		const question = all[at];
		if (question === undefined) return true;
		const next = await question({ title, step: at + 1, totalSteps: all.length });
		if (next === 'canceled') return false;
		at = Math.max(0, at + (next === 'back' ? -1 : 1));
	}
}

interface PickRow<T> extends vscode.QuickPickItem {
	readonly value?: T;
}

interface PickQuestion<T> {
	readonly placeholder: string;
	/** The rows, or the available ones while the rest is being fetched. */
	readonly choices: readonly Choice<T>[];
	readonly more?: Promise<readonly Choice<T>[]>;
	/** Returns the row that is selected at first. */
	readonly active?: (value: T) => boolean;
}

/** Lets the person choose a row. */
export function askChoice<T>(place: QuestionPlace, question: PickQuestion<T>): Promise<Answer<T>> {
	const pick = vscode.window.createQuickPick<PickRow<T>>();
	pick.placeholder = question.placeholder;
	pick.matchOnDescription = true;
	const show = (choices: readonly Choice<T>[]) => {
		const rows = choices.map(rowOf);
		pick.items = rows;
		const active = rows.find(({ value }) => value !== undefined && question.active?.(value) === true);
		if (active) pick.activeItems = [active];
	};
	show(question.choices);
	if (question.more !== undefined) {
		pick.busy = true;
		void question.more.then(
			(more) => {
				pick.busy = false;
				show(more);
			},
			() => {
				pick.busy = false;
			},
		);
	}
	return answered(pick, place, () => {
		const [row] = pick.selectedItems;
		return row?.value === undefined ? undefined : { value: row.value };
	});
}

function rowOf<T>({ label, description, detail, value }: Choice<T>): PickRow<T> {
	if (value === undefined) return { label, kind: vscode.QuickPickItemKind.Separator };
	return {
		label,
		value,
		...compact({ description, detail }),
	};
}

interface TextQuestion {
	readonly prompt: string;
	readonly value: string;
	readonly placeholder?: string;
	/** Returns the problem of a text in one sentence; undefined if it is valid. */
	readonly check: (text: string) => string | undefined;
}

/** Lets the person type a text; one that is wrong is not accepted. */
export function askText(place: QuestionPlace, question: TextQuestion): Promise<Answer<string>> {
	const box = vscode.window.createInputBox();
	box.prompt = question.prompt;
	box.value = question.value;
	if (question.placeholder !== undefined) box.placeholder = question.placeholder;
	const check = () => {
		box.validationMessage = question.check(box.value);
	};
	box.onDidChangeValue(check);
	check();
	return answered(box, place, () =>
		question.check(box.value) === undefined ? { value: box.value } : undefined,
	);
}

interface LiveText {
	readonly title: string;
	readonly prompt: string;
	readonly value: string;
	/** Milliseconds that typing must rest before the text applies. */
	readonly restMs: number;
	readonly apply: (text: string) => void;
}

/** Lets the person type a text that applies while it is typed; Escape restores the one before. */
export function askWhileTyping({ title, prompt, value, restMs, apply }: LiveText): void {
	const box = vscode.window.createInputBox();
	box.title = title;
	box.prompt = prompt;
	box.value = value;
	let kept = value;
	let applied = value;
	let rest: NodeJS.Timeout | undefined;
	const use = (text: string) => {
		clearTimeout(rest);
		if (text !== applied) apply(text);
		applied = text;
	};
	box.onDidChangeValue((text) => {
		clearTimeout(rest);
		rest = setTimeout(use, restMs, text);
	});
	box.onDidAccept(() => {
		kept = box.value;
		box.hide();
	});
	box.onDidHide(() => {
		use(kept);
		box.dispose();
	});
	box.show();
}

/** Lets the person choose the value of a row; without rows, says why there are none. */
export async function chooseValue<T>(
	rows: readonly (vscode.QuickPickItem & { readonly value: T })[],
	none: string,
	options: vscode.QuickPickOptions,
): Promise<T | undefined> {
	if (rows.length > 0) return (await vscode.window.showQuickPick(rows, options))?.value;
	await inform(none);
	return undefined;
}

/** Lets the person choose a file. */
export async function askForFile(options: vscode.OpenDialogOptions): Promise<vscode.Uri | undefined> {
	return (await vscode.window.showOpenDialog(options))?.[0];
}

/** Lets the person choose a folder. */
export function askForFolder(options: vscode.OpenDialogOptions): Promise<vscode.Uri | undefined> {
	return askForFile({ ...options, canSelectFiles: false, canSelectFolders: true });
}

/** Shows a question until it is answered, canceled, or left backwards; `read` returns the answer, undefined without one. */
function answered<T>(
	input: vscode.QuickPick<PickRow<T>> | vscode.InputBox,
	place: QuestionPlace,
	read: () => { readonly value: T } | undefined,
): Promise<Answer<T>> {
	input.title = place.title;
	input.step = place.step;
	input.totalSteps = place.totalSteps;
	// Answers may be looked up in another window.
	input.ignoreFocusOut = true;
	if (place.step > 1) input.buttons = [vscode.QuickInputButtons.Back];
	return new Promise((resolve) => {
		const end = (answer: Answer<T>) => {
			resolve(answer);
			input.hide();
		};
		input.onDidTriggerButton(() => end({ kind: 'back' }));
		input.onDidAccept(() => {
			const answer = read();
			if (answer) end({ kind: 'answer', value: answer.value });
		});
		input.onDidHide(() => {
			resolve({ kind: 'canceled' });
			input.dispose();
		});
		input.show();
	});
}
