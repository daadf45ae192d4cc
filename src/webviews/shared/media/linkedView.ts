import type { ReactiveControllerHost } from 'lit';
import type { Thumbnail } from './thumbnails.ts';
import { fitView, type Size, type View, viewForOther } from './zoom.ts';

/** A picture viewed together with others. */
export interface Seen {
	/** Undefined while its copy is not there. */
	readonly src: string | undefined;
	readonly thumbnail: Thumbnail | undefined;
}

/** Shows pictures at the same position and equally large, whatever their sizes. The main one determines the view. */
export class LinkedView {
	readonly #views: Set<ReactiveControllerHost>;
	/** The sizes of pictures, by address. */
	readonly #sizes = new Map<string, Size | 'unreadable'>();
	#main: View = fitView;
	#last: Size | undefined;

	/** @param views draw again when something changes. */
	constructor(...views: readonly ReactiveControllerHost[]) {
		this.#views = new Set(views);
	}

	/** Adds a view that draws again when something changes. */
	join(view: ReactiveControllerHost): void {
		this.#views.add(view);
	}

	leave(view: ReactiveControllerHost): void {
		this.#views.delete(view);
	}

	#update(): void {
		for (const view of this.#views) view.requestUpdate();
	}

	/** Returns the size in pixels; undefined while unknown. */
	sizeOf({ src, thumbnail }: Seen): Size | undefined {
		const known = src === undefined ? undefined : this.#sizes.get(src);
		return known === 'unreadable' ? undefined : (known ?? thumbnail);
	}

	isUnreadable({ src }: Seen): boolean {
		return src !== undefined && this.#sizes.get(src) === 'unreadable';
	}

	viewOf(seen: Seen, main: Seen): View {
		const [its, leading] = [this.sizeOf(seen), this.sizeOf(main)];
		return seen.src === main.src || its === undefined || leading === undefined
			? this.#main
			: viewForOther(this.#main, leading, its);
	}

	/** Applies the view after one of them was zoomed or panned. */
	look(seen: Seen, main: Seen, view: View): void {
		const [its, leading] = [this.sizeOf(seen), this.sizeOf(main)];
		this.#main =
			seen.src === main.src || its === undefined || leading === undefined
				? view
				: viewForOther(view, its, leading);
		this.#update();
	}

	measured(seen: Seen, main: Seen, size: Size | 'unreadable'): void {
		if (seen.src === undefined) return;
		this.#sizes.set(seen.src, size);
		if (seen.src === main.src) this.lead(main);
		this.#update();
	}

	/** Lets another picture lead: the same spot stays in view; a picture of another size is fitted again. */
	lead(main: Seen): void {
		const size = this.sizeOf(main);
		if (size === undefined) return;
		if (this.#last?.width !== size.width || this.#last.height !== size.height) this.#main = fitView;
		this.#last = size;
	}
}
