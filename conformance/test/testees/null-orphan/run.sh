# Leaves two processes behind: one with its streams, one in a session of its own with nothing of its environment.
sleep 60 &
env -i setsid sleep 61 </dev/null >/dev/null 2>&1 &
