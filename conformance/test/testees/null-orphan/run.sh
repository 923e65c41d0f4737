# Leaves two processes running: one with its streams, one in its own session with an empty environment.
sleep 60 &
env -i setsid sleep 61 </dev/null >/dev/null 2>&1 &
