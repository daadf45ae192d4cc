import { html, nothing, type TemplateResult } from 'lit';
import type { ShownSample } from '../../core/jobs/samples/messages.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';

const icons: Readonly<Record<ShownSample['kind'], string>> = {
	image: 'file-media',
	video: 'device-camera-video',
	audio: 'unmute',
	file: 'file',
};

/** Kinds of picture that may move; only showing them reveals which do. */
const mayMove = /\.(?:webp|gif|apng|avif)$/i;

interface CellFace {
	readonly sample: ShownSample;
	/** The view's own address of its copy. */
	readonly src: string | undefined;
	readonly thumbnails: Thumbnails;
	/** True if it has the pointer or the focus: only then it moves. */
	readonly plays: boolean;
	/** Called when its copy could not be loaded. */
	unreadable(): void;
}

/** Renders the content of a sample's cell. The picture covers the icon, which stays visible without a picture. */
export function cellFace(face: CellFace): TemplateResult {
	const { sample } = face;
	const icon = sample.problem === undefined ? icons[sample.kind] : problemIcon(sample);
	return html`<vscode-icon name=${icon} size="20"></vscode-icon>${still(face)}${moving(face)}`;
}

function problemIcon({ problem }: ShownSample): string {
	return problem?.kind === 'gone' ? 'circle-slash' : 'warning';
}

function still({ sample, src, thumbnails, unreadable }: CellFace): TemplateResult | typeof nothing {
	if (src === undefined || (sample.kind !== 'image' && sample.kind !== 'video')) return nothing;
	const made = thumbnails.get(src);
	if (made === undefined) return nothing;
	// A picture that no thumbnail can be made of may still be one that the browser shows.
	if (made === 'unreadable') {
		if (sample.kind === 'video') return nothing;
		return html`<img alt="" draggable="false" src=${src} @error=${(event: Event) => {
			(event.target as HTMLElement).hidden = true;
			unreadable();
		}} />`;
	}
	return html`<img alt="" draggable="false" src=${made.url} />`;
}

function moving({ sample, src, plays }: CellFace): TemplateResult | typeof nothing {
	if (!plays || src === undefined) return nothing;
	if (sample.kind === 'video') {
		return html`<video muted autoplay loop playsinline tabindex="-1" .muted=${true} src=${src}></video>`;
	}
	return sample.kind === 'image' && mayMove.test(sample.name)
		? html`<img class="moving" alt="" draggable="false" src=${src} />`
		: nothing;
}
