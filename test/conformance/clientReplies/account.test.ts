import { fetchBalance } from '../../../src/core/account/balance.ts';
import { awaitDeviceToken, startDeviceFlow } from '../../../src/core/account/deviceFlow.ts';
import { whoAmI } from '../../../src/core/account/identity.ts';
import { type Result, success } from '../../../src/core/base/failure.ts';
import { getModel, listModels, modelCategories } from '../../../src/core/catalog/client.ts';
import { listDatasets } from '../../../src/core/datasets/client.ts';
import {
	createDeployment,
	deleteDeployment,
	getDeployment,
	listDeployments,
} from '../../../src/core/deployments/client.ts';
import { type AccountCall, accountRows } from './accountRows.ts';
import { type ListCall, listOfRows } from './listRows.ts';
import { type ClientCall, proveRows } from './rows.ts';

const code = {
	deviceCode: 'dc',
	userCode: 'ABCD-1234',
	verifyUrl: 'https://www.example/cli-auth',
	expiresInSeconds: 600,
	pollSeconds: 2,
};
/** A clock on which time passes as soon as someone waits. */
const clock = { now: () => 0, wait: async () => undefined };

const accountCalls: Readonly<Record<AccountCall, ClientCall>> = {
	balance: (service) => fetchBalance(service),
	account: (service) => whoAmI(service),
	'sign-in': (service) => startDeviceFlow(service),
	poll: (service) => awaitDeviceToken(service, code, { clock }),
};

interface ListMembers {
	readonly skipped: readonly string[];
	readonly isPartial?: boolean;
	readonly next?: number;
}

function listed<T extends ListMembers>(
	list: Result<T>,
	items: (value: T) => readonly { readonly id: string }[],
): Result<object> {
	if (!list.ok) return list;
	const { value } = list;
	return success({
		ids: items(value).map(({ id }) => id),
		skipped: value.skipped.length,
		isPartial: value.isPartial,
		next: value.next,
	});
}

const listCalls: Readonly<Record<ListCall, ClientCall>> = {
	deployments: async (service) => listed(await listDeployments(service), ({ deployments }) => deployments),
	models: async (service) => listed(await listModels(service), ({ models }) => models),
	datasets: async (service) => listed(await listDatasets(service), ({ datasets }) => datasets),
	categories: async (service) => {
		const categories = await modelCategories(service);
		return categories.ok ? success({ ids: categories.value }) : categories;
	},
	'one deployment': (service) => getDeployment(service, 'd'),
	'one model': (service) => getModel(service, 'm/a'),
	create: (service) => createDeployment(service, { name: 'cats', workflowId: 'w', workflowVersion: 'v1' }),
	delete: (service) => deleteDeployment(service, 'd'),
};

proveRows('a reply about the account', accountCalls, accountRows);
proveRows('a reply with a list, or one of its records', listCalls, listOfRows);
