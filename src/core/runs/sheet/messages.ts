import * as z from 'zod/mini';
import { givenValues } from '../runSchema.ts';

/** The messages between a contact sheet and its host. They contain no remote addresses. */

/** The runs that a sheet shows; without any member, all of the account. */
const selection = z.object({
	/** Runs by their own ids. */
	runIds: z.exactOptional(z.readonly(z.array(z.string()))),
	documentUri: z.exactOptional(z.string()),
	/** The runs of a day: any time of it, in milliseconds since 1970. */
	day: z.exactOptional(z.number()),
});

const picture = z.object({
	/** Identifies the file within its run. */
	key: z.string(),
	kind: z.enum(['image', 'video']),
	/** The service's name for the file. */
	name: z.string(),
	/** The name of its copy in the folder of the run, once it exists. */
	file: z.exactOptional(z.string()),
	/** The reason why no copy exists, as a sentence; absent while it is being downloaded. */
	problem: z.exactOptional(z.string()),
	starred: z.exactOptional(z.boolean()),
});

const run = z.object({
	id: z.string(),
	/** The name that a person knows the document by. */
	name: z.string(),
	target: z.string(),
	/** Milliseconds since 1970. */
	at: z.number(),
	/** Duration of the run in milliseconds; absent while unknown. */
	took: z.exactOptional(z.number()),
	seed: z.exactOptional(z.string()),
	/** The values of the row of a sweep that it is a run of. */
	values: z.exactOptional(z.readonly(givenValues)),
	/** Its state as text, unless it succeeded. */
	state: z.exactOptional(z.string()),
	/** Its reported or estimated cost, and the number of its starred results. */
	microdollars: z.exactOptional(z.number()),
	stars: z.exactOptional(z.number()),
	pictures: z.readonly(z.array(picture)),
});

const state = z.object({
	/** The view's own address of the folder with one folder for each run. */
	folder: z.string(),
	runs: z.readonly(z.array(run)),
	/** True while older runs are being read from the history. */
	reading: z.boolean(),
});

/** An absent axis is the default one; an empty name means no axis. */
const gridAxes = z.object({ rows: z.exactOptional(z.string()), columns: z.exactOptional(z.string()) });

const place = z.object({ run: z.string(), key: z.string() });
const places = z.object({ pictures: z.array(place) });

export const sheetSorts = ['newest', 'oldest', 'name', 'seed', 'duration'] as const;

export const sheetProtocol = {
	identity: selection,
	memory: z.object({
		sort: z.enum(sheetSorts),
		starredOnly: z.boolean(),
		/** Edge of a tile, in pixels. */
		tile: z.number(),
		current: z.exactOptional(place),
		/** Names of the values in the rows and columns of the grid; absent without a grid. */
		grid: z.exactOptional(gridAxes),
	}),
	toView: {
		state,
		/** New or changed runs, and the ids of removed ones. */
		changed: z.object({
			runs: z.readonly(z.array(run)),
			removed: z.readonly(z.array(z.string())),
			reading: z.boolean(),
		}),
		/** The outcome of an action, shown and announced briefly. */
		notify: z.object({ text: z.string() }),
	},
	toHost: {
		star: z.object({ pictures: z.array(place), starred: z.boolean() }),
		save: z.object({ pictures: z.array(place), sidecar: z.boolean() }),
		compare: places,
		/** Saves a drawing of the grid: the bytes of a PNG as Base64. */
		saveGrid: z.object({ data: z.string() }),
		openRun: place,
		/** Fetches files that are not on this computer. */
		fetch: places,
	},
	requests: {
		/** Asks whether the file exists of a picture that could not be loaded. */
		isThere: { params: place, result: z.boolean() },
	},
};

export type SheetProtocol = typeof sheetProtocol;
export type SheetSelection = z.output<typeof selection>;
export type SheetState = z.output<typeof state>;
export type SheetRun = z.output<typeof run>;
export type GridAxes = z.output<typeof gridAxes>;
export type SheetPicture = z.output<typeof picture>;
export type SheetSort = (typeof sheetSorts)[number];
export type PicturePlace = z.output<typeof place>;
