import { compact } from '../base/compact.ts';
import type { Result } from '../base/failure.ts';
import { success } from '../base/failure.ts';
import type { DeploymentList } from '../deployments/deployment.ts';
import { systemStats } from '../engine/engineClient.ts';
import type { Service } from '../http/transport.ts';

/** The id under which an engine is a target: each connection has one. */
export const engineTargetId = 'engine';

/** An engine of one's own as the one entry of a list of deployments. */
export async function listEngine(
	service: Service,
	{ signal }: { readonly signal?: AbortSignal } = {},
): Promise<Result<DeploymentList>> {
	const system = await systemStats(service, signal);
	if (!system.ok) return system;
	const { version, devices } = system.value;
	const [device] = devices;
	const engine = compact({
		version,
		// `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync`: the first word and the last are for developers.
		device: device && deviceName(device.name),
		memoryTotal: device?.memoryTotal,
		memoryFree: device?.memoryFree,
	});
	const { name } = service.connection;
	return success({ deployments: [{ id: engineTargetId, name, enabled: true, engine }], skipped: [] });
}

function deviceName(name: string): string {
	return (
		name
			.replace(/^[a-z]+:\d+\s+/i, '')
			.replace(/ : \w{1,64}$/, '')
			.trim() || name
	);
}
