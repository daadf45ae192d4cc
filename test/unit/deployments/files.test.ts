import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import type { Deployment } from '../../../src/core/deployments/deployment.ts';
import {
	type DeploymentFile,
	fileKeys,
	readDeploymentFile,
} from '../../../src/core/deployments/file/deploymentFile.ts';
import {
	completeDeploymentFile,
	hoverDeploymentFile,
} from '../../../src/core/deployments/file/deploymentFileLanguage.ts';
import {
	deploymentFileText,
	idEdits,
	settingEdits,
} from '../../../src/core/deployments/file/deploymentFileText.ts';
import { isDeploymentFileName } from '../../../src/core/deployments/file/fileName.ts';
import { planDeployment } from '../../../src/core/deployments/file/plan.ts';
import { canBeSent } from '../../../src/core/deployments/file/values.ts';
import { changeText, settingsOf } from '../../../src/core/deployments/settings.ts';
import { expectFailure, expectValue } from '../http/support.ts';

const live: Deployment = {
	id: '5a9d0000-0000-4000-8000-000000000001',
	name: 'Harbor',
	workflowId: '3f1c0000-0000-4000-8000-000000000001',
	workflowVersion: 'v1',
	hardware: 'AMPERE_48',
	minInstances: 0,
	maxInstances: 2,
	queueSize: 1,
	keepWarmSeconds: 60,
	enabled: true,
};
const sound = deploymentFileText(live);

/** Returns codes with the words they underline. */
const found = (text: string, file: DeploymentFile = readDeploymentFile(text)) =>
	file.findings.map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
const messages = (text: string) => readDeploymentFile(text).findings.map(({ message }) => message);

describe('a file that describes a deployment', () => {
	it('is recognized by its name', () => {
		for (const name of ['a/harbor.deployment.yaml', 'x.DEPLOYMENT.YML'])
			assert.ok(isDeploymentFileName(name), name);
		for (const name of ['deployment.yaml', 'harbor.yaml', 'harbor.deployment.yaml.bak'])
			assert.ok(!isDeploymentFileName(name), name);
	});

	it('has one document', () => {
		const [finding, ...more] = readDeploymentFile('name: a\n---\nname: b\n').findings;
		assert.equal(finding?.message, 'A second document starts here, and only one per file is read.');
		assert.match(finding.remedy ?? '', /^Remove the --- line/);
		assert.deepEqual(more, []);
	});

	it('has settings on separate lines, so that the ID can be written above them', () => {
		for (const text of [
			'{name: a, workflow_id: w, workflow_version: v1}\n',
			'? name\n: a\nworkflow_id: w\nworkflow_version: v1\n',
			'name: a\n? workflow_id\n: w\nworkflow_version: v1\n',
		])
			assert.deepEqual(found(text), [`deployment_syntax ${text.charAt(0)}`], text);
		const indented = '# ours\n  name: what?\n  workflow_id: w\n  workflow_version: v1\n';
		const written = applyEdits(indented, idEdits(indented, readDeploymentFile(indented), '1234'));
		assert.deepEqual([found(written), readDeploymentFile(written).id], [[], '1234']);
	});

	it('lists the settings for an unknown key that is a member of every object', () => {
		for (const key of ['constructor', '__proto__', 'toString']) {
			const { findings } = readDeploymentFile(`id: x\n${key}: 5\n`);
			assert.match(findings[0]?.remedy ?? '', /^Settings are id, /);
			assert.equal(findings[0]?.fixes, undefined);
		}
	});

	it('is read back unchanged, whatever the name', () => {
		for (const name of [
			'Harbor',
			'yes',
			'1.0',
			'null',
			'# no comment',
			'a: b',
			' spaces ',
			'<b>bold</b>',
			'🚢 harbor',
			'מִגְדַּלּוֹר',
			'line\nbreak',
			'"quoted" and \'more\' \\',
			'- dash',
			'{brace}',
			'%TAG',
			'\u202Egnp',
		]) {
			const file = readDeploymentFile(deploymentFileText({ ...live, name }));
			assert.deepEqual(file.findings, [], name);
			assert.equal(file.settings.name, name.trim());
			assert.deepEqual({ ...file.settings, name: 'x' }, { ...settingsOf(live), name: 'x' });
			assert.equal(file.id, live.id);
		}
	});

	it('reports unknown and duplicate keys, and suggests the intended one', () => {
		const text = 'id: a\nmax_instance: 2\nqueue_size: 1\nqueue_size: 2\nenabled: true\nnonsense: 1\n';
		assert.deepEqual(found(text), [
			'deployment_unknown_key max_instance',
			'deployment_duplicate_key queue_size',
			'deployment_unknown_key enabled',
			'deployment_unknown_key nonsense',
		]);
		const { findings } = readDeploymentFile(text);
		const fixed = applyEdits(
			text,
			findings.flatMap(({ fixes = [] }) => fixes.flatMap(({ edits }) => edits)),
		);
		assert.match(fixed, /\nmax_instances: 2\n.*\nis_enabled: true\n/s);
	});

	it('reports values of another type or out of range', () => {
		const text = [
			'id: a',
			'name:',
			'hardware: [AMPERE_48]',
			'min_instances: 31',
			'max_instances: many',
			'queue_size: -1',
			'keep_warm_duration_in_seconds: 1.5',
			'is_enabled: yes',
		].join('\n');
		assert.deepEqual(found(text), [
			'deployment_type name',
			'deployment_type [AMPERE_48]',
			'deployment_range 31',
			'deployment_type many',
			'deployment_range -1',
			'deployment_type 1.5',
			'deployment_type yes',
		]);
		assert.deepEqual(readDeploymentFile(text).settings, {});
		assert.match(messages(text).join(), /from 0 to 30/);
	});

	it('finds a maximum below the minimum, and can raise it', () => {
		const text = 'id: a\nmin_instances: 3\nmax_instances: 2\n';
		assert.deepEqual(found(text), ['deployment_range 2']);
		const [fix] = readDeploymentFile(text).findings[0]?.fixes ?? [];
		assert.equal(applyEdits(text, fix?.edits ?? []), text.replace('max_instances: 2', 'max_instances: 3'));
	});

	it('warns of an unknown machine, names the closest, and accepts those of the service', () => {
		const text = 'id: a\nhardware: AMPER_48\n';
		const file = readDeploymentFile(text);
		assert.deepEqual(
			file.findings.map(({ severity, remedy }) => [severity, remedy]),
			[['warning', 'Did you mean AMPERE_48?']],
		);
		assert.ok(canBeSent(file));
		assert.deepEqual(readDeploymentFile('id: a\nhardware: BLACKWELL_192', ['BLACKWELL_192']).findings, []);
		assert.ok(!canBeSent(readDeploymentFile('id: a\nhardware: "one two"\n')));
	});

	it('names missing settings of a new deployment', () => {
		assert.match(messages('name: Pier\n')[0] ?? '', /needs workflow_id, workflow_version/);
		assert.deepEqual(messages('name: Pier\nworkflow_id: w\nworkflow_version: v1\n'), []);
	});

	it('explains an unrelated text', () => {
		for (const text of [
			'',
			'   \n',
			'- a\n- b',
			'just words',
			'[',
			'a: b: c',
			'\t',
			'? [x]\n: y',
			'\0',
			'&a *a',
		])
			assert.ok(!canBeSent(readDeploymentFile(text)), JSON.stringify(text));
		assert.match(messages(`${'#'.repeat(100_001)}`)[0] ?? '', /too long/);
	});

	it('never throws, and underlines only existing text', () => {
		const line = fc.oneof(
			fc.tuple(fc.constantFrom(...fileKeys, 'other'), fc.string()).map(([key, value]) => `${key}: ${value}`),
			fc.string(),
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
				const text = lines.join('\n');
				const file = readDeploymentFile(text);
				for (const { range } of file.findings)
					assert.ok(range.start >= 0 && range.start <= range.end && range.end <= Math.max(1, text.length));
				completeDeploymentFile(text, Math.floor(text.length / 2));
				hoverDeploymentFile(file, Math.floor(text.length / 2));
			}),
			{ numRuns: 300 },
		);
	});

	it('may begin with a byte order mark and have Windows line endings', () => {
		const text = '\ufeffname: Pier\r\nworkflow_id: w\r\nworkflow_version: v1\r\n';
		const file = readDeploymentFile(text);
		assert.deepEqual(file.findings, []);
		assert.equal(
			applyEdits(text, idEdits(text, file, 'a')),
			'\ufeffid: a\r\nname: Pier\r\nworkflow_id: w\r\nworkflow_version: v1\r\n',
		);
	});

	it('applies other values and keeps comments, order and everything else', () => {
		const text = '# ours\nmax_instances: 2 # enough\nname: "Harbor"\nhardware:\n';
		const file = readDeploymentFile(text);
		const edits = settingEdits(text, file, { ...settingsOf(live), maxInstances: 5 }, live.id);
		assert.equal(
			applyEdits(text, edits),
			`# ours\nid: ${live.id}\nmax_instances: 5 # enough\nname: "Harbor"\nhardware: AMPERE_48\n`,
		);
		assert.deepEqual(settingEdits(sound, readDeploymentFile(sound), settingsOf(live), live.id), []);
		assert.equal(
			applyEdits(
				'id: old\nname: x\n',
				idEdits('id: old\nname: x\n', readDeploymentFile('id: old\nname: x\n'), 'new'),
			),
			'id: new\nname: x\n',
		);
	});
});

describe('editing such a file', () => {
	const offer = (text: string) => {
		const offset = text.indexOf('|');
		const whole = text.replace('|', '');
		return completeDeploymentFile(whole, offset, ['BLACKWELL_192']);
	};

	it('offers the missing keys', () => {
		const labels = offer('name: x\nqu|').map(({ label }) => label);
		assert.ok(labels.includes('queue_size') && !labels.includes('name'), labels.join());
		assert.equal(offer('qu|').find(({ label }) => label === 'queue_size')?.insert, 'queue_size: ');
		assert.equal(offer('qu|: 4').find(({ label }) => label === 'queue_size')?.insert, 'queue_size');
	});

	it('offers machines with their memory, including new ones, and true or false', () => {
		const machines = offer('hardware: A|');
		assert.equal(machines.length, 8);
		assert.equal(machines[2]?.detail, 'AMPERE_48 (48 GB), usual');
		assert.equal(machines[7]?.label, 'BLACKWELL_192');
		assert.deepEqual(
			offer('is_enabled: |').map(({ label }) => label),
			['true', 'false'],
		);
		assert.deepEqual(offer('name: |'), []);
	});

	it('explains the key and the value under the pointer', () => {
		const text = 'id: a\nmin_instances: 2 # x\n';
		const file = readDeploymentFile(text);
		const hover = hoverDeploymentFile(file, text.indexOf('2'));
		assert.match(hover?.markdown ?? '', /billed continuously.*From 0 to 30; usually 0/s);
		assert.match(hoverDeploymentFile(file, 0)?.markdown ?? '', /belongs to/);
		assert.equal(hoverDeploymentFile(file, text.indexOf('#')), undefined);
	});
});

describe('the plan of such a file', () => {
	it('is empty if the deployment matches the file, and compares only settings in the file', () => {
		assert.equal(expectValue(planDeployment(readDeploymentFile(sound), live)).action, 'none');
		const one = readDeploymentFile(`id: ${live.id}\nqueue_size: 1\n`);
		assert.equal(expectValue(planDeployment(one, { ...live, name: 'other' })).action, 'none');
	});

	it('names each difference and its cost', () => {
		const file = readDeploymentFile(sound.replace('min_instances: 0', 'min_instances: 1'));
		const plan = expectValue(planDeployment(file, live));
		assert.equal(plan.action, 'change');
		assert.deepEqual(plan.changes.map(changeText), ['Minimum instances: 0 → 1']);
		assert.match(plan.cost ?? '', /^One instance/);
	});

	it('rejects a minimum above the maximum of the deployment, another workflow, and a missing ID', () => {
		const file = readDeploymentFile(`id: ${live.id}\nmin_instances: 5\n`);
		assert.match(expectFailure(planDeployment(file, live)).message, /below the minimum of 5/);
		const other = readDeploymentFile(`id: ${live.id}\nworkflow_id: other\n`);
		assert.match(expectFailure(planDeployment(other, live)).message, /cannot be changed/);
		assert.equal(expectFailure(planDeployment(readDeploymentFile(sound), undefined)).kind, 'notFound');
	});

	it('creates a missing deployment, but never a second one of the same name', () => {
		const file = readDeploymentFile(
			'name: Pier\nworkflow_id: w\nworkflow_version: v1\nmin_instances: 2\nmax_instances: 2\n',
		);
		const plan = expectValue(planDeployment(file, undefined, [live]));
		assert.equal(plan.action, 'create');
		assert.ok(plan.changes.some((change) => changeText(change) === 'Hardware: AMPERE_48 (48 GB)'));
		assert.match(plan.cost ?? '', /^2 instances/);
		const failure = expectFailure(planDeployment(file, undefined, [{ ...live, name: 'Pier' }]));
		assert.match(failure.nextStep, new RegExp(`id: ${live.id}`));
	});

	it('does not plan a file with errors', () => {
		const failure = expectFailure(
			planDeployment(readDeploymentFile(`id: ${live.id}\nqueue_size: x\n`), live),
		);
		assert.match(failure.message, /whole number/);
	});
});
