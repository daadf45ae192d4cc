import { compact } from '../base/compact.ts';
import { success } from '../base/failure.ts';
import { systemStats } from './engineClient.ts';
import { keptResults } from './keptResults.ts';
import { engineTargetId, type ReadEngine } from './ownEngine.ts';

export const readEngine: ReadEngine = async (service, { signal } = {}) => {
	const system = await systemStats(service, signal);
	if (!system.ok) return system;
	const { version, argv, devices } = system.value;
	const [device] = devices;
	return success({
		id: engineTargetId,
		name: service.connection.name,
		...compact({
			version,
			// `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync`: the first word and the last are for developers.
			device: device && deviceName(device.name),
			memoryTotal: device?.memoryTotal,
			memoryFree: device?.memoryFree,
			keeps: keptResults(argv, version),
		}),
	});
};

function deviceName(name: string): string {
	return (
		name
			.replace(/^[a-z]+:\d+\s+/i, '')
			.replace(/ : \w{1,64}$/, '')
			.trim() || name
	);
}
