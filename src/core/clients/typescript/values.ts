import type { ClientTarget, ClientType } from '../model.ts';

/** Returns the functions that check values and write them as JSON. */
export function valueFunctions(types: ReadonlySet<ClientType>, target: ClientTarget): readonly string[] {
	const hasRange = types.has('integer') || types.has('big') || types.has('number');
	return [
		...(types.has('text') ? [text] : []),
		...(types.has('integer') || types.has('big') ? [integer] : []),
		...(types.has('number') ? [number] : []),
		...(hasRange ? [checkRange] : []),
		...(types.has('boolean') ? [flag] : []),
		...(types.has('choice') ? [choice] : []),
		...(types.has('file') ? [bytesOf, ...(target === 'service' ? [dataUri, mediaType] : [upload])] : []),
	];
}

const text = `function text(name: string, value: string): string {
  if (typeof value !== "string") throw new TypeError(\`\${name} must be a string.\`);
  return JSON.stringify(value);
}`;

const integer = `function integer(name: string, value: number | bigint, min?: number | bigint, max?: number | bigint): string {
  if (typeof value !== "bigint" && !Number.isSafeInteger(value)) {
    throw new TypeError(\`\${name} must be an integer, and a bigint beyond 2^53: \${value}\`);
  }
  checkRange(name, value, min, max);
  return String(value);
}`;

const number = `function number(name: string, value: number, min?: number | bigint, max?: number | bigint): string {
  if (!Number.isFinite(value)) throw new TypeError(\`\${name} must be a finite number: \${value}\`);
  checkRange(name, value, min, max);
  return JSON.stringify(value);
}`;

const checkRange = `function checkRange(
  name: string,
  value: number | bigint,
  min: number | bigint = -Infinity,
  max: number | bigint = Infinity,
): void {
  if (value < min) throw new RangeError(\`\${name} must be at least \${min}: \${value}\`);
  if (value > max) throw new RangeError(\`\${name} must be at most \${max}: \${value}\`);
}`;

const flag = `function flag(name: string, value: boolean): string {
  if (typeof value !== "boolean") throw new TypeError(\`\${name} must be true or false.\`);
  return String(value);
}`;

const choice = `function choice<Value>(name: string, value: Value, choices: readonly Value[]): string {
  if (!choices.includes(value)) {
    const some = choices.slice(0, 20).join(", ");
    throw new RangeError(\`\${name} must be one of \${some}\${choices.length > 20 ? ", ..." : ""}: \${value}\`);
  }
  return JSON.stringify(value);
}`;

const bytesOf = `const isAddress = /^(?:https?|data):/i;

async function bytesOf(name: string, file: string | Uint8Array): Promise<Uint8Array> {
  if (typeof file !== "string") return file;
  try {
    if (!isAddress.test(file)) return await readFile(file);
    const reply = await fetch(file);
    if (!reply.ok) throw new Error(\`\${reply.status} \${reply.statusText}\`);
    return new Uint8Array(await reply.arrayBuffer());
  } catch (error) {
    throw new Error(\`\${name} cannot be read: \${file}\`, { cause: error });
  }
}`;

const dataUri = `/** Returns a URL unchanged, and a file as data that is sent with the request, so it should be small. */
async function media(name: string, file: string | Uint8Array): Promise<string> {
  if (typeof file === "string" && isAddress.test(file)) return JSON.stringify(file);
  const bytes = await bytesOf(name, file);
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return JSON.stringify(\`data:\${mediaType(bytes)};base64,\${btoa(characters.join(""))}\`);
}`;

const mediaType = `function mediaType(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith("\\x89PNG")) return "image/png";
  if (start.startsWith("\\xff\\xd8\\xff")) return "image/jpeg";
  if (start.startsWith("GIF8")) return "image/gif";
  if (/^RIFF.{4}WEBP/s.test(start)) return "image/webp";
  if (/^RIFF.{4}WAVE/s.test(start)) return "audio/wav";
  if (start.startsWith("fLaC")) return "audio/flac";
  if (start.startsWith("OggS")) return "audio/ogg";
  if (/^ID3|^\\xff[\\xf2\\xf3\\xfa\\xfb]/.test(start)) return "audio/mpeg";
  if (start.startsWith("\\x1aE\\xdf\\xa3")) return "video/webm";
  if (/^.{4}ftyp/s.test(start)) return "video/mp4";
  return "application/octet-stream";
}`;

const upload = `/** Uploads a file, and returns the name that the engine gives it. */
async function media(engine: Server, name: string, file: string | Uint8Array): Promise<string> {
  const form = new FormData();
  const fileName = typeof file === "string" && !isAddress.test(file) ? basename(file) : name;
  form.append("image", new Blob([new Uint8Array(await bytesOf(name, file))]), fileName);
  const stored = await call<{ name: string; subfolder?: string }>(engine, "POST", "/upload/image", undefined, form);
  return JSON.stringify(stored.subfolder ? \`\${stored.subfolder}/\${stored.name}\` : stored.name);
}`;
