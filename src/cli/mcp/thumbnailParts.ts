/* What makes a small copy of a picture, loaded together with its first use. */
export { decodePicture } from '../../sandbox/media/formats/decode.ts';
export { resize } from '../../sandbox/media/formats/pixels.ts';
export { encodePng } from '../../sandbox/media/formats/png.ts';
