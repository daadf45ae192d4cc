import { parseKnownJson } from '../../core/json/value.ts';
import type { Database, Row, Value } from './database.ts';

/** How a member of a record is kept in its column. An absent member is an empty column. */
interface Column<T> {
	readonly read: (value: Value) => T;
	/** Written as it is by default. */
	readonly write?: (value: T) => Value;
	/** By default that of the member in snake case. */
	readonly name?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: columns of any types
type Columns = Readonly<Record<string, Column<any>>>;
type Member<C> = C extends Column<infer T> ? T : never;
/** Values of some members; `undefined` empties a column. */
type Values<C> = { readonly [Name in keyof C]?: Member<C[Name]> | undefined };

export type RecordOf<C> = {
	readonly [Name in keyof C as undefined extends Member<C[Name]> ? never : Name]: Member<C[Name]>;
} & {
	readonly [Name in keyof C as undefined extends Member<C[Name]> ? Name : never]?: Exclude<
		Member<C[Name]>,
		undefined
	>;
};

export const text: Column<string> = { read: String };
export const number: Column<number> = { read: Number };
export const flag: Column<boolean> = { read: (value) => value === 1, write: Number };

/** One of several texts. */
export function oneOf<T extends string>(): Column<T> {
	return { read: (value) => value as T };
}

/** A value that is written as JSON. */
export function json<T>(): Column<T> {
	return { read: (value) => JSON.parse(String(value)) as T, write: (value) => JSON.stringify(value) };
}

/** A value that is written as JSON, whose numbers keep their spelling. */
export function exactJson<T>(): Column<T> {
	return { ...json<T>(), read: (value) => parseKnownJson(String(value)) as T };
}

export function optional<T>(column: Column<T>): Column<T | undefined> {
	return column as Column<T | undefined>;
}

export function named<T>(name: string, column: Column<T>): Column<T> {
	return { ...column, name };
}

/** The records of a table. Conditions are SQL, with the values of their parameters behind them. */
export class Table<C extends Columns> {
	readonly #db: Database;
	readonly #name: string;
	readonly #columns: readonly (Column<unknown> & { readonly member: string; readonly name: string })[];
	readonly #select: string;

	constructor(db: Database, name: string, columns: C) {
		this.#db = db;
		this.#name = name;
		this.#columns = Object.entries(columns).map(([member, column]) => ({
			name: member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			...column,
			member,
		}));
		this.#select = `SELECT ${this.#columns.map((column) => column.name).join(', ')} FROM ${name}`;
	}

	first(condition: string, ...parameters: readonly Value[]): RecordOf<C> | undefined {
		const row = this.#db.get(`${this.#select} WHERE ${condition}`, ...parameters);
		return row && this.#read(row);
	}

	/** Returns all records that meet a condition, which may end with an order. */
	all(condition: string, ...parameters: readonly Value[]): readonly RecordOf<C>[] {
		return this.#db.all(`${this.#select} WHERE ${condition}`, ...parameters).map((row) => this.#read(row));
	}

	/** Adds a record, and returns it as it is stored. */
	insert(values: Values<C>, verb = 'INSERT'): RecordOf<C> {
		const given = this.#given(values);
		const names = given.map(({ name }) => name).join(', ');
		const sql = `${verb} INTO ${this.#name} (${names}) VALUES (${given.map(() => '?').join(', ')}) RETURNING *`;
		return this.#read(this.#db.get(sql, ...given.map(({ value }) => value)) ?? {});
	}

	/** Changes the records that meet a condition; returns their number. */
	update(values: Values<C>, condition: string, ...parameters: readonly Value[]): number {
		const given = this.#given(values);
		const sql = `UPDATE ${this.#name} SET ${given.map(({ name }) => `${name} = ?`).join(', ')} WHERE ${condition}`;
		return this.#db.run(sql, ...given.map(({ value }) => value), ...parameters);
	}

	/** Returns the columns of the members that `values` has, undefined ones too, with their content. */
	#given(values: Values<C>): readonly { readonly name: string; readonly value: Value }[] {
		return this.#columns
			.filter(({ member }) => Object.hasOwn(values, member))
			.map(({ member, name, write = (value) => value as Value }) => {
				const value = values[member];
				return { name, value: value === undefined ? null : write(value) };
			});
	}

	#read(row: Row): RecordOf<C> {
		const record: Record<string, unknown> = {};
		for (const { member, name, read } of this.#columns) {
			const value = row[name];
			if (value !== null && value !== undefined) record[member] = read(value);
		}
		return record as RecordOf<C>;
	}
}
