import type * as vscode from 'vscode';
import type { DocumentTargets } from '../../../core/runs/start/runSource.ts';

const storageKey = 'easel.lastDeployments';
const remembered = 200;

interface Choice {
	readonly document: string;
	readonly connection: string;
	readonly deployments: readonly string[];
}

/** The deployments that a document ran on, latest first, kept with the workspace. */
export class LastDeployments implements DocumentTargets {
	readonly #state: vscode.Memento;

	constructor(state: vscode.Memento) {
		this.#state = state;
	}

	deploymentsFor(document: string, connectionId: string): readonly string[] {
		return this.#find(document, connectionId)?.deployments ?? [];
	}

	async remember(document: string, connectionId: string, deploymentId: string): Promise<void> {
		const before = this.#find(document, connectionId)?.deployments ?? [];
		const choice: Choice = {
			document,
			connection: connectionId,
			deployments: [deploymentId, ...before.filter((id) => id !== deploymentId)].slice(0, 5),
		};
		const others = this.#all().filter(
			(known) => known.document !== document || known.connection !== connectionId,
		);
		await this.#state.update(storageKey, [choice, ...others].slice(0, remembered));
	}

	#all(): readonly Choice[] {
		return this.#state.get<readonly Choice[]>(storageKey, []);
	}

	#find(document: string, connection: string): Choice | undefined {
		return this.#all().find((choice) => choice.document === document && choice.connection === connection);
	}
}
