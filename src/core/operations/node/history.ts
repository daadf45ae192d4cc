/* What the history file needs once it is opened, loaded together. */
export { WindowCoordinator } from '../../following/windowCoordinator.ts';
export { openLedger } from '../../ledger/open.ts';
export { writeHere } from '../../ledger/writer.ts';
export { openSpending } from '../../spending/openSpending.ts';
export { TransferQueue } from '../../transfers/transferQueue.ts';
export { TransferTable } from '../../transfers/transferTable.ts';
export { layouts } from './layouts.ts';
