import type { PicturesIdentity, PicturesProtocol } from '../../../core/runs/pictures/messages.ts';
import { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { Panel } from '../../shell/panels/webviewPanel.ts';
import type { RunServices } from '../services.ts';

/** The panels that compare two pictures, one for each pair. */
export type PicturesPanels = PanelRegistry<PicturesIdentity, Panel<PicturesProtocol>>;

/** Returns the panels of the window that compare pictures. The modules that they need are loaded with the first panel. */
export function picturesPanels({ context, log, windowRuns, workflows }: RunServices): PicturesPanels {
	return new PanelRegistry({
		viewType: 'easel.pictures',
		log,
		identify: async (saved) => (await import('../features.ts')).savedPictures(saved),
		keyOf: ({ left, right }) => JSON.stringify([left.runId, left.fileKey, right.runId, right.fileKey]),
		async create(pair, place) {
			const [{ createPicturesPanel }, runService] = await Promise.all([
				import('../features.ts'),
				windowRuns.open(),
				workflows.load(),
			]);
			return createPicturesPanel(pair, place, {
				context,
				log,
				runService,
				archive: windowRuns.archive,
				workflows,
			});
		},
	});
}
