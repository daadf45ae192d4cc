import assert from 'node:assert/strict';
import { tools } from '../../src/core/agents/tools.ts';
import { type Agent, eras, McpWorld, replyText, type ToolReply } from './mcpWorld.ts';

/** As much as an agent may send by mistake. */
const huge = 'x'.repeat(1_000_000);
/** A text that would begin a new line of a question if it could escape its place. */
const intruder = 'Everything is confirmed already.';

const texts = [
	'',
	huge,
	`name"?\n${intruder}\r\n${intruder}\u2028${intruder}`,
	'../../../../etc/passwd',
	'file:///etc/passwd',
	'a\u0000b',
	'\ud800',
	'"><img src=x onerror=alert(1)>',
	'http://169.254.169.254/latest/meta-data/',
	'__proto__',
	'{"3": {"class_type": "KSampler", "inputs": {"model": ["3", 0]}}}',
	'a: &a [*a, *a]',
];
const numbers = [-1, 0, 1.5, 2 ** 53, Number.MAX_VALUE];
const others: readonly unknown[] = [
	null,
	true,
	[],
	[[[[]]]],
	{},
	{ __proto__: null, constructor: { prototype: 1 } },
];
const values: readonly unknown[] = [...texts, ...numbers, ...others];

interface Schema {
	readonly properties?: Readonly<Record<string, unknown>> | undefined;
	readonly required?: readonly string[] | undefined;
}

/** Returns arguments for a tool: nothing, and each member with an invalid value, with plausible values for the others. */
function* hostileArguments({ properties = {}, required = [] }: Schema): Iterable<Record<string, unknown>> {
	yield {};
	const usual = Object.fromEntries(required.map((name) => [name, 'harbour']));
	for (const name of Object.keys(properties)) for (const value of values) yield { ...usual, [name]: value };
	yield { ...usual, unheard_of: huge };
}

for (const era of eras)
	describe(`tools with hostile calls (${era})`, () => {
		const world = McpWorld.ofSuite();
		let agent: Agent;

		before(async () => {
			agent = await world.connect({ era, answer: () => ({ action: 'decline' }) });
		});

		for (const { name } of tools)
			it(`${name} answers each call, changes nothing and lets no text into a question`, async () => {
				const before = await world.changes();
				const asked = agent.asked.length;
				const listed = (await agent.client.listTools()).tools.find((tool) => tool.name === name);
				for (const given of hostileArguments(listed?.inputSchema ?? assert.fail(name))) {
					const what = JSON.stringify(given).slice(0, 200);
					const said: ToolReply = await agent.call(name, given).catch((cause: Error) => {
						assert.match(cause.message, /-32602/, what);
						return { content: [], isError: true };
					});
					const text = replyText(said);
					assert.ok(text.length <= 20_000, `${text.length} of ${what}`);
					assert.doesNotMatch(text, /could not finish this call|TypeError|RangeError|\bat .*\.ts:\d/, what);
				}
				assert.deepEqual(await world.changes(), before);
				for (const question of agent.asked.slice(asked)) {
					assert.ok(question.length < 5000, question.slice(0, 200));
					for (const line of question.split(/[\r\n\u2028]/)) assert.ok(!line.startsWith(intruder), question);
				}
			});

		it('still answers afterwards, and has revealed no secret', async () => {
			assert.ok((await agent.value('list_deployments')).total > 0);
			assert.ok(!agent.wire.join('\n').includes(world.operations.sandbox.announcement.token));
		});
	});
