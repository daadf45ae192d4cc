/** The subject of a call of the service. */
export type Thing =
	| 'request'
	| 'model-request'
	| 'deployment'
	| 'model'
	| 'balance'
	| 'account'
	| 'dataset'
	| 'job'
	| 'file'
	| 'signed-upload';

export type Act =
	| 'submit'
	| 'status'
	| 'result'
	| 'cancel'
	| 'resume'
	| 'edit'
	| 'list'
	| 'get'
	| 'change'
	| 'delete'
	| 'upload'
	| 'addresses'
	| 'put';

/** A call with replies that may be odd. `id` is absent if a call names none: each of them counts by its route. */
export interface Route {
	readonly thing: Thing;
	readonly act: Act;
	readonly id: string | undefined;
}

const trainer = '/prod/v1/trainers';

const table: readonly (readonly [method: string, path: RegExp, thing: Thing, act: Act])[] = [
	['POST', /^\/prod\/v\d\/deployments\/[^/]+\/inference$/, 'request', 'submit'],
	['GET', /^\/prod\/v\d\/deployments\/[^/]+\/requests\/([^/]+)\/status$/, 'request', 'status'],
	['GET', /^\/prod\/v\d\/deployments\/[^/]+\/requests\/([^/]+)\/result$/, 'request', 'result'],
	['POST', /^\/prod\/v\d\/deployments\/[^/]+\/requests\/([^/]+)\/cancel$/, 'request', 'cancel'],
	['GET', /^\/prod\/v2\/deployments$/, 'deployment', 'list'],
	['POST', /^\/prod\/v2\/deployments$/, 'deployment', 'submit'],
	['GET', /^\/prod\/v2\/deployments\/([^/]+)$/, 'deployment', 'get'],
	['PATCH', /^\/prod\/v2\/deployments\/([^/]+)$/, 'deployment', 'change'],
	['DELETE', /^\/prod\/v2\/deployments\/([^/]+)$/, 'deployment', 'delete'],
	['GET', /^\/prod\/v2\/balance$/, 'balance', 'get'],
	['GET', /^\/api\/auth\/me$/, 'account', 'get'],
	['GET', /^\/v1\/models$/, 'model', 'list'],
	['GET', /^\/v1\/models\/(?!categories$)(.+)$/, 'model', 'get'],
	['POST', /^\/v1\/models\/.+$/, 'model-request', 'submit'],
	['GET', /^\/v1\/requests\/([^/]+)\/status$/, 'model-request', 'status'],
	['GET', /^\/v1\/requests\/([^/]+)\/result$/, 'model-request', 'result'],
	['POST', /^\/v1\/requests\/([^/]+)\/cancel$/, 'model-request', 'cancel'],
	['GET', new RegExp(`^${trainer}/datasets$`), 'dataset', 'list'],
	['POST', new RegExp(`^${trainer}/datasets$`), 'dataset', 'submit'],
	['GET', new RegExp(`^${trainer}/datasets/([^/]+)/status$`), 'dataset', 'status'],
	['POST', new RegExp(`^${trainer}/datasets/([^/]+)/upload$`), 'dataset', 'upload'],
	['POST', new RegExp(`^${trainer}/datasets/([^/]+)/get-upload-endpoint$`), 'dataset', 'addresses'],
	['DELETE', new RegExp(`^${trainer}/datasets/([^/]+)$`), 'dataset', 'delete'],
	['POST', new RegExp(`^${trainer}/ai-toolkit/jobs$`), 'job', 'submit'],
	['GET', new RegExp(`^${trainer}/ai-toolkit/jobs/([^/]+)/status$`), 'job', 'status'],
	['GET', new RegExp(`^${trainer}/ai-toolkit/jobs/([^/]+)/result$`), 'job', 'result'],
	['POST', new RegExp(`^${trainer}/ai-toolkit/jobs/([^/]+)/result$`), 'job', 'result'],
	['POST', new RegExp(`^${trainer}/ai-toolkit/jobs/([^/]+)/cancel$`), 'job', 'cancel'],
	['POST', new RegExp(`^${trainer}/ai-toolkit/jobs/([^/]+)/resume$`), 'job', 'resume'],
	['POST', new RegExp(`^${trainer}/ai-toolkit/jobs/([^/]+)/edit$`), 'job', 'edit'],
];

/**
 * Returns the subject and the act of a call; undefined if its replies are never changed (pages, sign-in, the engine
 * behind an instance).
 */
export function routeOf(host: string, method: string, path: string): Route | undefined {
	if (host === 'storage') {
		if (method === 'PUT') return { thing: 'signed-upload', act: 'put', id: path };
		return method === 'GET' ? { thing: 'file', act: 'get', id: path } : undefined;
	}
	for (const [each, pattern, thing, act] of table) {
		const match = each === method ? pattern.exec(path) : null;
		if (match !== null) return { thing, act, id: match[1] };
	}
	return undefined;
}

/** Counts calls, so that the n-th call about the m-th thing has the same draw in every run, though ids differ. */
export class Turns {
	readonly #ordinals = new Map<string, number>();
	readonly #known = new Map<Thing, number>();
	readonly #calls = new Map<string, number>();

	/** Returns the index of a thing within its kind, by their first call. */
	ordinalOf(thing: Thing, id: string): number {
		const key = `${thing} ${id}`;
		const found = this.#ordinals.get(key);
		if (found !== undefined) return found;
		const next = (this.#known.get(thing) ?? 0) + 1;
		this.#known.set(thing, next);
		this.#ordinals.set(key, next);
		return next;
	}

	/** Returns the text that decides the draws of this call. */
	next({ thing, act, id }: Route): Turn {
		const about = id === undefined ? thing : `${thing} ${this.ordinalOf(thing, id)}`;
		const series = `${act} ${about}`;
		const call = (this.#calls.get(series) ?? 0) + 1;
		this.#calls.set(series, call);
		return { about, series, key: `${series} ${call}` };
	}
}

/** One call within its series: the same act on the same thing. */
export interface Turn {
	readonly about: string;
	readonly series: string;
	readonly key: string;
}
