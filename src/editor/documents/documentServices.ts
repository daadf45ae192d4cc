import type { AppServices } from '../shell/appServices.ts';
import type { Documents } from './documents.ts';

export interface DocumentServices extends AppServices {
	readonly documents: Documents;
}
