#!/usr/bin/env python3
"""How long a request waits for one of several GPUs: Erlang's formula for M/M/n, for serving_queue.toml."""
import json
import math
import sys

for line in sys.stdin:  # {"id": 7, "inputs": {"rate": 31.5, "gpus": 8, "gpu": "H100", …}}
    request = json.loads(line)
    answer = {"id": request["id"]}
    try:
        x = request["inputs"]
        n = x["gpus"]
        service = x["service"] * {"A100": 1.6, "H100": 1.0}[x["gpu"]]
        load = x["rate"] * service
        if load >= n:
            answer["infeasible"] = f"{load:.2f} GPUs would be busy, there are {n}"
        else:
            waiting = load**n / math.factorial(n) * n / (n - load)
            waiting /= waiting + sum(load**k / math.factorial(k) for k in range(n))
            answer["outputs"] = {"wait": waiting * service / (n - load), "busy": load / n}
    except Exception as error:  # the row fails, the others go on
        answer["error"] = repr(error)
    print(json.dumps(answer), flush=True)
