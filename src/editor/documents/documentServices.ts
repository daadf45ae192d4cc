import type { AppServices } from '../shell/appServices.ts';
import type { Documents } from './documents.ts';

/** The services for rooms that work on documents. */
export interface DocumentServices extends AppServices {
	/** The owner of the open documents and their content. */
	readonly documents: Documents;
}
