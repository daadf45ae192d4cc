import { endEngine, engine, startEngine } from './underTest.ts';

/** Before the tier: an engine that answers and has an empty queue. After it: everything started here has ended. */
export const mochaHooks = {
	async beforeAll(this: Mocha.Context): Promise<void> {
		this.timeout(600_000);
		await startEngine();
		const { running, pending } = await engine.queue();
		if (running.length + pending.length > 0)
			throw new Error('The engine is at work. These tests need one that nobody else uses.');
		console.log(`  engine ${await engine.version()} at ${engine.url}`);
	},
	async afterAll(this: Mocha.Context): Promise<void> {
		this.timeout(60_000);
		await endEngine();
	},
};
