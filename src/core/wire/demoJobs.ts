/** The training jobs of the sandbox's demo account. The service cannot list jobs, so they are tracked by these ids. */
export const demoJobIds = {
	finished: '7a100000-0000-4000-8000-000000000001',
	running: '7a100000-0000-4000-8000-000000000002',
	failed: '7a100000-0000-4000-8000-000000000003',
	preempted: '7a100000-0000-4000-8000-000000000004',
} as const;
