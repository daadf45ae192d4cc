import type { AppServices } from '../shell/appServices.ts';
import type { Documents } from './documents.ts';

/** The services for rooms that work on documents. */
export interface DocumentServices extends AppServices {
	/** The owner of what open documents are and say. */
	readonly documents: Documents;
}
