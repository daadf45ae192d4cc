import type { Run } from './engineDoubleRun.ts';

/** Places in documents at which runs stop until a test lets them continue. */
export class Gates {
	readonly #gates = new Map<string, { run?: Run; opened: boolean; wake: Set<() => void> }>();

	hold(nodeId: string): void {
		this.#gates.set(nodeId, { opened: false, wake: new Set() });
	}

	/** Resolves with the id of the run that is held at the node. */
	async held(nodeId: string): Promise<string> {
		const gate = this.#gates.get(nodeId);
		if (gate === undefined) throw new Error(`node ${nodeId} is not held`);
		while (gate.run === undefined) await new Promise<void>((wake) => gate.wake.add(wake));
		return gate.run.id;
	}

	release(nodeId: string): void {
		const gate = this.#gates.get(nodeId);
		this.#gates.delete(nodeId);
		if (gate === undefined) return;
		gate.opened = true;
		wakeAll(gate.wake);
	}

	/** Waits at a node while `stays` returns true; it is called again at each `look`. */
	async pass(run: Run, nodeId: string, stays: () => boolean): Promise<void> {
		const gate = this.#gates.get(nodeId);
		if (gate === undefined) return;
		gate.run = run;
		wakeAll(gate.wake);
		while (!gate.opened && stays()) await new Promise<void>((wake) => gate.wake.add(wake));
		if (!gate.opened) delete gate.run;
	}

	look(): void {
		for (const { wake } of this.#gates.values()) wakeAll(wake);
	}
}

function wakeAll(wake: Set<() => void>): void {
	const all = [...wake];
	wake.clear();
	for (const each of all) each();
}
