import type { AppServices } from '../shell/appServices.ts';
import type { Documents } from './documents.ts';

/** What rooms that work on documents may ask for in addition. */
export interface DocumentServices extends AppServices {
	/** The owner of what open documents are and say. */
	readonly documents: Documents;
}
