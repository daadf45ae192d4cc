import { numberOf } from '../../core/json/exact.ts';
import { type Json, type JsonObject, member } from '../../core/json/value.ts';
import { trainingMachines } from '../../core/wire/hardware.ts';
import { parseObjectBody } from '../base/body.ts';
import { invalid, refuseTraining } from '../base/errors.ts';

export interface GpuChoice {
	readonly gpuType: string;
	readonly gpuCount: number;
}

export interface ConfigBody {
	readonly text: string;
	readonly format: string;
	readonly gpus: GpuChoice;
}

export const usualGpus: GpuChoice = { gpuType: trainingMachines[0].type, gpuCount: 1 };

/** Reads the body of a submission or an edit (trainer-service.md, "Job submission body"). Throws a `Refusal`. */
export function readConfigBody(body: string, gpus: GpuChoice = usualGpus): ConfigBody {
	const value = parseObjectBody(body);
	const format = member(value, 'config_file_format');
	const text = member(value, 'config_file');
	if (typeof text !== 'string') {
		const type = text === undefined ? 'missing' : 'string_type';
		const msg = 'config_file must be the text of the configuration.';
		throw invalid([{ loc: ['body', 'config_file'], msg, type }]);
	}
	return {
		text,
		format: typeof format === 'string' ? format : JSON.stringify(format ?? null),
		gpus: readGpus(value, gpus),
	};
}

/** Reads the requested GPUs in the body of a resume; none for an empty body. Throws a `Refusal`. */
export function readGpuBody(body: string, gpus: GpuChoice): GpuChoice {
	return body.trim() === '' ? gpus : readGpus(parseObjectBody(body), gpus);
}

function readGpus(value: JsonObject, otherwise: GpuChoice): GpuChoice {
	const [type, count] = [given(value, 'gpu_type'), given(value, 'gpu_count')];
	const gpuType = type ?? otherwise.gpuType;
	const gpuCount =
		count === undefined ? otherwise.gpuCount : typeof count === 'string' ? undefined : numberOf(count);
	if (typeof gpuType !== 'string') throw refuseTraining(42252, 'gpu_type: The type must be a text.');
	if (gpuCount === undefined) throw refuseTraining(42273, 'gpu_count: The number of GPUs must be 1 or 8.');
	return { gpuType, gpuCount };
}

/** Returns a member that is present and not null. */
function given(value: JsonObject, key: string): Json | undefined {
	return member(value, key) ?? undefined;
}
