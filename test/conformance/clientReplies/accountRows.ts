import { type ReplyRow, rowsOf } from './rows.ts';

export type AccountCall = 'balance' | 'account' | 'sign-in' | 'poll';

const five = { microdollars: 5_000_000 };
const code = {
	device_code: 'dc',
	user_code: 'ABCD-1234',
	verify_url: 'https://www.example/cli-auth',
	expires_in: 600,
	poll_interval: 2,
};

const balanceRows = rowsOf('balance', [
	{
		name: 'the record of the document',
		body: { balance_usd: 5, balance_microdollars: 5_000_000, currency: 'USD' },
		is: { ...five, currency: 'USD' },
	},
	['only the exact figure', { balance_microdollars: 5_000_000 }, { ...five, currency: 'USD' }],
	['only dollars', { balance_usd: 5 }, five],
	['dollars as text', { balance_usd: '5.25' }, { microdollars: 5_250_000 }],
	['the exact figure as text', { balance_microdollars: '5000000' }, five],
	['a fraction of the exact figure', { balance_microdollars: 5000000.75 }, five],
	['a fraction that is none', '{"balance_microdollars":5000000.0}', five],
	['a fraction below zero', { balance_microdollars: -0.5 }, { microdollars: -1 }],
	['zero', { balance_microdollars: 0 }, { microdollars: 0 }],
	['below zero', { balance_microdollars: -1_000_000 }, { microdollars: -1_000_000 }],
	['names in camel case', { balanceMicrodollars: 5_000_000 }, five],
	['the record inside data', { data: { balance_microdollars: 5_000_000 } }, five],
	['an error code of 0', { error_code: 0, balance_microdollars: 5_000_000 }, five],
	['not a number', '{"balance_microdollars":NaN}', { failure: 'protocol' }],
	['no balance', { currency: 'USD' }, { failure: 'protocol' }],
	{
		name: 'a refused token in a success',
		body: { error_code: 403003, error_message: 'no' },
		is: { failure: 'auth', code: 403003 },
	},
	['a refused token', { error_message: 'no' }, { failure: 'auth' }, 401],
]);

const pollRows = rowsOf('poll', [
	['authorized', { status: 'authorized', access_token: 'token-1' }, { type: 'authorized', token: 'token-1' }],
	{
		name: 'authorized, inside data',
		body: { data: { status: 'authorized', access_token: 'token-1' } },
		is: { type: 'authorized', token: 'token-1' },
	},
	['authorized, in camel case', { accessToken: 'token-1' }, { type: 'authorized', token: 'token-1' }],
	{
		name: 'authorized, with an error code of 0',
		body: { error_code: 0, access_token: 'token-1' },
		is: { type: 'authorized', token: 'token-1' },
	},
	['denied', { status: 'denied' }, { type: 'denied' }, 410],
	['denied in capitals', { status: 'DENIED' }, { type: 'denied' }, 410],
	['denied in the words of the standard', { error: 'access_denied' }, { type: 'denied' }, 400],
	['denied in a success', { status: 'Denied' }, { type: 'denied' }],
	['expired', { status: 'expired' }, { type: 'expired' }, 410],
	['expired in capitals', { status: 'EXPIRED' }, { type: 'expired' }, 410],
	['expired in the words of the standard', { error: 'expired_token' }, { type: 'expired' }, 400],
	{
		name: 'pending, then authorized',
		body: { status: 'PENDING' },
		later: [{ body: { access_token: 'token-1' } }],
		is: { type: 'authorized', token: 'token-1' },
		calls: 2,
	},
]);

export const accountRows: readonly ReplyRow<AccountCall>[] = [
	...balanceRows,
	...pollRows,
	...rowsOf('account', [
		{
			name: 'the record',
			body: { id: 'u-1', email: 'a@b.example', token_type: 'cli' },
			is: { id: 'u-1', label: 'a@b.example' },
		},
		['the record inside data', { data: { id: 'u-1', email: null } }, { id: 'u-1', label: 'u-1' }],
		['the record inside user', { user: { id: 'u-1' } }, { id: 'u-1' }],
		['an id that is a number', { user_id: 7 }, { id: '7' }],
		['no id', { email: 'a@b.example' }, { failure: 'protocol' }],
	]),
	...rowsOf('sign-in', [
		['the record', code, { deviceCode: 'dc', userCode: 'ABCD-1234', expiresInSeconds: 600, pollSeconds: 2 }],
		['the record inside data', { data: code }, { deviceCode: 'dc' }],
		{
			name: 'camel case and numbers as text',
			body: { deviceCode: 'dc', userCode: 'A', expiresIn: '60', pollInterval: '5' },
			is: { deviceCode: 'dc', expiresInSeconds: 60, pollSeconds: 5 },
		},
		['no code', { ok: true }, { failure: 'protocol' }],
	]),
];
