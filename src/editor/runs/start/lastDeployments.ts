import type * as vscode from 'vscode';

const storageKey = 'easel.lastDeployments';
const remembered = 200;

interface Choice {
	readonly document: string;
	readonly connection: string;
	readonly deployments: readonly string[];
}

/** Which deployments a document ran on, latest first, kept with the workspace. */
export class LastDeployments {
	readonly #state: vscode.Memento;

	constructor(state: vscode.Memento) {
		this.#state = state;
	}

	deploymentsFor(document: vscode.Uri, connectionId: string): readonly string[] {
		return this.#find(document.toString(), connectionId)?.deployments ?? [];
	}

	async remember(document: vscode.Uri, connectionId: string, deploymentId: string): Promise<void> {
		const key = document.toString();
		const before = this.#find(key, connectionId)?.deployments ?? [];
		const choice: Choice = {
			document: key,
			connection: connectionId,
			deployments: [deploymentId, ...before.filter((id) => id !== deploymentId)].slice(0, 5),
		};
		const others = this.#all().filter((known) => known.document !== key || known.connection !== connectionId);
		await this.#state.update(storageKey, [choice, ...others].slice(0, remembered));
	}

	#all(): readonly Choice[] {
		return this.#state.get<readonly Choice[]>(storageKey, []);
	}

	#find(document: string, connection: string): Choice | undefined {
		return this.#all().find((choice) => choice.document === document && choice.connection === connection);
	}
}
