import * as vscode from 'vscode';
import { type InstanceCall, routeProblem } from '../../../core/deployments/instanceProxy.ts';
import { parseJson } from '../../../core/json/exact.ts';
import { askChoice, askInTurn, askText, type Question } from '../../shell/questions.ts';

/** Key in the workspace state of the last call, the default of the next. */
const lastCallKey = 'instance.lastCall';

type Method = InstanceCall['method'];
type AskedCall = Pick<InstanceCall, 'method' | 'path' | 'body'>;

const exampleRoute = 'api/free';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Asks for a call: method, path and, except for GET, a JSON body. Each question leads back to the one before. */
export async function askForCall(state: vscode.Memento, name: string): Promise<AskedCall | undefined> {
	const last = lastCall(state);
	let { method, path } = last;
	let body = last.body ?? '{}';
	const askMethod: Question = async (place) => {
		const answer = await askChoice<Method>(place, {
			placeholder: vscode.l10n.t('Select the method'),
			choices: methods.map((value) => ({
				label: value,
				value,
				...(value === 'GET' ? { description: vscode.l10n.t('reads, for example object_info') } : {}),
				...(value === 'POST' ? { description: vscode.l10n.t('acts, for example api/free') } : {}),
			})),
			active: (value) => value === method,
		});
		if (answer.kind === 'answer') method = answer.value;
		return answer.kind;
	};
	const askPath: Question = async (place) => {
		const answer = await askText(place, {
			prompt: vscode.l10n.t('The path of the route, with its query'),
			value: path,
			placeholder: exampleRoute,
			check(text) {
				const problem = routeProblem(text);
				if (problem === 'empty') return vscode.l10n.t('Enter a path, such as "api/free".');
				return problem && vscode.l10n.t('The path must not lead away from the instance.');
			},
		});
		if (answer.kind === 'answer') path = answer.value;
		return answer.kind;
	};
	const askBody: Question = async (place) => {
		const answer = await askText(place, {
			prompt: vscode.l10n.t('The JSON to send'),
			value: body,
			check: (text) => (parseJson(text).ok ? undefined : vscode.l10n.t('The JSON is incomplete.')),
		});
		if (answer.kind === 'answer') body = answer.value;
		return answer.kind;
	};
	const title = vscode.l10n.t('Call the Instance of {0}', name);
	const questions = () => (method === 'GET' ? [askMethod, askPath] : [askMethod, askPath, askBody]);
	if (!(await askInTurn(title, questions))) return undefined;
	const call: AskedCall = method === 'GET' ? { method, path } : { method, path, body };
	// A body may contain secrets.
	await state.update(lastCallKey, { method, path: path.split('?', 1)[0] });
	return call;
}

function lastCall(state: vscode.Memento): AskedCall {
	const known = state.get<Partial<Record<keyof AskedCall, unknown>>>(lastCallKey);
	const method = methods.find((each) => each === known?.method) ?? 'GET';
	return { method, path: typeof known?.path === 'string' ? known.path : 'object_info' };
}
