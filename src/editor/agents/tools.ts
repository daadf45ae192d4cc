import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { type CarryOutOptions, carryOut, masked, type Outcome } from '../../core/agents/carryOut.ts';
import { Consent } from '../../core/agents/consent.ts';
import { failureText } from '../../core/agents/texts.ts';
import type { Content } from '../../core/agents/tool.ts';
import { tools } from '../../core/agents/tools.ts';
import type { Clock } from '../../core/base/clock.ts';
import { compact } from '../../core/base/compact.ts';
import { unfit } from '../../core/operations/operation.ts';
import type { OperationServices } from '../../core/operations/services.ts';
import { signalOf } from '../shell/cancelableProgress.ts';
import { inform, permit } from '../shell/messages.ts';
import { dailyLimit } from '../spending/open.ts';

/** The prefix of tool names, which share one list with those of all extensions. */
const prefix = 'easel_';

interface AgentTools {
	/** Carries out a call; the result also reports a failure. */
	invoke(
		name: string,
		input: unknown,
		token: vscode.CancellationToken,
	): Promise<vscode.LanguageModelToolResult>;
}

/** Returns the tools of agents in this window, with the services of its operations. */
export function agentTools(services: OperationServices, clock: Clock): AgentTools {
	return {
		async invoke(name, input, token) {
			const tool = tools.find((each) => prefix + each.name === name);
			if (tool === undefined || !vscode.workspace.isTrusted)
				return textResult('Nothing was sent, because there are no tools in an untrusted workspace.');
			const read = z.safeParse(tool.input, input);
			if (!read.success) return textResult(failureText(unfit(read.error.issues, input)));
			const options: CarryOutOptions = { services, clock, log: services.log };
			const signal = signalOf(token);
			const consent = new Consent({
				services,
				allowChanges: false,
				...compact({ dailyLimit: dailyLimit() }),
				askPerson: async (text) => askPerson(await masked(text, options), signal),
			});
			// The editor waits as long as the person does.
			const caller = { signal, progress: () => undefined, patience: () => undefined };
			return resultOf(await carryOut(tool, read.data, caller, consent, options));
		},
	};
}

/**
 * Asks in a dialog of our own, whatever the person has allowed the editor to do without asking. A call that is no
 * longer awaited counts as declined, even if the dialog is answered later.
 */
async function askPerson(text: string, signal: AbortSignal): Promise<boolean> {
	if (signal.aborted) return false;
	const [question = '', ...lines] = text.split('\n');
	const about = [vscode.l10n.t('Requested by an AI agent.'), ...lines];
	const answer = permit(question, about, { no: vscode.l10n.t("Don't Allow"), yes: vscode.l10n.t('Allow') });
	const canceled = new Promise<false>((resolve) => {
		signal.addEventListener('abort', () => resolve(false), { once: true });
	});
	void answer.then(async (allowed) => {
		if (allowed && signal.aborted)
			await inform(vscode.l10n.t('Nothing was done, because the AI agent no longer waits for this answer.'));
	});
	return (await Promise.race([answer, canceled])) && !signal.aborted;
}

function textResult(text: string): vscode.LanguageModelToolResult {
	return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Returns the result for a model: the text, the data if it has more, and pictures if the editor accepts them. */
function resultOf({ text, value, more }: Outcome): vscode.LanguageModelToolResult {
	const result = textResult(text);
	const data = value === undefined ? undefined : JSON.stringify(value);
	if (data !== undefined && data !== text) result.content.push(new vscode.LanguageModelTextPart(data));
	result.content.push(...more.flatMap(pictureOf));
	return result;
}

/** Parts for content other than text, in newer editors. */
interface DataParts {
	readonly LanguageModelDataPart?: { image(data: Uint8Array, mimeType: string): unknown };
}

function pictureOf(content: Content): readonly unknown[] {
	const { LanguageModelDataPart: part } = vscode as typeof vscode & DataParts;
	// The text already contains the address of a file.
	if (part === undefined || content.type !== 'image') return [];
	return [part.image(Buffer.from(content.data, 'base64'), content.mimeType)];
}
