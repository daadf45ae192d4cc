import { numberOf } from '../../core/json/exact.ts';
import { isObject, type JsonObject, member } from '../../core/json/value.ts';
import { hardwareFacts } from './hardware.ts';

const loading =
	/^(CheckpointLoader|UNETLoader|DualCLIPLoader|CLIPLoader|ControlNetLoader|UpscaleModelLoader)/;

/** Returns the simulated milliseconds that the nodes take on that hardware. */
export function simulatedMs(workflow: JsonObject, nodeIds: readonly string[], hardware: string): number {
	const total = nodeIds.reduce((sum, id) => sum + nodeMs(workflow, id), 0);
	return Math.round(total / hardwareFacts(hardware).pace);
}

function nodeMs(workflow: JsonObject, nodeId: string): number {
	const node = member(workflow, nodeId);
	if (!isObject(node)) return 0;
	const name = String(member(node, 'class_type'));
	const steps = numberOf(member(member(node, 'inputs'), 'steps'));
	if (steps !== undefined) return Math.min(Math.max(steps, 0), 1000) * 90;
	if (loading.test(name)) return 500;
	if (name.startsWith('VAE')) return 150;
	return name === 'ImageUpscaleWithModel' ? 900 : 15;
}
