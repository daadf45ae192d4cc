import { AsyncLocalStorage } from 'node:async_hooks';
import type { Consent } from '../../core/agents/consent.ts';
import type { Ask } from '../../core/operations/questions.ts';

const current = new AsyncLocalStorage<Consent>();

/** Runs the work of a call; nested questions without a known operation go to the consent of the call. */
export function within<T>(consent: Consent, work: () => Promise<T>): Promise<T> {
	return current.run(consent, work);
}

/** Answers the questions of the daily limit, through the call that wants to start something. */
export const limitAsk: Pick<Ask, 'confirmDailyLimit'> = {
	confirmDailyLimit: async (question) => current.getStore()?.passLimit(question),
};
