import { withTimeout } from './timeout.ts';

/** The second of a video from which its frame is taken: a fade from black has begun by then. */
const frameAt = 0.1;

/**
 * Returns the frame of a video a moment after its start; the first one if the video cannot be sought. Rejects if the
 * player has no frame in time, or cannot play the video at all.
 * @param patience milliseconds for the player to load the frame, and again to return it. The first counts only while
 * the view is visible: the browser loads no video into a hidden page.
 */
export async function firstFrame(address: string, patience: number): Promise<ImageBitmap> {
	const video = document.createElement('video');
	video.crossOrigin = 'anonymous';
	video.muted = true;
	video.preload = 'auto';
	try {
		await frameLoaded(video, address, patience);
		return await withTimeout(createImageBitmap(video), patience, 'The frame of the video cannot be read.');
	} finally {
		// An abandoned player keeps its decoder, and their number is limited.
		video.removeAttribute('src');
		video.load();
	}
}

function frameLoaded(video: HTMLVideoElement, address: string, patience: number): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	let timer: number | undefined;
	const wait = (): void => {
		timer = window.setTimeout(() => {
			if (document.hidden) wait();
			else if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
			else reject(new Error('The video shows no frame.'));
		}, patience);
	};
	wait();
	const once = { once: true };
	video.addEventListener('seeked', () => resolve(), once);
	video.addEventListener('error', () => reject(new Error('The video cannot be played.')), once);
	video.addEventListener(
		'loadeddata',
		() => {
			video.currentTime = Math.min(frameAt, Number.isFinite(video.duration) ? video.duration / 2 : frameAt);
		},
		once,
	);
	video.src = address;
	return promise.finally(() => clearTimeout(timer));
}
