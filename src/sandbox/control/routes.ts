import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { Account, Accounts } from '../account/accounts.ts';
import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import { type FaultPlan, readFaults } from '../base/faults.ts';
import type { Journal } from '../base/journal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Deployments } from '../deployments/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { Requests } from '../requests/records.ts';
import type { Holders } from './holders.ts';
import { savedWorkflowRoutes } from './savedWorkflows.ts';

interface Parts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly deployments: Deployments;
	readonly catalog: Pick<Catalog, 'add'>;
	readonly jobs: { remove(id: string): boolean };
	readonly faults: FaultPlan;
	readonly journal: Journal;
	readonly holders: Holders;
	/** Returns the account of the announced token. */
	readonly owner: () => Account;
	readonly requests: Pick<Requests, 'open'>;
	readonly engine: Pick<Engine, 'health'>;
	/** Applies a change. Call it after a deployment was made or changed. */
	readonly deploymentChanged: (deploymentId: string) => void;
	readonly noteClock: () => void;
	readonly reset: () => Promise<void>;
	readonly stop: () => void;
}

/** The most deployments or models that one call may add. */
const mostCopies = 100_000;
/** Real milliseconds between two lines of a held reply, so that a dead holder is noticed. */
const heartbeatMs = 5000;

/** Returns the routes under `controlUrl`; they are not part of the service. */
export function controlRoutes(parts: Parts): Hono {
	const { sandbox, accounts, faults, journal, holders } = parts;
	const app = new Hono();

	app.post('/reset', async (context) => {
		await parts.reset();
		return context.json({ reset: true });
	});
	let isStopping = false;
	app.post('/stop', (context) => {
		if (context.req.query('unless') === 'shared' && holders.isShared)
			return context.json({ message: 'Others hold the sandbox.' }, 409);
		isStopping = true;
		setImmediate(parts.stop);
		return context.json({ stopping: true });
	});
	app.get('/clock', (context) => context.json(clockState()));
	app.post('/clock', async (context) => {
		const seconds = (await readBody(context)).advance_seconds;
		if (typeof seconds !== 'number' || !(seconds >= 0)) {
			return problem(context, 'Send {"advance_seconds": N} with a number of virtual seconds from 0 up.');
		}
		if (!sandbox.clock.canAdvance(seconds * 1000)) {
			return problem(context, 'The clock of the sandbox goes no further than the year 9999.');
		}
		await sandbox.clock.advance(seconds * 1000);
		// Noted immediately, so that a kill does not set the clock back.
		parts.noteClock();
		return context.json(clockState());
	});
	app.post('/balance', async (context) => {
		const { microdollars, account_id: id = parts.owner().id } = await readBody(context);
		if (typeof microdollars !== 'number' || !Number.isSafeInteger(microdollars)) {
			return problem(
				context,
				'Send {"microdollars": N} with an integer, and "account_id" for another account.',
			);
		}
		if (accounts.get(String(id)) === undefined) return problem(context, 'There is no such account.');
		accounts.setBalance(String(id), microdollars);
		return context.json({ account_id: id, balance_microdollars: microdollars });
	});
	app.get('/faults', (context) => context.json({ rules: faults.report() }));
	app.post('/faults', async (context) => {
		try {
			const { rules, seed } = readFaults(await context.req.json());
			faults.set(rules, seed);
		} catch (error) {
			return problem(context, error instanceof Error ? error.message : String(error));
		}
		return context.json({ rules: faults.report() });
	});
	app.get('/journal', (context) =>
		context.json({ entries: journal.after(Number(context.req.query('since')) || 0) }),
	);
	app.delete('/journal', (context) => {
		journal.clear();
		return context.json({ entries: [] });
	});
	app.post('/accounts', async (context) => {
		const { email = `someone-${randomUUID().slice(0, 8)}@sandbox.local`, microdollars = 25_000_000 } =
			await readBody(context);
		if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(email)) {
			return problem(context, 'The e-mail address must be a text of the form name@host.');
		}
		if (typeof microdollars !== 'number' || !Number.isSafeInteger(microdollars)) {
			return problem(context, 'The balance "microdollars" must be an integer.');
		}
		if (accounts.byEmail(email) !== undefined)
			return problem(context, `There is an account for ${email} already.`);
		const account = accounts.create(email, microdollars);
		return context.json({ account_id: account.id, token: accounts.mint(account.id, 'api') });
	});
	app.get('/engine', async (context) => {
		const health = await parts.engine.health?.();
		const engine = health === undefined ? { engine: 'builtin' } : { engine: 'comfyui', ...health };
		return context.json({ ...engine, open_requests: parts.requests.open().length });
	});
	app.route('/', savedWorkflowRoutes({ ...parts, changed: parts.deploymentChanged }));
	app.post('/deployments', async (context) => {
		const { count } = await readBody(context);
		if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > mostCopies) {
			return problem(context, `Send {"count": N} with an integer from 1 to ${mostCopies}.`);
		}
		const { id } = parts.owner();
		const model = parts.deployments.list(id)[0];
		if (model === undefined)
			return problem(context, 'There is no deployment to copy. Start the sandbox with --demo.');
		sandbox.db.transaction(() => {
			for (let number = 1; number <= count; number++) {
				const name = `Copy ${String(number).padStart(5, '0')} of ${model.name}`;
				parts.deployments.create(id, { ...model, name, minInstances: 0 });
			}
		});
		return context.json({ created: count });
	});
	app.post('/models', async (context) => {
		const { count } = await readBody(context);
		if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > mostCopies) {
			return problem(context, `Send {"count": N} with an integer from 1 to ${mostCopies}.`);
		}
		parts.catalog.add(count);
		return context.json({ created: count });
	});
	app.delete('/jobs/:id', (context) => {
		const id = context.req.param('id');
		if (!parts.jobs.remove(id)) return problem(context, 'There is no such training job.');
		return context.json({ id, deleted: true });
	});
	app.get('/hold', (context) => {
		if (isStopping) return context.json({ message: 'The sandbox is ending.' }, 410);
		context.header('content-type', 'text/plain; charset=utf-8');
		return stream(context, async (held) => {
			const gone = new Promise<void>((resolve) => held.onAbort(resolve));
			holders.enter();
			try {
				while (!held.aborted && !held.closed) {
					await held.writeln('held');
					await Promise.race([held.sleep(heartbeatMs), gone]);
				}
			} finally {
				holders.leave();
			}
		});
	});
	app.notFound((context) => context.json({ message: 'There is no such control route.' }, 404));
	return app;

	function clockState() {
		return { now: timestamp(sandbox.clock.now()), speed: sandbox.clock.speed };
	}
}

/** Returns the members of a JSON body; none if it is empty or unreadable. */
async function readBody(context: Context): Promise<Record<string, unknown>> {
	const body: unknown = await context.req.json().catch(() => undefined);
	return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function problem(context: Context, message: string): Response {
	return context.json({ message }, 400);
}
