import { codeLiteral } from '../../requests/codeText.ts';

/** Returns the function that runs the workflow on an engine. */
export function engineRun(address: string, takesFiles: boolean): string {
	return `interface RunOptions {
  /** Address of the engine. Default: ${address} */
  address?: string;
  /** Token of a proxy in front of the engine. */
  token?: string;
  /** Seconds after which the run is canceled. Default: 3600. */
  timeout?: number;
  /** Cancels the run. */
  signal?: AbortSignal | undefined;
}

/** Runs the workflow on an engine, and returns its outputs by the titles of their nodes. */
async function run(inputs: Inputs, options: RunOptions = {}): Promise<Outputs> {
  const { timeout = 3600, signal } = options;
  const engine: Server = { url: (options.address ?? ${codeLiteral(address)}).replace(/\\/+$/, ""), token: options.token };
  const given = await givenJson(inputs${takesFiles ? ', engine' : ''});
  signal?.throwIfAborted();
  // Neither \`signal\` nor \`timeout\` ends this call: without its reply, an accepted run could not be canceled.
  const accepted = await call<Accepted>(engine, "POST", "/prompt", undefined, \`{"prompt":\${workflowJson(given)}}\`);
  const id = accepted.prompt_id;
  const deadline = AbortSignal.timeout(timeout * 1000);
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  for (const reason of nodeErrors(accepted.node_errors)) console.warn(\`Left out of the run: \${reason}\`);
  try {
    return await poll(stop, async () => {
      const { [id]: entry } = await call<Record<string, HistoryEntry>>(engine, "GET", \`/history/\${encodeURIComponent(id)}\`, stop);
      if (entry === undefined) return undefined;
      if (entry.status?.status_str === "error") throw new RunError(\`The run \${id} \${endOf(entry)}\`);
      return outputsOf(entry.outputs, ({ filename, subfolder, type }) => {
        return \`\${engine.url}/view?\${new URLSearchParams({ filename, subfolder, type })}\`;
      });
    });
  } catch (error) {
    if (stop.aborted) {
      const soon = AbortSignal.timeout(10_000);
      await call(engine, "POST", "/queue", soon, JSON.stringify({ delete: [id] })).catch(() => undefined);
      await call(engine, "POST", "/interrupt", soon, JSON.stringify({ prompt_id: id })).catch(() => undefined);
      signal?.throwIfAborted();
      throw new RunError(\`The run \${id} was canceled after \${timeout} seconds.\`);
    }
    throw error;
  }
}

interface Accepted {
  prompt_id: string;
  node_errors?: Parameters<typeof nodeErrors>[0];
}

interface HistoryEntry {
  outputs: Record<string, Record<string, unknown>>;
  status?: { status_str: string; messages?: [string, Record<string, unknown>][] };
}

function endOf({ status }: HistoryEntry): string {
  const [event, about] = status?.messages?.findLast(([name]) => /error|interrupted/.test(name)) ?? [];
  if (event === "execution_interrupted") return "was interrupted.";
  const node = String(about?.["node_id"]);
  return \`failed in \${titles[node] ?? about?.["node_type"]} (\${node}): \${about?.["exception_message"]}\`;
}`;
}
