import assert from 'node:assert/strict';
import { formErrors } from '../../../src/core/base/panel/formFields.ts';
import {
	deploymentFields,
	deploymentFormErrors,
	formValuesOf,
	settingsOfForm,
} from '../../../src/core/deployments/deploymentForm.ts';
import {
	changedSince,
	changeText,
	hardwareChoices,
	settingChanges,
	standingCost,
	usualSettings,
} from '../../../src/core/deployments/settings.ts';

const machines = hardwareChoices([]);
const fields = deploymentFields('new', machines, []);
const sound = {
	...formValuesOf('new', usualSettings()),
	name: 'Harbor',
	workflow_id: '3f1c0000-0000-4000-8000-000000000001',
	workflow_version: 'v1',
};
const errorsWith = (change: Readonly<Record<string, string>>) =>
	deploymentFormErrors('new', fields, { ...sound, ...change });

describe('the form of a deployment', () => {
	it('has every setting with a one-line description, and the seven machines with their memory', () => {
		assert.deepEqual(
			fields.map(({ path }) => path),
			[
				'name',
				'workflow_id',
				'workflow_version',
				'hardware',
				'min_instances',
				'max_instances',
				'queue_size',
				'keep_warm_duration_in_seconds',
			],
		);
		for (const { description, path } of fields) assert.match(description ?? '', /^[A-Z].*\.$/, path);
		const machine = fields.find(({ path }) => path === 'hardware');
		assert.ok(machine?.kind === 'enum');
		assert.equal(machine.options.length, 7);
		assert.equal(machine.options.at(-1)?.label, 'HOPPER_141 (141 GB)');
	});

	it('keeps and offers undocumented machines', () => {
		assert.deepEqual(hardwareChoices(['BLACKWELL_192', undefined, 'AMPERE_48', 'BLACKWELL_192']).slice(7), [
			'BLACKWELL_192',
		]);
	});

	it('begins with the usual settings and accepts a sound deployment', () => {
		assert.deepEqual(errorsWith({}), {});
		assert.deepEqual(settingsOfForm('new', sound), {
			name: 'Harbor',
			workflowId: '3f1c0000-0000-4000-8000-000000000001',
			workflowVersion: 'v1',
			...usualSettings(),
		});
	});

	it('rejects a value out of range, empty, too long or no number, at its field', () => {
		const cases: readonly (readonly [string, string, RegExp])[] = [
			['name', '', /Enter a value/],
			['name', '   ', /Enter a value/],
			['name', 'x'.repeat(201), /at most 200/],
			['workflow_id', '', /Enter a value/],
			['hardware', 'ABACUS_1', /Choose one/],
			['min_instances', '-1', /from 0 to 30/],
			['min_instances', '31', /from 0 to 30/],
			['min_instances', '1.5', /whole number/],
			['min_instances', 'two', /whole number/],
			['max_instances', '0', /from 1 to 60/],
			['max_instances', '61', /from 1 to 60/],
			['max_instances', '', /Enter a value/],
			['queue_size', '-1', /from 0/],
			['keep_warm_duration_in_seconds', '1e3', /whole number/],
			['keep_warm_duration_in_seconds', '9'.repeat(400), /^[A-Z].*\.$/],
		];
		for (const [path, text, message] of cases)
			assert.match(errorsWith({ [path]: text })[path] ?? '', message, `${path} ${text}`);
	});

	it('rejects a maximum below the minimum at the maximum, and only if both are numbers', () => {
		assert.match(errorsWith({ min_instances: '3', max_instances: '2' }).max_instances ?? '', /below/);
		assert.deepEqual(errorsWith({ min_instances: '3', max_instances: '3' }), {});
		assert.deepEqual(Object.keys(errorsWith({ min_instances: 'x', max_instances: '1' })), ['min_instances']);
	});

	it('accepts markup, emoji and right-to-left text literally', () => {
		for (const name of ['<b onclick=x>', '🚢 harbor', 'מִגְדַּלּוֹר', '%s {0}'])
			assert.equal(settingsOfForm('new', { ...sound, name }).name, name);
	});

	it('edits everything except the workflow, and keeps the setting of an empty field', () => {
		const edited = deploymentFields('edit', machines, []);
		assert.ok(!edited.some(({ path }) => path === 'workflow_id'));
		const values = { name: 'Harbor', queue_size: '' };
		assert.deepEqual(formErrors(edited, values), {});
		assert.deepEqual(settingsOfForm('edit', values), { name: 'Harbor' });
	});

	it('offers each workflow of the existing deployments once, and none without deployments', () => {
		const field = (...deployments: Parameters<typeof deploymentFields>[2]) =>
			deploymentFields('new', machines, deployments).find(({ path }) => path === 'workflow_id');
		const known = field(
			{ id: '1', name: 'Harbor', workflowId: 'w1' },
			{ id: '2', name: 'Pier', workflowId: 'w1' },
			{ id: '3', name: 'Tower' },
			{ id: '4', name: 'Mole', workflowId: 'w2' },
		);
		assert.deepEqual(known?.kind === 'text' ? known.known : undefined, [
			{ value: 'w1', label: 'Harbor, Pier', description: 'w1' },
			{ value: 'w2', label: 'Mole', description: 'w2' },
		]);
		assert.ok(!('known' in (field({ id: '3', name: 'Tower' }) ?? {})));
		const refused = ['', ' ', 'w'.repeat(201)].map((workflowId) => ({ id: '5', name: 'Quay', workflowId }));
		assert.ok(!('known' in (field(...refused) ?? {})));
	});

	it('lists changes with words and units', () => {
		const before = { name: 'a', hardware: 'AMPERE_48', keepWarmSeconds: 60, enabled: true };
		const after = { name: 'a', hardware: 'ADA_80_PLUS', keepWarmSeconds: 90, enabled: false, queueSize: 2 };
		assert.deepEqual(settingChanges(before, after).map(changeText), [
			'Hardware: AMPERE_48 (48 GB) → ADA_80_PLUS (80 GB)',
			'Queue size: 2',
			'Keep warm: 60 seconds → 90 seconds',
			'Enabled: yes → no',
		]);
	});

	it('compares only seen settings, so that unknown ones are no change', () => {
		assert.deepEqual(changedSince({ name: 'a' }, { name: 'a', queueSize: 3 }), []);
		assert.deepEqual(changedSince({ queueSize: 1 }, { name: 'a', queueSize: 3 }).map(changeText), [
			'Queue size: 1 → 3',
		]);
	});

	it('notes the cost of idle instances', () => {
		assert.match(standingCost({ minInstances: 2 }) ?? '', /^2 instances keep running/);
		assert.match(standingCost({ minInstances: 1 }) ?? '', /^One instance keeps/);
		assert.equal(standingCost({ minInstances: 0 }), undefined);
		assert.equal(standingCost({ minInstances: 2, enabled: false }), undefined);
	});
});
