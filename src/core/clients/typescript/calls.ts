/** The types of results, and the function that calls a server. */
export const calls = `interface OutputFile {
  /** URL of the file; \`download\` reads it. */
  url: string;
  filename: string;
  subfolder: string;
  type: string;
}

interface Output {
  files: OutputFile[];
  texts: string[];
}

/** Error of a run that failed or was refused. */
class RunError extends Error {
  override name = "RunError";
  /** HTTP status of a refused call; 0 without a readable reply. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** Reads a file of an output. */
async function download(file: OutputFile): Promise<Uint8Array> {
  const reply = await fetch(file.url);
  if (!reply.ok) throw new RunError(\`\${file.filename} cannot be read: HTTP \${reply.status}\`, reply.status);
  return new Uint8Array(await reply.arrayBuffer());
}

interface Server {
  url: string;
  token: string | undefined;
}

async function call<Reply>(
  { url, token }: Server,
  method: "GET" | "POST",
  path: string,
  signal?: AbortSignal,
  body?: string | FormData,
): Promise<Reply> {
  const headers = new Headers();
  if (token !== undefined) headers.set("authorization", \`Bearer \${token}\`);
  if (typeof body === "string") headers.set("content-type", "application/json");
  const noAnswer = (cause: unknown): never => {
    signal?.throwIfAborted();
    throw new RunError(\`\${url} does not answer.\`, 0, cause);
  };
  const request = { method, headers, body: body ?? null, signal: signal ?? null };
  const reply = await fetch(url + path, request).catch(noAnswer);
  const text = await reply.text().catch(noAnswer);
  if (!reply.ok) {
    const message = \`\${method} \${path} was refused (HTTP \${reply.status}): \${reasonIn(text)}\`;
    throw new RunError(message, reply.status);
  }
  try {
    return JSON.parse(text === "" ? "null" : text);
  } catch {
    throw new RunError(\`\${method} \${path} got a reply that is not JSON.\`, 0);
  }
}

/** Returns whether a call may succeed if it is repeated. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof RunError) || error.status === undefined) return false;
  return [0, 408, 429].includes(error.status) || error.status >= 500;
}

/** Calls \`step\` until it returns a value, at intervals that grow from 1 to 10 seconds. */
async function poll<Result>(stop: AbortSignal, step: () => Promise<Result | undefined>): Promise<Result> {
  for (let wait = 1000; ; wait = Math.min(wait * 1.5, 10_000)) {
    await delay(wait, undefined, { signal: stop });
    try {
      const result = await step();
      if (result !== undefined) return result;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
}

/** Returns the files and texts that nodes report, by the titles of the nodes. */
function outputsOf(
  reported: Record<string, Record<string, unknown>>,
  urlOf: (file: OutputFile) => string,
): Outputs {
  const outputs: Record<string, Output> = {};
  for (const [node, lists] of Object.entries(reported)) {
    const output = (outputs[titles[node] ?? node] ??= { files: [], texts: [] });
    for (const item of Object.values(lists).flat()) {
      if (typeof item === "string") output.texts.push(item);
      else if (isFile(item)) output.files.push({ ...item, url: urlOf(item) });
    }
  }
  return outputs;
}

function isFile(item: unknown): item is OutputFile {
  return typeof item === "object" && item !== null && "filename" in item;
}`;

/** Returns the reason in the reply of a service. */
export const serviceReason = `function reasonIn(text: string): string {
  try {
    const { message, detail, error } = JSON.parse(text);
    const reason = message ?? detail ?? error ?? text;
    return typeof reason === "string" ? reason : JSON.stringify(reason);
  } catch {
    return text.slice(0, 500);
  }
}`;

/** Returns the reasons in the reply of an engine, by the titles of the invalid nodes. */
export const engineReason = `function reasonIn(text: string): string {
  try {
    const { error, node_errors } = JSON.parse(text);
    return [[error.message, error.details].filter(Boolean).join(": "), ...nodeErrors(node_errors)].join("\\n");
  } catch {
    return text.slice(0, 500);
  }
}

function nodeErrors(nodes: Record<string, { errors: { message: string; details: string }[]; class_type: string }> = {}): string[] {
  return Object.entries(nodes).flatMap(([node, { errors, class_type }]) =>
    errors.map(({ message, details }) => \`\${titles[node] ?? class_type} (\${node}): \${message}: \${details}\`),
  );
}`;
