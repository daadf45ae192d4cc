import { html } from 'hono/html';
import type { Account } from './accounts.ts';

type Html = ReturnType<typeof html>;
/** A finished page, as a context sends it. */
type Page = string | Promise<string>;

const style = `
	:root { color-scheme: light dark; --ink: #1d2430; --soft: #57606e; --paper: #f4f1ea; --card: #fffdf9; --line: #d9d3c6;
		--accent: #1f6f78; --on-accent: #ffffff; --danger: #a4262c; }
	@media (prefers-color-scheme: dark) { :root { --ink: #e9e6df; --soft: #a7adb8; --paper: #171a20; --card: #20252d;
		--line: #39404b; --accent: #6fc3cb; --on-accent: #0d1a1c; --danger: #ff9a93; } }
	* { box-sizing: border-box; }
	body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper);
		color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
	main { width: min(100%, 460px); background: var(--card); border: 1px solid var(--line); border-radius: 14px;
		padding: 32px; box-shadow: 0 12px 40px rgb(0 0 0 / 0.08); }
	main.wide { width: min(100%, 720px); }
	h1 { font-size: 1.4rem; margin: 0 0 8px; }
	p { margin: 0 0 16px; color: var(--soft); }
	.tag { display: inline-block; font-size: 0.75rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--accent);
		margin-bottom: 12px; }
	label { display: block; font-weight: 600; margin-bottom: 6px; }
	input[type=text] { width: 100%; font: 600 1.5rem/1.2 ui-monospace, monospace; letter-spacing: 0.16em; text-align: center;
		text-transform: uppercase; padding: 12px; border: 1px solid var(--soft); border-radius: 10px; background: transparent;
		color: inherit; }
	button { font: inherit; font-weight: 600; padding: 10px 18px; border-radius: 10px; border: 1px solid var(--accent);
		background: var(--accent); color: var(--on-accent); cursor: pointer; }
	button.plain { background: transparent; color: var(--ink); border-color: var(--soft); }
	button.danger { background: transparent; color: var(--danger); border-color: var(--danger); padding: 4px 12px; }
	:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
	.row { display: flex; gap: 12px; flex-wrap: wrap; margin-top: 20px; }
	.code { font: 600 1.6rem/1.2 ui-monospace, monospace; letter-spacing: 0.16em; color: var(--ink); margin: 8px 0 16px; }
	.problem { border-left: 4px solid var(--danger); padding: 8px 12px; color: var(--danger); margin: 0 0 16px; }
	table { width: 100%; border-collapse: collapse; }
	th, td { text-align: left; padding: 10px 8px; border-bottom: 1px solid var(--line); }
	th { color: var(--soft); font-weight: 600; font-size: 0.85rem; }
	th:last-child, td:last-child { text-align: right; }
`;

function page(title: string, body: Html, wide = false): Page {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Sandbox</title>
<style>${style}</style>
</head>
<body>
<main${wide ? html` class="wide"` : ''}>
<span class="tag">Sandbox on this computer</span>
${body}
</main>
</body>
</html>`;
}

/** Returns the page with one button for each account; nothing has to be typed. */
export function signInPage(accounts: readonly Account[], csrf: string, next: string): Page {
	return page(
		'Sign in',
		html`<h1>Sign in</h1>
<p>This is a simulated service. Its accounts have no password.</p>
${accounts.map(
	(account, index) => html`<form method="post" action="/session" class="row">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="next" value="${next}">
<input type="hidden" name="account" value="${account.id}">
<button type="submit"${index === 0 ? html` autofocus` : html` class="plain"`}>Sign in as ${account.email}</button>
</form>`,
)}`,
	);
}

/** Returns the form into which the person types the code that the device shows. */
export function codePage(account: Account, csrf: string, problem?: string) {
	return page(
		'Connect a device',
		html`<h1>Connect a device</h1>
<p>Signed in as ${account.email}. Type the code that your device shows.</p>
${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/cli-auth">
<input type="hidden" name="csrf" value="${csrf}">
<label for="code">Code</label>
<input type="text" id="code" name="code" required autofocus autocomplete="off" spellcheck="false" maxlength="12"
placeholder="ABCD-EFGH">
<div class="row"><button type="submit">Continue</button></div>
</form>`,
	);
}

/** Returns the question whether the device may use the account. */
export function confirmPage(account: Account, csrf: string, code: string) {
	return page(
		'Allow this device?',
		html`<h1>Allow this device?</h1>
<p>The device that shows this code will be able to run work and spend the balance of ${account.email}.</p>
<div class="code">${code}</div>
<form method="post" action="/cli-auth/decision">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="code" value="${code}">
<div class="row">
<button type="submit" name="decision" value="approve" autofocus>Authorize</button>
<button type="submit" name="decision" value="deny" class="plain">Deny</button>
</div>
</form>`,
	);
}

export function donePage(approved: boolean) {
	return approved
		? page(
				'Device connected',
				html`<h1>Device connected</h1><p>You can close this page and go back to your device.</p>`,
			)
		: page(
				'Device refused',
				html`<h1>Device refused</h1><p>The device was not given access. You can close this page.</p>`,
			);
}

/** Returns the page of the account with its tokens, each with a button that ends it. */
export function profilePage(
	account: Account,
	csrf: string,
	tokens: readonly { readonly id: string; readonly type: string; readonly created: string }[],
) {
	const balance = (account.balance / 1_000_000).toFixed(2);
	return page(
		'Profile',
		html`<h1>${account.email}</h1>
<p>Balance: ${balance} USD</p>
<h2>Access tokens</h2>
${tokens.length === 0 ? html`<p>There are no valid tokens.</p>` : ''}
<table>
<thead><tr><th scope="col">Type</th><th scope="col">Created (UTC)</th><th scope="col"><span>Action</span></th></tr></thead>
<tbody>
${tokens.map(
	(token) => html`<tr><td>${token.type}</td><td>${token.created}</td><td>
<form method="post" action="/profile/revoke">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="token" value="${token.id}">
<button type="submit" class="danger" aria-label="Revoke the ${token.type} token of ${token.created}">Revoke</button>
</form></td></tr>`,
)}
</tbody>
</table>`,
		true,
	);
}
