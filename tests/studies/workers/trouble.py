"""A command whose rows choose what goes wrong, by the name of their input `trouble`; for lines_test.cpp.
Without trouble: y = 3 a, z = a / 7."""
import json
import os
import signal
import sys
import time


def send(text):
    sys.stdout.write(text)
    sys.stdout.flush()


held = []
for line in sys.stdin:
    request = json.loads(line)
    number, x = request["id"], request["inputs"]
    trouble, a = x["trouble"], x["a"]
    good = {"id": number, "outputs": {"y": 3 * a, "z": a / 7}}
    if trouble == "error":
        send(json.dumps({"id": number, "error": "no convergence\n\x1b[31m"}) + "\n")
    elif trouble == "infeasible":
        send(json.dumps({"id": number, "infeasible": "needs 96 GB"}) + "\n")
    elif trouble == "nan":
        send('{"id":%d,"outputs":{"y":NaN,"z":-Infinity}}\n' % number)
    elif trouble == "null":
        send('{"id":%d,"outputs":{"y":null,"z":1}}\n' % number)
    elif trouble == "missing":
        send(json.dumps({"id": number, "outputs": {"y": 1}}) + "\n")
    elif trouble == "text":
        send(json.dumps({"id": number, "outputs": {"y": "fast", "z": 1}}) + "\n")
    elif trouble == "empty":
        send(json.dumps({"id": number}) + "\n")
    elif trouble == "other id":
        send(json.dumps({"id": number + 100000, "outputs": {"y": 1, "z": 1}}) + "\n")
    elif trouble == "garbage":
        send("Traceback: it happens\n")
    elif trouble == "long":
        send('{"id":%d,"outputs":{"y":%s' % (number, "1" * 2_000_000))
    elif trouble == "exit":
        sys.stderr.write("licence lost\n")
        sys.exit(3)
    elif trouble == "ends":
        sys.exit(0)
    elif trouble == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif trouble == "silent":
        time.sleep(3600)
    elif trouble == "stops":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif trouble == "answers then exits":
        send(json.dumps(good) + "\n")
        sys.exit(3)
    elif trouble == "closes":
        os.close(1)
        time.sleep(3600)
    elif trouble == "twice":
        send(json.dumps(good) + "\n" + json.dumps(good) + "\n")
    elif trouble == "chatty":
        sys.stderr.write("thinking\n" * 200_000)
        send("\n  \n" + json.dumps(good) + "\n")
    else:
        send(json.dumps(good) + "\n")
