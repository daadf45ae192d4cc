import assert from 'node:assert/strict';
import { jsonSchemaOf } from '../../src/core/agents/jsonSchema.ts';
import { tools } from '../../src/core/agents/tools.ts';
import { config, jobsPath, train } from './jobsSupport.ts';
import { demo, suiteSandbox } from './support.ts';

interface Bounds {
	readonly minimum?: number;
	readonly maximum?: number;
}

/** Returns the parameters of a tool as a client receives them. */
function parametersOf(name: string): Readonly<Record<string, Bounds>> {
	const tool = tools.find((each) => each.name === name) ?? assert.fail(name);
	return jsonSchemaOf(tool.input, 'input').properties as Readonly<Record<string, Bounds>>;
}

describe('the limits in tool descriptions are those of the service', () => {
	const sandbox = suiteSandbox();

	async function statusOf(method: string, path: string, body: object): Promise<number> {
		return (await sandbox.call(method, path, { body })).status;
	}

	for (const [parameter, setting, highest] of [
		['min_instances', 'min_instances', 30],
		['max_instances', 'max_instances', 60],
		['queue_size', 'queue_size', undefined],
		['keep_warm_seconds', 'keep_warm_duration_in_seconds', undefined],
	] as const)
		it(`of ${parameter}`, async () => {
			for (const tool of ['create_deployment', 'update_deployment']) {
				const { minimum, maximum } = parametersOf(tool)[parameter] ?? assert.fail(parameter);
				assert.equal(maximum, highest);
				const taken = async (value: number) => {
					const more = { name: 'bounds', is_enabled: false, min_instances: 0, max_instances: 60 };
					const path = `/prod/v2/deployments/${demo.village}`;
					return (await statusOf('PATCH', path, { ...more, [setting]: value })) === 200;
				};
				assert.ok(minimum !== undefined);
				assert.deepEqual([await taken(minimum), await taken(minimum - 1)], [true, false]);
				if (maximum !== undefined)
					assert.deepEqual([await taken(maximum), await taken(maximum + 1)], [true, false]);
			}
		});

	it('of gpu_count', async () => {
		for (const tool of ['submit_training_job', 'resume_training_job']) {
			const { minimum = 0, maximum = 0 } = parametersOf(tool).gpu_count ?? assert.fail();
			const taken = async (gpu_count: number) => {
				const body = {
					config_file: config({ name: `${tool}_${gpu_count}`, train }),
					config_file_format: 'yaml',
					gpu_type: 'ADA_80_PLUS',
					gpu_count,
				};
				return (await statusOf('POST', jobsPath, body)) < 300;
			};
			const around = [minimum - 1, minimum, maximum, maximum + 1];
			assert.deepEqual(await Promise.all(around.map(taken)), [false, true, true, false]);
		}
	});
});
