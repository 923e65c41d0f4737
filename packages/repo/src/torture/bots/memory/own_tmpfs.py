# Mounts a file system in memory in a user namespace of its own.
import subprocess

fill = "mount -t tmpfs -o size=4G tmpfs /tmp && exec dd if=/dev/zero of=/tmp/fill bs=1M count=4096"
subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", fill])
subprocess.run(["sleep", "600"])
