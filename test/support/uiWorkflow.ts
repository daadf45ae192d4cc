/**
 * Returns a workflow in UI format: an empty picture that is saved. `extra` are further values of the widgets of the
 * first node.
 */
export function uiWorkflow(...extra: readonly unknown[]): Record<string, unknown> {
	return {
		last_node_id: 2,
		last_link_id: 1,
		version: 0.4,
		nodes: [
			{
				id: 1,
				type: 'EmptyImage',
				mode: 0,
				inputs: [],
				outputs: [{ name: 'IMAGE', type: 'IMAGE', links: [1] }],
				widgets_values: [64, 32, 1, 255, ...extra],
			},
			{
				id: 2,
				type: 'SaveImage',
				mode: 0,
				inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
				outputs: [],
				widgets_values: ['sea'],
			},
		],
		links: [[1, 1, 0, 2, 0, 'IMAGE']],
	};
}

/** The same in API format. */
export const apiWorkflow = {
	'1': {
		inputs: { width: 64, height: 32, batch_size: 1, color: 255 },
		class_type: 'EmptyImage',
		_meta: { title: 'Empty Image' },
	},
	'2': {
		inputs: { images: ['1', 0], filename_prefix: 'sea' },
		class_type: 'SaveImage',
		_meta: { title: 'Save Image' },
	},
};
