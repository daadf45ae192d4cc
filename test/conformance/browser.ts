import type { SandboxUnderTest } from './support.ts';

/** A browser that keeps its cookie and fills in forms. */
export class Browser {
	readonly #sandbox: SandboxUnderTest;
	#cookie = '';
	page = '';

	constructor(sandbox: SandboxUnderTest) {
		this.#sandbox = sandbox;
	}

	async open(path: string, form?: Record<string, string>): Promise<Response> {
		const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(this.page)?.[1] ?? '';
		const reply = await fetch(this.#sandbox.announced.webUrl + path, {
			method: form === undefined ? 'GET' : 'POST',
			headers: { cookie: this.#cookie, 'sec-fetch-site': 'same-origin' },
			...(form === undefined ? {} : { body: new URLSearchParams({ csrf, ...form }) }),
			redirect: 'manual',
		});
		this.#cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie;
		const next = reply.headers.get('location');
		if (next !== null) return this.open(next);
		this.page = await reply.text();
		return reply;
	}

	async signIn(next: string): Promise<void> {
		await this.open(next);
		const account = /name="account" value="([^"]+)"/.exec(this.page)?.[1] ?? '';
		await this.open('/session', { account, next });
	}

	/** Signs in without cookies. */
	async signInAgain(): Promise<void> {
		this.#cookie = '';
		await this.signIn('/cli-auth');
	}

	async decide(code: string, decision: 'approve' | 'deny'): Promise<void> {
		await this.signIn('/cli-auth');
		await this.open('/cli-auth', { code });
		await this.open('/cli-auth/decision', { code, decision });
	}
}
