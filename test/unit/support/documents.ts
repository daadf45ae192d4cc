import { Documents } from '../../../src/editor/documents/documents.ts';
import { editor } from './vscode.ts';

/** Gives each test of a suite documents of its own, with the parser of workflows loaded, in an empty editor. */
export function documentsOfEachTest(take: (documents: Documents) => void): void {
	let documents: Documents;
	beforeEach(async () => {
		documents = new Documents();
		await documents.workflows.load();
		take(documents);
	});
	afterEach(() => {
		documents.dispose();
		editor.reset();
	});
}
