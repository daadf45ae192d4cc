import { type Clock, systemClock } from '../../../src/core/base/clock.ts';
import { WindowCoordinator } from '../../../src/core/following/windowCoordinator.ts';
import { RunService, type RunServiceOptions } from '../../../src/core/runs/runService.ts';

const coordinators = new WeakMap<RunService, WindowCoordinator>();

/** Opens a service of runs with its own coordinator, as in a window that follows nothing else. */
export function openRuns({
	windowId,
	clock = systemClock,
	...options
}: Omit<RunServiceOptions, 'coordinator'> & {
	readonly windowId: string;
	readonly clock?: Clock;
}): RunService {
	const { ledger, session, log } = options;
	const coordinator = new WindowCoordinator({
		leases: ledger.leases,
		session,
		log,
		windowId,
		clock,
	});
	const service = new RunService({ ...options, coordinator });
	coordinators.set(service, coordinator);
	return service;
}

/** Returns the coordinator that follows the runs of such a service. */
export function coordinatorOf(service: RunService): WindowCoordinator {
	const coordinator = coordinators.get(service);
	if (!coordinator) throw new Error('The service was not opened by `openRuns`.');
	return coordinator;
}

/** Ends the service of `openRuns`. */
export function closeRuns(service: RunService): void {
	coordinators.get(service)?.dispose();
	service.dispose();
}
