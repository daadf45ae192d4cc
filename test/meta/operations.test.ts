import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { jsonSchemaOf } from '../../src/core/agents/jsonSchema.ts';
import { tools } from '../../src/core/agents/tools.ts';
import { hasChange } from '../../src/core/operations/changes/changes.ts';
import { operations } from '../../src/core/operations/table.ts';
import { readText } from './support/project.ts';

const all = [...operations.values()];

interface JsonSchema {
	readonly description?: string;
	readonly properties?: Readonly<Record<string, JsonSchema>>;
	readonly items?: JsonSchema;
}

/** Returns the members of a schema without a description. */
function undescribed(schema: JsonSchema, path = ''): readonly string[] {
	const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
		const place = path === '' ? name : `${path}.${name}`;
		return [...(member.description ? [] : [place]), ...undescribed(member, place)];
	});
	return schema.items === undefined ? members : [...members, ...undescribed(schema.items, `${path}[]`)];
}

describe('the table of operations', () => {
	it('has a word for the change of each that changes something', () => {
		const without = all.filter(({ id, effect }) => effect !== 'read' && !hasChange(id));
		assert.deepEqual(without, []);
	});

	it('names each by its noun and verb, with a title for people', () => {
		for (const { id, title } of all) {
			assert.match(id, /^[a-z]+\.[a-z]+[A-Za-z]*$/);
			assert.match(title, /^[A-Z].*[^.]$/);
		}
		assert.equal(new Set(all.map(({ title }) => title)).size, all.length);
	});

	it('has schemas that convert to JSON Schema, with a description of every input member', () => {
		const missing = all.flatMap(({ id, input, output }) => {
			assert.equal(z.toJSONSchema(output).type, 'object', id);
			const asked = z.toJSONSchema(input, { io: 'input' }) as JsonSchema;
			return undescribed(asked).map((member) => `${id}: ${member}`);
		});
		assert.deepEqual(missing, []);
	});

	it('is the table of the documentation', () => {
		const rows = [
			...readText('docs/operations.md').matchAll(/^\| `([a-z]+\.[A-Za-z]+)` \| (\w+) \| (.*) \| [^|]* \|$/gm),
		];
		assert.deepEqual(
			rows.map(([, id, effect, title]) => ({ id, effect, title })),
			all.map(({ id, effect, title }) => ({ id, effect, title })),
		);
	});
});

/** Returns the members of a schema at any depth, each by its path. */
function membersOf(schema: JsonSchema, path = ''): readonly string[] {
	return [
		...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
			`${path}${name}`,
			...membersOf(member, `${path}${name}.`),
		]),
		...(schema.items === undefined ? [] : membersOf(schema.items, path)),
	];
}

/** Names of ids and states that mean more than one thing, or a second name for one. */
const secondName =
	/(?:^|\.)(?:id|status|(?:request|job|batch|run|deployment|model|dataset|upload|instance)Ids?|run_id)$/;

describe('the table of tools for agents', () => {
	it('is within the budget that a model pays for it', () => {
		const list = tools.map(({ name, title, description, annotations, input, output }) => ({
			...{ name, title, description, annotations },
			inputSchema: jsonSchemaOf(input, 'input'),
			outputSchema: jsonSchemaOf(output, 'output'),
		}));
		assert.ok(list.length <= 30, `${list.length} tools`);
		const tokens = JSON.stringify(list).length / 4;
		assert.ok(tokens <= 9000, `${tokens} tokens`);
	});

	for (const { name, output } of tools)
		it(`has one name for an id and a state, in answers of ${name}`, () => {
			const members = membersOf(jsonSchemaOf(output, 'output') as JsonSchema);
			assert.ok(members.length > 0);
			assert.deepEqual(
				members.filter((member) => secondName.test(member)),
				[],
			);
		});

	it('is the table of the documentation', () => {
		const rows = [...readText('docs/mcp.md').matchAll(/^\| ((?:`[a-z_]+`(?:, )?)+) \| [^|]+ \| [^|]+ \|$/gm)];
		const named = rows.flatMap(([, names = '']) => names.split(', ').map((name) => name.slice(1, -1)));
		assert.deepEqual(named.toSorted(), tools.map(({ name }) => name).toSorted());
	});
});
