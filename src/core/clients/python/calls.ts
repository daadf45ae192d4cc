/** The types of results. */
export const results = `class OutputFile(TypedDict):
    url: str
    """URL of the file; \`download\` reads it."""
    filename: str
    subfolder: str
    type: str


class Output(TypedDict):
    files: list[OutputFile]
    texts: list[str]


class RunError(Exception):
    """Error of a run that failed or was refused."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        """HTTP status of a refused call."""


class Canceled(RunError):
    """Error of a run that was canceled by \`cancel\` or timed out."""`;

/** The functions that call a server. */
export const calls = `def download(file: OutputFile) -> bytes:
    """Reads a file of an output."""
    with urllib.request.urlopen(file["url"], timeout=60) as reply:
        return bytes(reply.read())


def _call(
    server: tuple[str, str | None],
    method: str,
    path: str,
    body: bytes | None = None,
    content_type: str = "application/json",
) -> Any:
    url, token = server
    headers = {"Content-Type": content_type, "User-Agent": "easel-client"}
    request = urllib.request.Request(url + path, body, headers, method=method)
    if token is not None:
        # Unlike other headers, it does not follow a redirect to another host.
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            text = reply.read()
        return json.loads(text or "null")
    except urllib.error.HTTPError as error:
        reason = _reason(error.read().decode(errors="replace"))
        raise RunError(f"{method} {path} was refused (HTTP {error.code}): {reason}", error.code) from None
    except ValueError:
        raise RunError(f"{method} {path} got a reply that is not JSON.", 502) from None


def _poll(step: Callable[[], Result | None], timeout: float, cancel: threading.Event | None) -> Result:
    """Calls \`step\` until it returns a value, at intervals that grow from 1 to 10 seconds."""
    end = time.monotonic() + timeout
    stop = cancel or threading.Event()
    delay = 1.0
    while True:
        if stop.wait(max(0, min(delay, end - time.monotonic()))):
            raise Canceled("The run was canceled.")
        if time.monotonic() >= end:
            raise Canceled(f"The run was canceled after {timeout} seconds.")
        delay = min(delay * 1.5, 10)
        try:
            result = step()
        except RunError as error:
            if error.status is None or (error.status not in (408, 429) and error.status < 500):
                raise
        except OSError:
            pass  # Temporary network failure.
        else:
            if result is not None:
                return result


def _outputs(reported: dict[str, dict[str, Any]], url_of: Callable[[dict[str, str]], str]) -> Outputs:
    """Returns the files and texts that nodes report, by the titles of the nodes."""
    outputs: dict[str, Output] = {}
    for node, lists in reported.items():
        output = outputs.setdefault(_TITLES.get(node, node), {"files": [], "texts": []})
        for item in (item for items in lists.values() if isinstance(items, list) for item in items):
            if isinstance(item, str):
                output["texts"].append(item)
            elif isinstance(item, dict) and "filename" in item:
                output["files"].append(cast(OutputFile, {**item, "url": url_of(item)}))
    return cast(Outputs, outputs)`;

export const serviceReason = `def _reason(text: str) -> str:
    try:
        reply = json.loads(text)
        reason = next(reply[name] for name in ("message", "detail", "error") if reply.get(name))
        return reason if isinstance(reason, str) else json.dumps(reason)
    except (ValueError, AttributeError, StopIteration):
        return text[:500]`;

export const engineReason = `def _reason(text: str) -> str:
    try:
        reply = json.loads(text)
        error = reply["error"]
        reasons = [": ".join(part for part in (error["message"], error["details"]) if part)]
        return "\\n".join(reasons + _node_errors(reply["node_errors"]))
    except (ValueError, KeyError, TypeError):
        return text[:500]


def _node_errors(nodes: dict[str, Any] | None) -> list[str]:
    return [
        f"{_TITLES.get(node, about['class_type'])} ({node}): {error['message']}: {error['details']}"
        for node, about in (nodes or {}).items()
        for error in about["errors"]
    ]`;
