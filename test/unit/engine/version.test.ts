import assert from 'node:assert/strict';
import { interruptsOnly } from '../../../src/core/engine/version.ts';

describe('the version of an engine', () => {
	it('decides whether an interrupt stops only the named prompt; unknown ones count as old', () => {
		for (const version of ['0.3.57', 'v0.3.64', '0.3.64-dev', '0.10', '1.0'])
			assert.ok(interruptsOnly(version), version);
		for (const version of [undefined, '', '0.3.56', '0.3', '4711', 'nightly', '.'])
			assert.ok(!interruptsOnly(version), version);
	});
});
