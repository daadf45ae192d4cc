import * as z from 'zod/mini';
import { nothing } from '../../base/panel/protocol.ts';

/** The protocol between the table editor of a sweep and its host. Rows are numbered as in a spreadsheet: that of the titles is 1. */

const problem = z.object({
	severity: z.enum(['error', 'warning', 'info', 'hint']),
	message: z.string(),
	row: z.number(),
	/** The place among the cells of the row; absent for a problem of the row. */
	place: z.exactOptional(z.number()),
});

/** The runs with the values of a row, as the table of results has them. */
const rowResult = z.object({
	/** The id of the latest run. */
	run: z.string(),
	states: z.array(z.object({ state: z.string(), count: z.number() })),
	seconds: z.exactOptional(z.number()),
	usd: z.exactOptional(z.number()),
	stars: z.number(),
});

const state = z.object({
	name: z.string(),
	/** All cells of the titles. */
	columns: z.array(
		z.object({
			title: z.string(),
			/** Facts about its input, one for each line; empty for a column without an input. */
			about: z.array(z.string()),
			/** Cells to choose from. */
			cells: z.array(z.string()),
			/** True if a value may have several lines. */
			isText: z.boolean(),
		}),
	),
	rows: z.array(
		z.object({ row: z.number(), cells: z.array(z.string()), result: z.exactOptional(rowResult) }),
	),
	problems: z.array(problem),
	/** The number of runs; absent if the table cannot be run. */
	runs: z.exactOptional(z.number()),
	/** The reason why the table cannot be edited here. */
	unreadable: z.exactOptional(z.string()),
});

const rowAt = z.object({
	row: z.number(),
	/** The visible cells of the row, so that no other row is changed if the text has changed. */
	cells: z.array(z.string()),
});

export const tableProtocol = {
	identity: z.object({ uri: z.string() }),
	/** The cell that has the focus. */
	memory: z.object({ row: z.number(), column: z.number() }),
	toView: { state, notify: z.object({ text: z.string() }) },
	toHost: {
		edit: z.object({ row: z.number(), place: z.number(), before: z.string(), cell: z.string() }),
		/** Adds an empty row below another one. */
		addRow: rowAt,
		duplicateRow: rowAt,
		removeRow: rowAt,
		/** Asks for an input, and adds a column for it. */
		addColumn: nothing,
		run: nothing,
		/** Saves the table, after the edits that were sent before. */
		save: nothing,
		openText: nothing,
		openResult: z.object({ run: z.string() }),
	},
	requests: {},
};

export type TableProtocol = typeof tableProtocol;
export type TableState = z.output<typeof state>;
export type RowResult = z.output<typeof rowResult>;
