/* The modules for the view and its commands, loaded as one file when the view is first shown or a command is first used. */
export { historyCommands } from './commands.ts';
export { textOfRun } from './runTexts.ts';
export { HistoryTree } from './tree.ts';
