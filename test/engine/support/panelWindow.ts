import { openWorkbench, type Workbench } from '../../interface/support/workbench.ts';
import { engine } from './underTest.ts';

/** Opens a window that runs documents on the engine under test. */
export async function openPanelWindow(
	files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Workbench> {
	const workbench = await openWorkbench({
		settings: { 'easel.connections': [{ name: 'My ComfyUI', comfyui: engine.url }] },
		files,
	});
	await workbench.openContainer('Easel');
	await workbench.command('Easel: Switch Connection');
	await workbench.quickInput.choose('My ComfyUI');
	await workbench.statusBar('My ComfyUI').waitFor();
	return workbench;
}

/** Presses Run above the text of a document that has not run in this window yet, and confirms the review. */
export async function runDocument(workbench: Workbench, file: string): Promise<void> {
	await workbench.openFile(file);
	await workbench.codeLens('Run').click();
	await workbench.quickInput.choose(/sends the whole document/);
}
