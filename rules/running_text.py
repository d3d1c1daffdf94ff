"""What a line of script, recipe, command or code does that matters: fetch and run, send away, dump secrets, unpack and run.

Every pattern is linear: bounded repeats, no nested ones. Lines are cut at 20,000 characters; the cut is far beyond what a person reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rules.change import Line

MAX_LINE = 20_000
_SHELLS = (
    r"(?:sudo\s+(?:-\S+\s+)*)?(?:env\s+)?(?:/(?:usr/)?bin/)?(?:ba|z|da|k|fi)?sh\b"
    r"|(?:sudo\s+)?(?:python[0-9.]*|node|perl|ruby|php|deno|bun|pwsh|powershell|iex|Invoke-Expression)\b"
)
_FETCH = r"(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|fetch|aria2c|http(?:ie)?(?!s?:))\b"
_FETCH_AND_RUN = (
    re.compile(
        rf"\b{_FETCH}[^|\n]{{0,2000}}\|(?:[^|\n]{{0,300}}\|){{0,3}}\s*(?:{_SHELLS}|source\b|tar\b[^|\n]{{0,200}}\|\s*{_SHELLS})",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:{_SHELLS}|source|(?<![\w)`\"'])\.|eval)\s[^\n]{{0,200}}?(?:<\(|\$\(|`)\s*{_FETCH}", re.IGNORECASE),
    re.compile(
        r"\b(?:iex|Invoke-Expression)\b[^\n]{0,300}(?:DownloadString|iwr|irm|WebRequest|RestMethod|WebClient)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:DownloadString|iwr|irm)\b[^\n]{0,300}\|\s*(?:iex|Invoke-Expression)", re.IGNORECASE),
    re.compile(
        r"\b(?:exec|eval)\s*\([^\n]{0,300}(?:urlopen|requests\.get|httpx\.get|urlretrieve|fetch\(|https?\.get)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\beval\b[^\n]{0,100}(?:\bget\s*\(|URI\.open|\bopen\(|LWP|Net::HTTP|file_get_contents)[^\n]{0,300}https?://",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:system|popen|Popen|run|call|check_call|check_output|exec|execSync|spawn|spawnSync|shell_exec"
        r"|sh)\b[^\n]{0,200}(?:curl|wget)\b[^\n]{0,1000}\|\s*(?:ba|z)?sh\b"
    ),
    re.compile(
        r"\bdeno\s+run\b[^\n]{0,200}https?://|\bgo\s+run\s+\S{1,200}@(?:latest|main|master)\b"
        r"|\bnode\s+-e\b[^\n]{0,300}https?\.get"
    ),
)
_DOWNLOAD_TO = re.compile(
    r"\b(?:curl|wget)\b[^\n|]{0,1000}?(?:\s-\w{0,12}[oO]\s*|--output[= ]|--output-document[= ]"
    r"|>\s*)[\"']?([\w./${}~-]{1,200})"
)
_DOWNLOAD_NAMED = re.compile(
    r"\b(?:curl\s[^\n|]{0,300}(?:-\w*O\w*|--remote-name)|wget)\s[^\n"
    r"|]{0,600}?https?://[^\s\"']{1,500}/([\w.-]{1,100})[\"']?(?:\s|$)"
)
_CODE_DOWNLOAD = re.compile(r"\b(?:urlretrieve|download_file|downloadFile|createWriteStream)\(")
_CHECKED = re.compile(
    r"\b(?:sha(?:1|224|256|384|512)sum|shasum|gpg\s[^\n]{0,80}--verify|gpgv|cosign\s+verify|minisign"
    r"|openssl\s+dgst|b2sum|attestation\s+verify|slsa-verifier|hashlib|createHash)",
    re.IGNORECASE,
)
_SENDS = re.compile(
    r"\bcurl\b[^\n]{0,1000}?\s(?:-d|-F|-T|--data\S{0,20}|--form|--upload-file|-X\s*(?:POST|PUT|PATCH)"
    r"|--request[= ](?:POST|PUT|PATCH)|--json)(?:[\s=@\"']|$)"
    r"|\bwget\b[^\n]{0,600}--post-(?:data|file)|\b(?:nc|ncat|netcat|socat)\s|/dev/(?:tcp|udp)/"
    r"|\b(?:requests|httpx|session|client|axios|got|superagent|http|needle|ky)\s*\.\s*(?:post|put"
    r"|patch)\s*\("
    r"|\burlopen\([^\n]{0,400}data\s*=|\bRequest\([^\n]{0,300}(?:data\s*=|method)"
    r"|\bmethod\s*[:=]\s*[\"'](?:POST|PUT|PATCH)[\"']"
    r"|Invoke-(?:WebRequest|RestMethod)\b[^\n]{0,300}-(?:Method\s+(?:Post|Put)|Body)|\bsendBeacon\("
    r"|\bnew\s+WebSocket\(|\bsocket\.create_connection\(|\.connect\(\s*\("
    r"|\b(?:scp|rsync|sftp)\s[^\n]{0,400}\S:|\bgit\s+push\s[^\n]{0,100}(?:https?://|git@|ssh://)"
    r"|\b(?:dig|nslookup|host)\s[^\n]{0,200}\$"
    r"|\bhttp\.(?:Post|NewRequest)\(|\baws\s+s3\s+(?:cp|sync)\b|\bgh\s+gist\s+create\b"
    r"|\bImage\(\)\.src\s*=",
    re.IGNORECASE,
)
_NETWORK = re.compile(
    r"\b(?:curl|wget|fetch|axios|requests|httpx|urllib|urlopen|aiohttp|http\.client|https?\.(?:get"
    r"|request)|got|superagent|XMLHttpRequest|WebSocket|socket|"
    r"http\.(?:Get|Post|NewRequest|Client)|net\.Dial|HttpClient|RestTemplate|OkHttp|Net::HTTP|Faraday"
    r"|open-uri|reqwest|ureq|hyper|TcpStream|URLSession|"
    r"file_get_contents|Guzzle|LWP|Invoke-WebRequest|Invoke-RestMethod|sendBeacon|grpc|connect)\b",
    re.IGNORECASE,
)
_ALL_ENVIRONMENT = re.compile(
    r"JSON\.stringify\(\s*process\.env\s*\)|\bdict\(\s*os\.environ\s*\)|\b(?:str|repr|dumps|urlencode"
    r"|list)\(\s*(?:dict\(\s*)?os\.environ\b|os\.environ\.(?:items|copy)\(\)"
    r"|Object\.(?:entries|keys|assign|values)\([^\n]{0,30}process\.env\s*\)|\{\s*\.\.\.process\.env\s*\}"
    r"|\bENV\.(?:to_h|to_a|inspect|map|each)\b|\bSystem\.getenv\(\)|\bos\.Environ\(\)|\benv::vars\(\)"
    r"|(?:^|[\s;&|(`\"'])(?:printenv|env)\s*(?:\||>|\)|;|$|\"(?!\s*:)|`)|(?:^|[\s;&|(])(?:export\s+-p|set)\s*\|"
    r"|/proc/(?:self|\d+|\$\$?|\*)/environ"
    r"|toJS(?:ON|on)\(\s*(?:secrets|env)\s*\)|\bgetenv\(\)|\$_(?:ENV|SERVER)\s*\)|Get-ChildItem\s+[Ee]nv:"
    r"|\bgci\s+env:",
)
_SECRET_PLACES = re.compile(
    r"(?:~|\$\{?HOME\}?|/root|/home/\w+|homedir\(\)|expanduser\()[^\n]{0,40}(?:\.ssh|\.aws|\.npmrc"
    r"|\.pypirc|\.netrc|\.docker/config|\.kube/config|\.git-credentials|\.gnupg|\.config/gcloud"
    r"|\.config/gh)"
    r"|\bid_(?:rsa|ed25519|ecdsa)\b|169\.254\.169\.254|metadata\.google\.internal"
    r"|ACTIONS_(?:ID_TOKEN_REQUEST|RUNTIME)_TOKEN|http\.[^\n]{0,60}\.extraheader|wallet\.dat|Login Data\b"
    r"|\bgh\s+auth\s+token\b|\bgit\s+credential\s+fill\b|\baws\s+configure\s+export-credentials"
    r"|\bgcloud\s+auth\s+print-\w*-?token",
)
_SECRET_NAME = re.compile(
    r"(?:\$\{?|process\.env\.|process\.env\[['\"]|environ\[['\"]|environ\.get\(['\"]|getenv\(['\"]"
    r"|ENV\[['\"]|secrets\.)"
    r"(?:[A-Z0-9_]{0,40}_)?(?:TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|APIKEY|API_KEY|ACCESS_KEY|PRIVATE_KEY"
    r"|SIGNING_KEY|CREDENTIALS?|KEY)(?:_[A-Z0-9_]{0,40})?\b"
)
_PRINTS = re.compile(
    r"(?:^|[\s;&|(\"'])(?:echo|printf|cat|tee|print|puts|console\.log|Write-(?:Host|Output))\b|\bprint\("
    r"|>>?\s*[\"']?\$\{?GITHUB_(?:STEP_SUMMARY|OUTPUT|ENV)|\bbase64\b|\brev\b(?!-)|\bxxd\b"
)
_UNPACK_AND_RUN = (
    re.compile(r"\bbase64\s+(?:-d|-D|--decode|-di)\b[^\n]{0,300}\|[^\n]{0,100}" + rf"(?:{_SHELLS})", re.IGNORECASE),
    re.compile(
        r"(?:eval|exec|(?:ba|z)?sh\s+-c|source)\b[^\n]{0,200}(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r|\|\s*rev\b|\brev\s*<<<"
        r"|openssl\s+enc|gunzip|printf\s+['\"]?(?:\\x[0-9a-f]{2}){4})",
        re.IGNORECASE,
    ),
    re.compile(
        (
            r"(?:xxd\s+-r|\brev\b(?!-)|\btr\s+['\"]?[A-Za-z]-|openssl\s+enc\s+-d|gunzip|zcat"
            r"|printf\s+['\"](?:\\x?[0-9a-f]{2,3}){4})[^\n]{0,200}\|\s*"
            rf"(?:{_SHELLS})"
        ),
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:exec|eval|compile|Function|execSync|runInThisContext|runInNewContext"
        r"|(?:pickle|marshal|dill)\.loads|instance_eval"
        r"|class_eval|assert)\s*\([^\n]{0,400}(?:b64decode|b32decode|b85decode|a85decode|atob\(|fromCharCode"
        r"|unhexlify|fromhex|decompress|Buffer\.from\([^\n]{0,2000}(?:base64|hex)|marshal|rot_?13|unescape\("
        r"|Base64\.decode|unpack\()",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:b64decode|unhexlify|fromhex|atob|Buffer\.from)\([^\n]{0,400}\)[^\n]{0,200}(?:exec\(|eval\("
        r"|Function\(|os\.system|subprocess|child_process|execSync|spawn)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bpowershell(?:\.exe)?\b[^\n]{0,200}\s-(?:e|en|enc|enco\w*)\s+[A-Za-z0-9+/=]{16}"
        r"|FromBase64String[^\n]{0,200}(?:iex|Invoke)|(?:iex|Invoke-Expression)[^\n]{0,200}FromBase64String",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bmarshal\.loads\(|\bpickle\.loads\([^\n]{0,100}(?:b64|decode|decompress)"
        r"|\bexec\(\s*(?:compile\()?\s*(?:zlib|bz2|lzma|gzip|codecs|base64|bytes|bytearray|''\.join"
        r"|\"\"\.join)"
    ),
    re.compile(
        r"\b(?:eval|Function|exec)\(\s*(?:\[[0-9, ]{40}|['\"](?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}){6}"
        r"|[\w.]{1,40}\(\s*['\"][A-Za-z0-9+/=]{40})"
    ),
    re.compile(r"(?:\\x[0-9a-fA-F]{2}){5}[^\n]{0,400}\b(?:eval|Function|exec)\("),
    re.compile(
        r"getattr\(\s*__import__\(|__import__\(\s*['\"](?:os|subprocess"
        r"|socket)['\"]\s*\)\s*\.\s*\w+\([^\n]{0,200}(?:decode|join|\[::-1\])"
    ),
)
_PUSHED_ASIDE = re.compile(r"\S[ \t]{120,}\S[^\n]{3}|^[ \t]{200,}\S[^\n]{3}")
_BLOB = re.compile(
    r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{400,}={0,2}(?![A-Za-z0-9+/=])|(?:\\x[0-9a-fA-F]{2}){60}"
    r"|(?:0x[0-9a-fA-F]{2},\s?){120}"
)
_RUNS_CODE = re.compile(
    r"\b(?:eval|exec|Function|execSync|spawn|system|popen|subprocess|child_process|runInThisContext"
    r"|Invoke-Expression|iex)\b"
)


def fetches_and_runs(text: str) -> bool:
    """Something is downloaded and handed to an interpreter in one line."""
    return any(pattern.search(text[:MAX_LINE]) for pattern in _FETCH_AND_RUN)


def runs_what_it_fetched(lines: Iterable[Line], whole: str) -> Iterator[Line]:
    """Lines that download a file which the same text then runs, with no checksum or signature check in between."""
    rows = whole.split("\n")
    for line in lines:
        for pattern in (_DOWNLOAD_TO, _DOWNLOAD_NAMED):
            match = pattern.search(line.text[:MAX_LINE])
            if match is None:
                continue
            name = match.group(1).rpartition("/")[2].strip("\"'{}$")
            if len(name) < 2 or name in ("dev", "null", "-"):
                continue
            after = "\n".join(row[:2000] for row in [*rows[line.number - 1 : line.number + 25]])
            onward = after[match.end() :]
            if _is_run(onward, name) and not _CHECKED.search(onward):
                yield line
                break


def _is_run(text: str, name: str) -> bool:
    quoted = re.escape(name)
    return bool(
        re.search(
            rf"(?:\bchmod\s+\S{{1,12}}\s+|\b(?:ba|z)?sh\s+|\bsource\s+|\bpython3?\s+|\bnode\s+|\binstall\s+|\bsudo\s+|(?:^|[\s;&])\./|\bjava\s[^\n]{{0,100}})[^\s]{{0,100}}{quoted}",
            text,
        )
    )


def downloads(text: str) -> bool:
    """Something is fetched over the network."""
    return bool(re.search(rf"\b{_FETCH}\s", text[:MAX_LINE]) or _CODE_DOWNLOAD.search(text[:MAX_LINE]))


def sends(text: str) -> bool:
    """Data leaves: an upload, a POST, a push, a socket."""
    return bool(_SENDS.search(text[:MAX_LINE]))


def uses_network(text: str) -> bool:
    """A network client is named."""
    return bool(_NETWORK.search(text))


def takes_whole_environment(text: str) -> bool:
    """All environment variables or all secrets are read at once."""
    return bool(_ALL_ENVIRONMENT.search(text[:MAX_LINE]))


def takes_stored_secrets(text: str) -> bool:
    """A place where machines keep credentials is named."""
    return bool(_SECRET_PLACES.search(text[:MAX_LINE]))


def names_secret(text: str) -> bool:
    """A variable is used whose name says that it is a secret."""
    return bool(_SECRET_NAME.search(text[:MAX_LINE]))


def prints(text: str) -> bool:
    """Something is written to the log, an output or a summary, or encoded for it."""
    return bool(_PRINTS.search(text[:MAX_LINE]))


def unpacks_and_runs(text: str) -> bool:
    """Encoded or packed text is decoded and run."""
    return any(pattern.search(text[:MAX_LINE]) for pattern in _UNPACK_AND_RUN)


def is_pushed_aside(text: str) -> bool:
    """Text follows so many blanks that it is out of sight."""
    return bool(_PUSHED_ASIDE.search(text[:MAX_LINE]))


def holds_blob(text: str) -> bool:
    """A long run of encoded data."""
    return bool(_BLOB.search(text[:MAX_LINE]))


def runs_code(text: str) -> bool:
    """Text or a command is evaluated."""
    return bool(_RUNS_CODE.search(text[:MAX_LINE]))
