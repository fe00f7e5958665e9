"""Keeps what schemathesis makes up on this machine: a URL that a store may post to is one of the loopback address, where nobody listens."""
import schemathesis


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        for name in ("notify", "url"):
            if isinstance(body.get(name), str) and body[name].lower().startswith("http"):
                body[name] = "http://127.0.0.1:9/hook_1?x=1"
    return body
