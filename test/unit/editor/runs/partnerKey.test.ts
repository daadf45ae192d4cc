import assert from 'node:assert/strict';
import type { SecretStorage } from 'vscode';
import type { SessionSource, SignedIn } from '../../../../src/core/account/session.ts';
import { engineConnection } from '../../../../src/core/connection/connections.ts';
import { type Preparation, planFor } from '../../../../src/core/runs/start/preparation.ts';
import { loadCoreCatalog } from '../../../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';
import { storageKey } from '../../../../src/editor/runs/start/partnerKey.ts';
import { partnerKeyCommands } from '../../../../src/editor/runs/start/partnerKeyCommands.ts';
import { part } from '../../support/part.ts';
import { editor } from '../../support/vscode.ts';

const document = parseWorkflow('{"1": {"class_type": "Ideogram", "inputs": {"seed": 1}}}');
const source = { document };
const preparation: Preparation = {
	saved: undefined,
	takesInputs: false,
	media: { files: [], warnings: [] },
	core: await loadCoreCatalog(),
	balance: undefined,
};

describe('the key for third-party API nodes on an engine', () => {
	afterEach(() => editor.reset());

	const sessionOf = (address: string) =>
		({ state: 'signedIn', connection: engineConnection('My ComfyUI', address) }) as SignedIn;

	async function stored(address: string): Promise<ReadonlyMap<string, string>> {
		const secrets = new Map<string, string>();
		const storage = part<SecretStorage>({
			store: async (name: string, value: string) => void secrets.set(name, value),
		});
		editor.ask = () => '5ecret';
		const session = part<SessionSource>({ current: sessionOf(address) });
		await partnerKeyCommands(storage, session)['easel.setPartnerKey']();
		return secrets;
	}

	it('is not requested for an unencrypted address, with the reason', async () => {
		assert.equal((await stored('http://192.168.1.5:8188')).size, 0);
		assert.match(editor.messages[0]?.text ?? '', /would be sent unencrypted.*begins with http:/);
		for (const address of ['http://127.0.0.1:8188', 'https://comfy.test'])
			assert.deepEqual(
				[...(await stored(address))],
				[[storageKey(engineConnection('My ComfyUI', address)), '5ecret']],
				address,
			);
	});

	it('is not sent unencrypted, even if stored before, and the plan reports it', async () => {
		const planned = async (address: string, key?: string) => {
			const plan = await planFor(
				sessionOf(address),
				source,
				{ kind: 'engine', id: 'engine' },
				preparation,
				'auto',
				key,
			);
			assert.ok(plan.ok);
			return plan.value;
		};
		const readable = await planned('http://192.168.1.5:8188', '5ecret');
		assert.ok(!readable.bodyText.includes('5ecret'));
		assert.match(readable.reason, /without the key for third-party API nodes/);
		assert.doesNotMatch((await planned('http://192.168.1.5:8188')).reason, /without the key/);
		for (const address of ['http://localhost:8188', 'https://comfy.test']) {
			const plan = await planned(address, '5ecret');
			assert.ok(plan.bodyText.includes('5ecret'), address);
			assert.doesNotMatch(plan.reason, /without the key/);
		}
	});
});
