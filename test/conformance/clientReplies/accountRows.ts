import type { ReplyRow } from './rows.ts';

export type AccountCall = 'balance' | 'account' | 'sign-in' | 'poll';

const five = { microdollars: 5_000_000 };
const code = {
	device_code: 'dc',
	user_code: 'ABCD-1234',
	verify_url: 'https://www.example/cli-auth',
	expires_in: 600,
	poll_interval: 2,
};

const balanceRows: readonly ReplyRow<AccountCall>[] = [
	{
		name: 'the record of the document',
		body: { balance_usd: 5, balance_microdollars: 5_000_000, currency: 'USD' },
		is: { ...five, currency: 'USD' },
	},
	{
		name: 'only the exact figure',
		body: { balance_microdollars: 5_000_000 },
		is: { ...five, currency: 'USD' },
	},
	{ name: 'only dollars', body: { balance_usd: 5 }, is: five },
	{ name: 'dollars as text', body: { balance_usd: '5.25' }, is: { microdollars: 5_250_000 } },
	{ name: 'the exact figure as text', body: { balance_microdollars: '5000000' }, is: five },
	{ name: 'a fraction of the exact figure', body: { balance_microdollars: 5000000.75 }, is: five },
	{ name: 'a fraction that is none', body: '{"balance_microdollars":5000000.0}', is: five },
	{ name: 'a fraction below zero', body: { balance_microdollars: -0.5 }, is: { microdollars: -1 } },
	{ name: 'zero', body: { balance_microdollars: 0 }, is: { microdollars: 0 } },
	{ name: 'below zero', body: { balance_microdollars: -1_000_000 }, is: { microdollars: -1_000_000 } },
	{ name: 'names in camel case', body: { balanceMicrodollars: 5_000_000 }, is: five },
	{ name: 'the record inside data', body: { data: { balance_microdollars: 5_000_000 } }, is: five },
	{ name: 'an error code of 0', body: { error_code: 0, balance_microdollars: 5_000_000 }, is: five },
	{ name: 'not a number', body: '{"balance_microdollars":NaN}', is: { failure: 'protocol' } },
	{ name: 'no balance', body: { currency: 'USD' }, is: { failure: 'protocol' } },
	{
		name: 'a refused token in a success',
		body: { error_code: 403003, error_message: 'no' },
		is: { failure: 'auth', code: 403003 },
	},
	{ name: 'a refused token', status: 401, body: { error_message: 'no' }, is: { failure: 'auth' } },
].map((row) => ({ call: 'balance' as const, ...row }));

const pollRows: readonly ReplyRow<AccountCall>[] = [
	{
		name: 'authorized',
		body: { status: 'authorized', access_token: 'token-1' },
		is: { type: 'authorized', token: 'token-1' },
	},
	{
		name: 'authorized, inside data',
		body: { data: { status: 'authorized', access_token: 'token-1' } },
		is: { type: 'authorized', token: 'token-1' },
	},
	{
		name: 'authorized, in camel case',
		body: { accessToken: 'token-1' },
		is: { type: 'authorized', token: 'token-1' },
	},
	{
		name: 'authorized, with an error code of 0',
		body: { error_code: 0, access_token: 'token-1' },
		is: { type: 'authorized', token: 'token-1' },
	},
	{ name: 'denied', status: 410, body: { status: 'denied' }, is: { type: 'denied' } },
	{ name: 'denied in capitals', status: 410, body: { status: 'DENIED' }, is: { type: 'denied' } },
	{
		name: 'denied in the words of the standard',
		status: 400,
		body: { error: 'access_denied' },
		is: { type: 'denied' },
	},
	{ name: 'denied in a success', body: { status: 'Denied' }, is: { type: 'denied' } },
	{ name: 'expired', status: 410, body: { status: 'expired' }, is: { type: 'expired' } },
	{ name: 'expired in capitals', status: 410, body: { status: 'EXPIRED' }, is: { type: 'expired' } },
	{
		name: 'expired in the words of the standard',
		status: 400,
		body: { error: 'expired_token' },
		is: { type: 'expired' },
	},
	{
		name: 'pending, then authorized',
		body: { status: 'PENDING' },
		later: [{ body: { access_token: 'token-1' } }],
		is: { type: 'authorized', token: 'token-1' },
		calls: 2,
	},
].map((row) => ({ call: 'poll' as const, ...row }));

export const accountRows: readonly ReplyRow<AccountCall>[] = [
	...balanceRows,
	...pollRows,
	{
		call: 'account',
		name: 'the record',
		body: { id: 'u-1', email: 'a@b.example', token_type: 'cli' },
		is: { id: 'u-1', label: 'a@b.example' },
	},
	{
		call: 'account',
		name: 'the record inside data',
		body: { data: { id: 'u-1', email: null } },
		is: { id: 'u-1', label: 'u-1' },
	},
	{ call: 'account', name: 'the record inside user', body: { user: { id: 'u-1' } }, is: { id: 'u-1' } },
	{ call: 'account', name: 'an id that is a number', body: { user_id: 7 }, is: { id: '7' } },
	{ call: 'account', name: 'no id', body: { email: 'a@b.example' }, is: { failure: 'protocol' } },
	{
		call: 'sign-in',
		name: 'the record',
		body: code,
		is: { deviceCode: 'dc', userCode: 'ABCD-1234', expiresInSeconds: 600, pollSeconds: 2 },
	},
	{ call: 'sign-in', name: 'the record inside data', body: { data: code }, is: { deviceCode: 'dc' } },
	{
		call: 'sign-in',
		name: 'camel case and numbers as text',
		body: { deviceCode: 'dc', userCode: 'A', expiresIn: '60', pollInterval: '5' },
		is: { deviceCode: 'dc', expiresInSeconds: 60, pollSeconds: 5 },
	},
	{ call: 'sign-in', name: 'no code', body: { ok: true }, is: { failure: 'protocol' } },
];
