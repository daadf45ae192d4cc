import assert from 'node:assert/strict';
import { mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configurationFor } from '../support/configuration.ts';
import { newFolder } from '../support/newFolder.ts';
import { root } from '../tools/machine.mjs';
import { eras, McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

const harbour = join(root, 'media', 'samples', 'harbour.png');
const no = { action: 'decline' } as const;

for (const era of eras)
	describe(`the question to a person matches the act (${era})`, () => {
		const world = McpWorld.ofSuite();
		let folder: string;
		let picture: Buffer;

		before(async () => {
			folder = await realpath(newFolder());
			picture = await readFile(harbour);
		});

		/** Fills a folder with pictures and their captions. */
		async function filled(name: string, pairs: readonly string[]): Promise<string> {
			const place = join(folder, name);
			await mkdir(place, { recursive: true });
			for (const pair of pairs) {
				await writeFile(join(place, `${pair}.png`), picture);
				await writeFile(join(place, `${pair}.txt`), 'a harbor');
			}
			return place;
		}

		/** Returns the names of the files in a dataset. */
		async function filesOf(id: string): Promise<readonly string[]> {
			const status = await world.operations.call('GET', `/prod/v1/trainers/datasets/${id}/status`);
			return (status.files as readonly { readonly filename: string }[])
				.map(({ filename }) => filename)
				.toSorted();
		}

		it('sends exactly the files of the approved report, and names the others', async () => {
			const place = await filled('asked', ['a', 'b']);
			const agent = await world.connect({
				era,
				async answer() {
					await filled('asked', ['later']);
					await writeFile(join(place, 'b.txt'), 'another caption');
					return yes;
				},
			});
			const done = await agent.value('upload_dataset', {
				folder: place,
				name: 'asked_set',
				wait_for_completion: true,
			});
			assert.match(agent.asked[0] ?? '', /\n4 files, /);
			assert.deepEqual(await filesOf(done.dataset_id), ['a.png', 'a.txt']);
			const said = done.warnings.join('\n');
			for (const name of ['b.png', 'b.txt', 'later.png', 'later.txt']) assert.ok(said.includes(name), said);
		});

		it('asks about the folder that a link leads to, and reads no other one afterward', async () => {
			const place = await filled('real', ['a']);
			const elsewhere = await filled('private', ['family']);
			const link = join(folder, 'link');
			await symlink(place, link);
			const agent = await world.connect({
				era,
				async answer() {
					await rm(link);
					await symlink(elsewhere, link);
					return yes;
				},
			});
			const done = await agent.value('upload_dataset', { folder: link, wait_for_completion: true });
			assert.ok(agent.asked[0]?.includes(`\nFolder: "${place}"\n`), agent.asked[0]);
			assert.match(agent.asked[0] ?? '', /^Upload a folder as the dataset "link"/);
			assert.deepEqual(await filesOf(done.dataset_id), ['a.png', 'a.txt']);
		});

		it('asks about no upload that is refused anyway', async () => {
			const place = await filled('again', ['a']);
			const agent = await world.connect({ era, answer: () => yes });
			await agent.value('upload_dataset', { folder: place, name: 'taken_set', wait_for_completion: true });
			const asked = agent.asked.length;
			const refused = await agent.call('upload_dataset', { folder: place, name: 'taken_set' });
			assert.match(replyText(refused), /The dataset "taken_set" already exists/);
			assert.equal(agent.asked.length, asked);
		});

		it('names each file that leaves with a run, by its path without links, and the host of a webhook', async () => {
			await writeFile(join(folder, 'own.png'), picture);
			const far = join(folder, 'x'.repeat(150), 'family.png');
			await mkdir(join(far, '..'));
			await writeFile(far, picture);
			await symlink(far, join(folder, 'linked.png'));
			const workflow = JSON.parse(await readFile(sampleWorkflow, 'utf8'));
			for (const [id, image] of [
				['20', 'own.png'],
				['21', 'linked.png'],
				['22', `${'./'.repeat(60)}${far.slice(folder.length + 1)}`],
			] as const)
				workflow[id] = { class_type: 'LoadImage', inputs: { image } };
			const path = join(folder, 'workflow.json');
			await writeFile(path, JSON.stringify(workflow));
			const agent = await world.connect({ era, answer: () => no });
			const host = `hooks.example.com.${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example`;
			for (const webhook_url of [`https://${host}/x?token=1`, 'https://b\u00fccher.example/x']) {
				const said = await agent.call('submit_request', { deployment_id: demo.harbour, path, webhook_url });
				assert.ok(said.isError, replyText(said));
			}
			const [asked = '', other = ''] = agent.asked.filter((each) => each.startsWith('Run '));
			for (const file of [join(folder, 'own.png'), far]) assert.ok(asked.includes(`"${file}"`), asked);
			assert.equal(asked.match(/are also sent/g)?.length, 2, asked);
			assert.ok(asked.includes(`"https://${host}/x"`), asked);
			assert.ok(other.includes('"https://xn--bcher-kva.example/x"'), other);
		});

		it('asks about each route of an instance that may do more than read', async () => {
			const agent = await world.connect({ era, answer: () => no });
			const place = { deployment_id: demo.harbour, instance_id: '5a9d0000-0000-4000-8000-00000000000a' };
			for (const path of ['system_stats', '/api/queue', 'object_info/KSampler', 'view?filename=a.png'])
				await agent.call('call_instance_proxy', { ...place, path });
			assert.deepEqual(agent.asked, []);
			await agent.call('call_instance_proxy', { ...place, path: '../../x' });
			assert.deepEqual(agent.asked, []);
			for (const path of ['api/manager/reboot', '//host/x', 'object_info/../manager/reboot', 'free'])
				await agent.call('call_instance_proxy', { ...place, path });
			await agent.call('call_instance_proxy', { ...place, path: 'queue', method: 'POST' });
			assert.equal(agent.asked.length, 5, agent.asked.join('\n'));
		});

		it('asks about no end of a run that has ended', async () => {
			const agent = await world.connect({ era, answer: () => yes });
			const run = await agent.value('submit_request', {
				deployment_id: demo.harbour,
				path: sampleWorkflow,
				wait_for_completion: true,
			});
			const asked = agent.asked.length;
			const canceled = await agent.value('cancel_request', { request_id: run.request_id });
			assert.equal(canceled.outcome, 'notCancellable');
			assert.equal(agent.asked.length, asked);
		});

		it('announces the model-hub token, and sends it in its member only', async () => {
			const hubToken = `hf_${'S3cret'.repeat(6)}`;
			const agent = await world.connect({ era, hubToken, answer: () => yes });
			const place = await filled('tokens', ['a']);
			await agent.value('upload_dataset', { folder: place, name: 'token_set', wait_for_completion: true });
			const variable = '$' + '{HF_TOKEN}';
			const plain = configurationFor('token_set');
			const configuration = plain.replace('arch: chroma', `arch: chroma, hf_token: "${variable}"`);
			const asked = agent.asked.length;
			const named = configuration.replace('harbour_v1', `harbour_${variable}`);
			const refused = replyText(await agent.call('submit_training_job', { configuration: named }));
			assert.match(refused, /token does not belong here/);
			assert.equal(agent.asked.length, asked);
			await agent.value('submit_training_job', { configuration });
			assert.match(agent.asked.at(-1) ?? '', /\nYour model-hub token is sent with it\./);
			assert.ok(!agent.wire.join('').includes(hubToken));
		});

		it('shows no invisible characters', async () => {
			const agent = await world.connect({ era, answer: () => no });
			const tag = String.fromCodePoint(0xe0041);
			await agent.call('create_deployment', {
				name: `Pier${tag}\u200b`,
				workflow_id: 'w',
				workflow_version: 'v1',
			});
			assert.match(agent.asked[0] ?? '', /^Create the deployment "Pier"\?/);
		});
	});
