import { encode } from 'fast-png';
import type { Page } from 'playwright-core';

/** Returns a small picture with colors from top to bottom; `hue` makes each one different. */
export function gradientPng(width: number, height: number, hue: number): Uint8Array {
	const data = new Uint8Array(width * height * 3);
	for (let index = 0; index < width * height; index++) {
		const down = Math.floor(index / width) / height;
		data.set([40 + ((hue * 53) % 180), Math.round(60 + 150 * down), Math.round(200 - 120 * down)], index * 3);
	}
	return encode({ width, height, data, channels: 3 });
}

/**
 * Returns a short video, recorded by the browser itself in an empty page, where no policy blocks its playback: on a
 * busy computer a recording may have no frame, so it is repeated until it plays.
 */
export async function recordedVideo(browser: { newPage(): Promise<Page> }): Promise<Uint8Array> {
	const page = await browser.newPage();
	const bytes = await page.evaluate(async () => {
		const canvas = document.createElement('canvas');
		const context = canvas.getContext('2d');
		const record = async (): Promise<Blob> => {
			const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
			const parts: Blob[] = [];
			recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
			const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
			recorder.start();
			for (let frame = 0; frame < 12; frame++) {
				if (context !== null) context.fillStyle = '#2060c0';
				context?.fillRect(0, 0, 40 + frame * 20, 150);
				await new Promise((resolve) => setTimeout(resolve, 40));
			}
			recorder.stop();
			await stopped;
			return new Blob(parts);
		};
		const plays = (recording: Blob): Promise<boolean> =>
			new Promise((resolve) => {
				const video = document.createElement('video');
				video.muted = true;
				video.addEventListener('error', () => resolve(false));
				video.addEventListener('ended', () => resolve(video.videoWidth > 0 && video.currentTime > 0.1));
				video.src = URL.createObjectURL(recording);
				video.play().catch(() => resolve(false));
			});
		let recording = await record();
		while (!(await plays(recording))) recording = await record();
		return [...new Uint8Array(await recording.arrayBuffer())];
	});
	await page.close();
	return new Uint8Array(bytes);
}
