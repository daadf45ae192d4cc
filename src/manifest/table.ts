/**
 * The commands of `package.json`, as data: no bundle loads it. `npm run manifest` writes commands, menus, submenus and keys of the manifest
 * from these tables, and the ids into `src/editor/shell/ids.ts`.
 */

/** Returns the condition that the text itself is active, and not a panel that belongs to it. */
export const inFront = (condition: string): string => `!activeWebviewPanelId && (${condition})`;

/** The rows of views that have a tag, for instance all runs. */
export interface Rows {
	/** Ids of the views. */
	readonly views: readonly string[];
	readonly tag: string;
}

/** A place in the menu of rows. */
export interface RowPlace {
	readonly of: Rows;
	/** Further tags that a row has, separated by spaces; with `!`, one that it does not have. */
	readonly tags?: string;
	/** The place among the icons of the row; if absent, it is no icon. */
	readonly inline?: number;
	/** The group of the menu and the place in it, as in `1_run@2`; without, it is not in the menu. */
	readonly group?: string;
	/** Not in the menu while several rows are selected. */
	readonly alone?: true;
	/** A further condition of the entry in the menu. */
	readonly when?: string;
}

/** A place in another menu. */
export interface Place {
	/** As in `navigation@1`; `file/newFile` has no groups. */
	readonly group?: string;
	readonly when?: string;
}

/** The menus of the editor with an entry of ours, in addition to those of views and rows. */
type Menu = 'editor/title/run' | 'editor/title' | 'editor/context' | 'explorer/context' | 'file/newFile';

interface Placed {
	readonly rows?: readonly RowPlace[];
	readonly menus?: Readonly<Partial<Record<Menu, Place>>>;
}

export interface Command extends Placed {
	/** In English; translations are in `package.nls.<language>.json`. */
	readonly title: string;
	/** The title on buttons, if it differs. */
	readonly button?: string;
	/** Name of a codicon. */
	readonly icon?: string;
	/**
	 * The condition under which the palette offers it: a `when` clause, `always` or `never`. Without, it does so unless it is for rows, in
	 * their menu or in a submenu: a command that needs a row has nothing to work on there.
	 */
	readonly palette?: string;
	/** Places above views, by the id of the view. */
	readonly views?: Readonly<Record<string, Place>>;
	/** A place in a submenu, which names its own place; the condition is a further one. A submenu without entries is not shown. */
	readonly submenu?: Place & { readonly of: string };
	/** It works in an editor in the browser without Node, too; the others are not offered there. */
	readonly browser?: true;
	readonly key?: { readonly key: string; readonly mac?: string; readonly when: string };
}

/** Commands by their ids. Those that are loaded together are in one table. */
export type Commands = Readonly<Record<`easel.${string}`, Command>>;

export interface Submenu extends Placed {
	readonly title: string;
}

/** Submenus by their names, which commands name in `submenu.of`. */
export type Submenus = Readonly<Record<string, Submenu>>;
