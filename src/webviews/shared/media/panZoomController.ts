import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Size } from '../../../core/base/panel/panZoom.ts';
import { SizeObserver } from '../sizeObserver.ts';

/** The actions of its owner when the pane changes its size and when the pointer moves. */
interface PanZoomActions {
	resized(): void;
	/** Returns whether a press on the pane may become a drag. */
	canPress(event: PointerEvent): boolean;
	/** Called when the person drags, with the distance in pixels. */
	drag(dx: number, dy: number): void;
	dragging(on: boolean): void;
	/** Called after a press without a drag. */
	click?(event: PointerEvent): void;
	/** The pointer moves without a press. */
	hover?(event: PointerEvent): void;
}

/** Size and pointer of a pane that is panned and zoomed. The pane hands its pointer events on. */
export class PanZoomController implements ReactiveController {
	readonly #view: ReactiveControllerHost & HTMLElement;
	readonly #actions: PanZoomActions;
	readonly #slack: number;
	readonly #observed: SizeObserver;
	#press: { readonly pointer: number; x: number; y: number; drags: boolean } | undefined;

	/** @param slack a press that moves no more than this many pixels is a click. */
	constructor(view: ReactiveControllerHost & HTMLElement, actions: PanZoomActions, slack = 0) {
		this.#view = view;
		this.#actions = actions;
		this.#slack = slack;
		this.#observed = new SizeObserver(view, { width: 0, height: 0 }, () => actions.resized());
		view.addController(this);
	}

	/** Size of the pane in pixels; undefined until it is laid out. */
	get size(): Size {
		return this.#observed.size;
	}

	/** Returns the position of a pointer in the pane, in pixels. */
	pointOf(event: MouseEvent): { readonly x: number; readonly y: number } {
		const { left, top } = this.#view.getBoundingClientRect();
		return { x: event.clientX - left, y: event.clientY - top };
	}

	readonly onPointerDown = (event: PointerEvent): void => {
		if (!this.#actions.canPress(event)) return;
		(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
		const drags = this.#slack === 0;
		this.#press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, drags };
		if (drags) this.#actions.dragging(true);
	};

	readonly onPointerMove = (event: PointerEvent): void => {
		const press = this.#press;
		if (press === undefined) this.#actions.hover?.(event);
		if (press?.pointer !== event.pointerId) return;
		const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
		if (!press.drags) {
			if (Math.hypot(dx, dy) <= this.#slack) return;
			press.drags = true;
			this.#actions.dragging(true);
		}
		[press.x, press.y] = [event.clientX, event.clientY];
		this.#actions.drag(dx, dy);
	};

	readonly onPointerUp = (event: PointerEvent): void => {
		const clicked = this.#press?.drags === false;
		this.onPointerCancel();
		if (clicked) this.#actions.click?.(event);
	};

	readonly onPointerCancel = (): void => {
		this.#press = undefined;
		this.#actions.dragging(false);
	};

	hostDisconnected(): void {
		this.#press = undefined;
	}
}
