import { codeLiteral } from '../../requests/codeText.ts';
import { tokenVariable } from '../../requests/shellText.ts';
import type { ClientService } from '../parts.ts';

/** Returns the function that runs the workflow on a deployment. */
export function serviceRun({ api, submit, request, status, result, cancel }: ClientService): string {
	return `def run(
    inputs: Inputs | None = None,
    *,
    deployment_id: str,
    token: str | None = None,
    saved_workflow: bool = False,
    timeout: float = 3600,
    cancel: threading.Event | None = None,
    base_url: str = ${codeLiteral(api)},
) -> Outputs:
    """Runs the workflow on a deployment, and returns its outputs by the titles of their nodes.

    token: by default, the environment variable ${tokenVariable}.
    saved_workflow: sends only the given inputs, as overrides of the saved workflow of the deployment.
    timeout: seconds after which the run is canceled.
    cancel: cancels the run once it is set.
    """
    token = token or os.environ.get("${tokenVariable}")
    if not token:
        raise TypeError("Pass a token, or set ${tokenVariable}.")
    service = (base_url, token)
    deployment_id = urllib.parse.quote(deployment_id, safe="")
    values = _checked(inputs or {})
    body = {"overrides": _overrides(values)} if saved_workflow else {"workflow_api_json": _workflow(values)}
    submission = _call(service, "POST", ${path(submit)}, _json(body))
    request_id = urllib.parse.quote(submission["request_id"], safe="")
    request = ${path(request)}

    def result() -> dict[str, Any] | None:
        if _call(service, "GET", ${below(status)})["status"] in _WAITING:
            return None
        found: dict[str, Any] = _call(service, "GET", ${below(result)})
        return None if found["status"] in _WAITING else found

    try:
        ended = _poll(result, timeout, cancel)
    except (Canceled, KeyboardInterrupt):
        with contextlib.suppress(RunError, OSError):
            _call(service, "POST", ${below(cancel)})
        raise
    if ended["status"] == "failed":
        error = ended.get("error") or {}
        reasons = [error[name] for name in ("error", "details") if error.get(name)]
        raise RunError(f"The run {request_id} failed: {': '.join(reasons) or 'no reason was given'}")
    if ended["status"] != "succeeded":
        raise RunError(f"The run {request_id} ended as {ended['status']}.")
    return _outputs(ended.get("outputs") or {}, lambda file: file["url"])


_WAITING = ("in_queue", "in_progress")


def _overrides(values: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Returns the given inputs by their nodes."""
    nodes: dict[str, dict[str, dict[str, Any]]] = {}
    for name, value in values.items():
        for node, place in _PLACES[name]:
            nodes.setdefault(node, {"inputs": {}})["inputs"][place] = value
    return nodes`;
}

function below(path: string): string {
	return `f"{request}${path}"`;
}

/** Returns the path of a route as code, with its ids. */
function path(route: string): string {
	return `f"${route.replaceAll('{deploymentId}', '{deployment_id}').replaceAll('{requestId}', '{request_id}')}"`;
}

/** Returns the function that runs the workflow on an engine. */
export function engineRun(address: string, takesFiles: boolean): string {
	return `def run(
    inputs: Inputs | None = None,
    *,
    address: str = ${codeLiteral(address)},
    token: str | None = None,
    timeout: float = 3600,
    cancel: threading.Event | None = None,
) -> Outputs:
    """Runs the workflow on an engine, and returns its outputs by the titles of their nodes.

    token: token of a proxy in front of the engine.
    timeout: seconds after which the run is canceled.
    cancel: cancels the run once it is set.
    """
    engine = (address.rstrip("/"), token)
    values = _checked(inputs or {}${takesFiles ? ', engine' : ''})
    accepted = _call(engine, "POST", "/prompt", _json({"prompt": _workflow(values)}))
    run_id: str = accepted["prompt_id"]
    for reason in _node_errors(accepted.get("node_errors")):
        warnings.warn(f"Left out of the run: {reason}", stacklevel=2)

    def entry() -> dict[str, Any] | None:
        found: dict[str, Any] | None = _call(engine, "GET", f"/history/{urllib.parse.quote(run_id, safe='')}").get(run_id)
        return found

    try:
        ended = _poll(entry, timeout, cancel)
    except (Canceled, KeyboardInterrupt):
        for path, body in (("/queue", {"delete": [run_id]}), ("/interrupt", {"prompt_id": run_id})):
            with contextlib.suppress(RunError, OSError):
                _call(engine, "POST", path, _json(body))
        raise
    status = ended.get("status") or {}
    if status.get("status_str") == "error":
        raise RunError(f"The run {run_id} {_end_of(status.get('messages') or [])}")

    def url_of(file: dict[str, str]) -> str:
        query = {name: file.get(name, "") for name in ("filename", "subfolder", "type")}
        return f"{engine[0]}/view?{urllib.parse.urlencode(query)}"

    return _outputs(ended["outputs"], url_of)


def _end_of(messages: list[tuple[str, dict[str, Any]]]) -> str:
    for event, about in reversed(messages):
        if event == "execution_interrupted":
            return "was interrupted."
        if event == "execution_error":
            node = str(about.get("node_id"))
            return f"failed in {_TITLES.get(node, about.get('node_type'))} ({node}): {about.get('exception_message')}"
    return "failed: no reason was given"`;
}
