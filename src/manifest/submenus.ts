import type { Submenus } from './table.ts';

export const submenus: Submenus = {};
