/** A deployment as the service describes it. */
export const record = {
	id: 'd-1',
	name: 'mine',
	workflow_id: 'w-1',
	workflow_version: 'v1',
	hardware: ['AMPERE_48'],
	min_instances: 0,
	max_instances: 2,
	queue_size: 1,
	keep_warm_duration_in_seconds: 60,
	is_enabled: true,
};
