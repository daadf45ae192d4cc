import type { ReactiveControllerHost } from 'lit';
import type { ResultsItem } from '../../core/runs/results/messages.ts';
import type { PictureEvents } from '../shared/media/picture.ts';
import type { MediaFacts } from '../shared/media/player.ts';
import type { Size } from '../shared/media/zoom.ts';
import { isPicture } from './selection.ts';

/** The facts about the visible item that are known once it is drawn: its size, its scale, and its duration. */
export class ItemFacts {
	readonly #view: ReactiveControllerHost;
	/** The item that the figures belong to. */
	#of: string | undefined;
	size: Size | undefined;
	scale: number | undefined;
	/** Length of a video or sound. */
	seconds: number | undefined;

	/** @param view draws again when something becomes known. */
	constructor(view: ReactiveControllerHost) {
		this.#view = view;
	}

	/** Sets the item in view, which may be another one. Call it before drawing. */
	take(item: ResultsItem | undefined): void {
		const shown = item?.src ?? item?.id;
		if (shown === this.#of) return;
		this.#of = shown;
		this.seconds = undefined;
		// Between pictures, the last figures stay until the next are known, to avoid flicker.
		if (item !== undefined && isPicture(item)) return;
		this.size = undefined;
		this.scale = undefined;
	}

	readonly onSize = (event: PictureEvents['picture-size']): void => {
		const picture = event.composedPath()[0] as Element;
		if (!picture.classList.contains('main')) return;
		this.size = event.detail === 'unreadable' ? undefined : event.detail;
		this.#view.requestUpdate();
	};

	readonly onScale = (event: PictureEvents['picture-scale']): void => {
		if (event.detail === this.scale) return;
		this.scale = event.detail;
		this.#view.requestUpdate();
	};

	readonly onMedia = ({ detail }: CustomEvent<MediaFacts>): void => {
		this.seconds = detail.seconds;
		this.size = detail.size;
		this.#view.requestUpdate();
	};
}
