import { type GraphLayout, shapeKey } from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import { LayoutClient } from './layoutClient.ts';

/** A model with its places. */
export interface Picture {
	readonly model: GraphModel;
	readonly layout: GraphLayout;
	/** The reason why a part of it has a simple layout. */
	readonly note?: string;
}

/** The picture of a changing model: equally arranged parts keep their places. */
export class ArrangedPicture {
	readonly #layouts = new LayoutClient();
	#shown: Picture | undefined;
	#shape: string | undefined;
	/** Counts the models, so that a slow layout never replaces a newer one. */
	#turn = 0;

	/** Returns the picture if nothing must be arranged for it. */
	atOnce(model: GraphModel): Picture | undefined {
		this.#turn++;
		const shape = shapeKey(model);
		if (model.nodes.length === 0)
			return this.#show({ model, layout: { nodes: [], edges: [], width: 0, height: 0 } }, shape);
		return this.#shown !== undefined && shape === this.#shape
			? this.#show({ ...this.#shown, model }, shape)
			: undefined;
	}

	/** Arranges the picture; returns undefined if a newer one is in progress or already shown. */
	async arrange(model: GraphModel): Promise<Picture | undefined> {
		const turn = ++this.#turn;
		const arranged = await this.#layouts.arrange(model);
		if (arranged === undefined || turn !== this.#turn) return undefined;
		const { isForNow, ...rest } = arranged;
		return this.#show({ model, ...rest }, isForNow === true ? undefined : shapeKey(model));
	}

	#show(picture: Picture, shape: string | undefined): Picture {
		this.#shown = picture;
		this.#shape = shape;
		return picture;
	}
}
