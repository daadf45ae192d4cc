import { type Ask, askNobody } from '../../../src/core/operations/questions.ts';

/** Answers by a script, and keeps in which order was asked. */
export interface ScriptedAsk extends Ask {
	readonly asked: (keyof Ask)[];
}

type Answers = { readonly [Name in keyof Ask]?: Awaited<ReturnType<Ask[Name]>> };

/** @param answers what is answered to each question; nothing to those that are not named. */
export function scriptedAsk(answers: Answers = {}): ScriptedAsk {
	const asked: (keyof Ask)[] = [];
	const names = Object.keys(askNobody) as (keyof Ask)[];
	const methods = names.map((name) => [
		name,
		async () => {
			asked.push(name);
			return answers[name];
		},
	]);
	return { ...(Object.fromEntries(methods) as Ask), asked };
}
