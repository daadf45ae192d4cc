import assert from 'node:assert/strict';
import type { JobRecord } from '../../../../src/core/jobs/jobRecord.ts';
import { submitLenses } from '../../../../src/editor/training/submit/lenses.ts';
import { jobRecord } from '../../support/jobRecord.ts';
import { real } from '../../support/real.ts';
import { Range, Uri } from '../../support/vscode.ts';

const uri = real(Uri.parse('file:///project/a.yaml'));
const job = jobRecord({
	id: 'j1',
	name: 'portraits_v1',
	phase: 'moving',
	state: 'RUNNING',
	progress: { step: 30, totalSteps: 120 },
});

function lenses(edited: JobRecord | undefined, moving: JobRecord | undefined): readonly string[] {
	const range = real(new Range(0, 0, 0, 3));
	return submitLenses(uri, range, { of: () => edited }, { movingOf: () => moving }).map(
		({ command }) => `${command?.title}: ${command?.command}`,
	);
}

describe('the line above a training configuration', () => {
	it('starts the training', () => {
		assert.deepEqual(lenses(undefined, undefined), ['$(play) Start Training: easel.submitTraining']);
	});

	it('shows the progress of the job of the document, and links to it', () => {
		assert.deepEqual(lenses(undefined, job), [
			'$(sync~spin) Training portraits_v1: 25%: easel.showJob',
			'$(play) Start Training: easel.submitTraining',
		]);
	});

	it('sends an edited configuration back to its job', () => {
		assert.deepEqual(lenses({ ...job, phase: 'ended', state: 'STOPPED' }, undefined), [
			'$(cloud-upload) Send Edit to Job portraits_v1: easel.sendJobEdit',
			'Send Edit and Resume: easel.sendJobEditAndResume',
			'Start as a New Job: easel.submitTraining',
		]);
	});
});
