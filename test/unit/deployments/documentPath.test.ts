import assert from 'node:assert/strict';
import fc from 'fast-check';
import { documentPath, documentPlace } from '../../../src/core/deployments/documentPath.ts';

describe('the path of a document of a deployment', () => {
	it('contains the readable name of the deployment', () => {
		const path = documentPath('sandbox', { id: 'd1', name: 'Harbour (SD 1.5)' }, 'payload');
		assert.equal(path, '/sandbox/d1/payload/Harbour (SD 1.5).json');
	});

	it('leads back to connection and deployment, whatever their names', () => {
		const text = fc.oneof(
			fc.string({ unit: 'binary', minLength: 1 }),
			fc.constantFrom('..', 'a/b', '%2F', '\u0000', '\ud800', 'user:Studio', 'x'.repeat(10_000)),
		);
		fc.assert(
			fc.property(
				text,
				text,
				fc.oneof(text, fc.constant('')),
				fc.constantFrom('payload' as const, 'readme' as const),
				(connectionId, id, name, part) => {
					const path = documentPath(connectionId, { id, name }, part);
					assert.ok(path.isWellFormed());
					assert.equal(path.split('/').length, 5);
					assert.ok(!['', '.', '..', '.json', '.md'].includes(path.split('/')[4] ?? ''));
					assert.deepEqual(documentPlace(path), {
						connectionId: connectionId.toWellFormed(),
						deploymentId: id.toWellFormed(),
						part,
					});
				},
			),
		);
	});

	it('is distinguished from other paths', () => {
		for (const path of ['', '/', '/a/b/other/c.json', '/a/b/payload/c.md', '/a/b/c.json', '/%/b/readme/c.md'])
			assert.equal(documentPlace(path), undefined);
	});
});
