import * as vscode from 'vscode';
import type { Session, SessionSource } from '../../../core/account/session.ts';
import type { Log } from '../../../core/base/log.ts';
import { hubVariable, isHubToken } from '../../../core/training/hubVariable.ts';
import { hubTokenKey, readHubToken, storeHubToken } from '../../jobs/hubToken.ts';
import type { CommandHandlers } from '../../shell/commands.ts';
import { askForSecret, mayTravel } from '../../shell/connectionSecret.ts';
import { inform } from '../../shell/messages.ts';

/** The model-hub token of the connection in use: whether one is stored, and how it is set and removed. */
export class HubTokens implements vscode.Disposable {
	readonly #secrets: vscode.SecretStorage;
	readonly #session: SessionSource;
	readonly #log: Log;
	readonly #changed = new vscode.EventEmitter<void>();
	readonly #watches: readonly { dispose(): void }[];
	#isStored: boolean | undefined;
	/** A token was set or removed. */
	readonly onDidChange = this.#changed.event;

	constructor(secrets: vscode.SecretStorage, session: SessionSource, log: Log) {
		this.#secrets = secrets;
		this.#session = session;
		this.#log = log;
		this.#watches = [
			secrets.onDidChange(({ key }) => {
				if (key === hubTokenKey(session.current.connection)) void this.#look(session.current);
			}),
			session.onDidChange((current) => void this.#look(current)),
		];
		void this.#look(session.current);
	}

	/** True if a token is stored for the connection in use; undefined until that is known. */
	get isStored(): boolean | undefined {
		return this.#isStored;
	}

	/** Asks for the token; true when one is stored afterwards. */
	async set(): Promise<boolean> {
		const { connection } = this.#session.current;
		const token = await askForSecret({
			connection,
			address: connection.trainerUrl,
			title: vscode.l10n.t('Model Hub Token ({0})', connection.name),
			prompt: vscode.l10n.t(
				'A read token for gated weights. It takes the place of {0} when a training is sent, and is kept in the secret storage of the editor.',
				`$\{${hubVariable}}`,
			),
			problem: (text) =>
				isHubToken(text)
					? undefined
					: vscode.l10n.t('A token has at least 8 characters: letters, digits, _, - and . only.'),
		});
		if (token === undefined) return false;
		await this.#store(token);
		vscode.window.setStatusBarMessage(vscode.l10n.t('The model hub token is stored'), 5000);
		return true;
	}

	/** Stores the token that is written out at a place of a document, and writes the variable there. */
	async takeFrom(document: vscode.TextDocument, range: vscode.Range): Promise<void> {
		const token = document.getText(range);
		if (!isHubToken(token)) {
			await inform(vscode.l10n.t('The text has changed, and the token is no longer at this place.'));
			return;
		}
		const { connection } = this.#session.current;
		if (!(await mayTravel(connection, connection.trainerUrl))) return;
		// First: once it is removed from the text, no other copy exists.
		await this.#store(token);
		const edit = new vscode.WorkspaceEdit();
		edit.replace(document.uri, range, `$\{${hubVariable}}`);
		await vscode.workspace.applyEdit(edit);
		vscode.window.setStatusBarMessage(vscode.l10n.t('The model hub token is stored'), 5000);
	}

	/** Returns the commands that the palette and fixes call. */
	commands() {
		return {
			'easel.setHubToken': async () => void (await this.set()),
			'easel.removeHubToken': async () => {
				await this.#secrets.delete(hubTokenKey(this.#session.current.connection));
				await this.#look(this.#session.current);
				vscode.window.setStatusBarMessage(vscode.l10n.t('Removed the model hub token'), 5000);
			},
			'easel.storeHubToken': async (uri?: vscode.Uri, range?: vscode.Range) => {
				if (uri !== undefined && range !== undefined)
					await this.takeFrom(await vscode.workspace.openTextDocument(uri), range);
			},
		} satisfies CommandHandlers;
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#changed.dispose();
	}

	async #store(token: string): Promise<void> {
		const { current } = this.#session;
		await storeHubToken(this.#secrets, current.connection, token);
		await this.#look(current);
	}

	async #look({ connection }: Session): Promise<void> {
		const stored = await readHubToken(this.#secrets, connection).then(
			(token) => token !== undefined,
			(cause) => {
				this.#log.warn('The secret storage could not be read', cause);
				return undefined;
			},
		);
		if (connection !== this.#session.current.connection || stored === this.#isStored) return;
		this.#isStored = stored;
		this.#changed.fire();
	}
}
