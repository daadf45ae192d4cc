import type { ClientTarget, ClientType } from '../model.ts';

/** Returns the functions that check values. */
export function valueFunctions(types: ReadonlySet<ClientType>, target: ClientTarget): readonly string[] {
	const hasRange = types.has('integer') || types.has('big') || types.has('number');
	return [
		...(types.has('text') || types.has('boolean') ? [instance] : []),
		...(types.has('integer') || types.has('big') ? [integer] : []),
		...(types.has('number') ? [number] : []),
		...(hasRange ? [checkRange] : []),
		...(types.has('choice') ? [choice] : []),
		...(types.has('file') ? [bytesOf, ...(target === 'service' ? [dataUri, mediaType] : [upload])] : []),
	];
}

const instance = `def _instance(name: str, value: object, kind: type) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}: {value!r}")`;

const integer = `def _integer(name: str, value: object, low: float = -math.inf, high: float = math.inf) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an integer: {value!r}")
    _check_range(name, value, low, high)`;

const number = `def _number(name: str, value: object, low: float = -math.inf, high: float = math.inf) -> None:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise TypeError(f"{name} must be a finite number: {value!r}")
    _check_range(name, value, low, high)`;

const checkRange = `def _check_range(name: str, value: float, low: float, high: float) -> None:
    if value < low:
        raise ValueError(f"{name} must be at least {low}: {value}")
    if value > high:
        raise ValueError(f"{name} must be at most {high}: {value}")`;

const choice = `def _choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        some = ", ".join(str(each) for each in choices[:20])
        raise ValueError(f"{name} must be one of {some}{', ...' if len(choices) > 20 else ''}: {value!r}")`;

const bytesOf = `def _is_address(file: object) -> bool:
    return isinstance(file, str) and re.match(r"(?i)https?:|data:", file) is not None


def _bytes_of(file: Any) -> bytes:
    if isinstance(file, bytes):
        return file
    if _is_address(file):
        with urllib.request.urlopen(file, timeout=60) as reply:
            return bytes(reply.read())
    with open(file, "rb") as opened:
        return opened.read()`;

const dataUri = `def _media(file: Any) -> str:
    """Returns a URL unchanged, and a file as data that is sent with the request, so it should be small."""
    if _is_address(file):
        return str(file)
    data = _bytes_of(file)
    return f"data:{_media_type(data)};base64,{base64.b64encode(data).decode()}"`;

const mediaType = `def _media_type(data: bytes) -> str:
    for pattern, kind in (
        (rb"\\x89PNG", "image/png"),
        (rb"\\xff\\xd8\\xff", "image/jpeg"),
        (rb"GIF8", "image/gif"),
        (rb"RIFF.{4}WEBP", "image/webp"),
        (rb"RIFF.{4}WAVE", "audio/wav"),
        (rb"fLaC", "audio/flac"),
        (rb"OggS", "audio/ogg"),
        (rb"ID3|\\xff[\\xf2\\xf3\\xfa\\xfb]", "audio/mpeg"),
        (rb"\\x1aE\\xdf\\xa3", "video/webm"),
        (rb".{4}ftyp", "video/mp4"),
    ):
        if re.match(pattern, data, re.DOTALL):
            return kind
    return "application/octet-stream"`;

const upload = `def _media(engine: tuple[str, str | None], name: str, file: Any) -> str:
    """Uploads a file, and returns the name that the engine gives it."""
    is_path = not isinstance(file, bytes) and not _is_address(file)
    file_name = os.path.basename(os.fspath(file)).replace('"', "_") if is_path else name
    boundary = secrets.token_hex(16)
    head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="image"; filename="{file_name}"\\r\\n\\r\\n'
    body = head.encode() + _bytes_of(file) + f"\\r\\n--{boundary}--\\r\\n".encode()
    stored = _call(engine, "POST", "/upload/image", body, f"multipart/form-data; boundary={boundary}")
    return "/".join(part for part in (stored.get("subfolder"), stored["name"]) if part)`;
