// The project's first command, `npm start`: installs what is missing, builds, and opens an editor with Easel on a
// demo workspace. `--editor desktop` or `--editor browser` forces one of the two.
import { parseArgs } from 'node:util';
import { answers, build, command, ensureTools, goOn, Trouble } from './machine.mjs';

await command(async () => {
	const { values } = parseArgs({ options: { editor: { type: 'string' }, port: { type: 'string' } } });
	if (!['desktop', 'browser', undefined].includes(values.editor)) {
		throw new Trouble(`--editor is desktop or browser, not ${values.editor}.`);
	}
	if (values.editor === 'desktop' && !answers('code')) {
		throw new Trouble(
			'VS Code was not found: its `code` command does not answer. Install VS Code with its command, or leave --editor out to use VS Code in the browser.',
		);
	}
	const hasDisplay =
		process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
	const editor = values.editor ?? (hasDisplay && answers('code') ? 'desktop' : 'browser');
	const node = await ensureTools(editor === 'browser');
	await build(node);
	goOn(node, 'test/tools/openDemo.ts', ['--editor', editor, ...(values.port ? ['--port', values.port] : [])]);
});
