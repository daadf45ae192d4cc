/* The messages about money, on request and when a limit is reached, loaded as one file. */
export { showSpending } from './show.ts';
export { remindOfWarm } from './warmReminder.ts';
