/* What is said of money when it is asked for, or when it is due: loaded as one file. */
export { showSpending } from './show.ts';
export { remindOfWarm } from './warmReminder.ts';
