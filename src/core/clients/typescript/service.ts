import { codeLiteral } from '../../requests/codeText.ts';
import { tokenVariable } from '../../requests/shellText.ts';
import type { ClientService } from '../parts.ts';

/** Returns the function that runs the workflow on a deployment. */
export function serviceRun({ api, submit, request, status, result, cancel }: ClientService): string {
	return `interface RunOptions {
  /** Id of the deployment that runs the workflow. */
  deploymentId: string;
  /** Your token. Default: the environment variable ${tokenVariable}. */
  token?: string;
  /** Sends only the given inputs, as overrides of the saved workflow of the deployment. Default: sends the whole workflow of this file. */
  savedWorkflow?: boolean;
  /** Seconds after which the run is canceled. Default: 3600. */
  timeout?: number;
  /** Cancels the run. */
  signal?: AbortSignal | undefined;
  /** Default: ${api} */
  baseUrl?: string;
}

/** Runs the workflow on a deployment, and returns its outputs by the titles of their nodes. */
async function run(inputs: Inputs, options: RunOptions): Promise<Outputs> {
  const { token = process.env.${tokenVariable}, savedWorkflow = false, timeout = 3600, signal } = options;
  if (!token) throw new TypeError("Pass a token, or set ${tokenVariable}.");
  const service: Server = { url: options.baseUrl ?? ${codeLiteral(api)}, token };
  const deploymentId = encodeURIComponent(options.deploymentId);
  const given = await givenJson(inputs);
  const body = savedWorkflow
    ? \`{"overrides":\${overridesJson(given)}}\`
    : \`{"workflow_api_json":\${workflowJson(given)}}\`;

  signal?.throwIfAborted();
  // Neither \`signal\` nor \`timeout\` ends this call: without its reply, an accepted run could not be canceled.
  const submitPath = ${path(submit)};
  const submission = await call<{ request_id: string }>(service, "POST", submitPath, undefined, body);
  const deadline = AbortSignal.timeout(timeout * 1000);
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  const requestId = encodeURIComponent(submission.request_id);
  const request = ${path(request)};
  try {
    return await poll(stop, async () => {
      const { status } = await call<{ status: string }>(service, "GET", ${below(status)}, stop);
      if (isWaiting(status)) return undefined;
      const result = await call<RequestResult>(service, "GET", ${below(result)}, stop);
      if (isWaiting(result.status)) return undefined;
      if (result.status !== "succeeded") throw new RunError(\`The run \${submission.request_id} \${endOf(result)}\`);
      return outputsOf(result.outputs ?? {}, (file) => file.url);
    });
  } catch (error) {
    if (stop.aborted) {
      await call(service, "POST", ${below(cancel)}, AbortSignal.timeout(10_000)).catch(() => undefined);
      signal?.throwIfAborted();
      throw new RunError(\`The run \${submission.request_id} was canceled after \${timeout} seconds.\`);
    }
    throw error;
  }
}

interface RequestResult {
  status: string;
  outputs?: Record<string, Record<string, unknown>>;
  error?: { error?: string; details?: string };
}

function isWaiting(status: string): boolean {
  return status === "in_queue" || status === "in_progress";
}

function endOf({ status, error }: RequestResult): string {
  if (status !== "failed") return \`ended as \${status}.\`;
  return \`failed: \${[error?.error, error?.details].filter(Boolean).join(": ") || "no reason was given"}\`;
}

/** Returns the given inputs by their nodes. */
function overridesJson(given: GivenJson): string {
  const nodes = new Map<string, string[]>();
  for (const [name, json] of Object.entries(given)) {
    for (const [node, input] of places[name] ?? []) {
      nodes.set(node, [...(nodes.get(node) ?? []), \`\${JSON.stringify(input)}:\${json}\`]);
    }
  }
  const members = [...nodes].map(([node, inputs]) => \`\${JSON.stringify(node)}:{"inputs":{\${inputs.join(",")}}}\`);
  return \`{\${members.join(",")}}\`;
}`;
}

function below(path: string): string {
	return `\`\${request}${path}\``;
}

/** Returns the path of a route as code, with its ids. */
function path(route: string): string {
	return `\`${route.replaceAll('`', '\\`').replaceAll('{', '${')}\``;
}
