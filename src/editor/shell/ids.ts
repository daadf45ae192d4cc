/**
 * Every id that Easel shares with `package.json`. A test compares both sides, so an id that stands
 * in one place only fails it.
 */

export const commandIds = [
	'easel.signIn',
] as const;
export type CommandId = (typeof commandIds)[number];

/** Keys for `when` clauses. Those of views and items (`view`, `viewItem`) are the editor's own. */
export const contextKeys = ['easel.signedIn'] as const;
export type ContextKey = (typeof contextKeys)[number];

export const viewIds = ['easel.deployments'] as const;
export type ViewId = (typeof viewIds)[number];

/** Settings with the type of their value. */
export interface Settings {
	'easel.connections': readonly unknown[];
}
export type SettingId = keyof Settings;
