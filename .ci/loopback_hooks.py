"""Lets what schemathesis makes up reach the store, and stay on this machine.

A store, customer, product or transaction at random is one that there is not, nearly always. So every other request is about the
first of each; a clock that goes to the year 9999 at once would leave nothing to ask for; and a URL that is posted to is one of the
loopback address, where nobody listens.
"""
import itertools

import schemathesis

PRODUCT = "com.example.pro.monthly"
STEPS = ("years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds")
turn = itertools.count()


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if path_parameters and next(turn) % 2:
        known = {"store": "default", "customer": 0, "product": PRODUCT, "transaction": "1"}
        path_parameters.update({name: known[name] for name in path_parameters if name in known})
    return path_parameters


@schemathesis.hook
def map_query(context, query):
    if query and isinstance(query.get("product"), str):
        query["product"] = PRODUCT
    return query


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        for name in ("notify", "url"):
            if isinstance(body.get(name), str) and body[name].lower().startswith("http"):
                body[name] = "http://127.0.0.1:9/hook_1?x=1"
        if isinstance(body.get("product"), str):
            body["product"] = PRODUCT
        if isinstance(body.get("to"), (str, int)) and not isinstance(body["to"], bool):
            body["to"] = "2030-01-01T00:00:00Z"
        for name in STEPS:
            if isinstance(body.get(name), int) and not isinstance(body[name], bool):
                body[name] = min(body[name], 2)
    return body
