# Fills segments of System V shared memory and detaches them.
import ctypes
import time

libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]
for _ in range(100):
    segment = libc.shmget(0, 16 << 20, 0o1600)
    if segment < 0:
        break
    place = libc.shmat(segment, None, 0)
    ctypes.memset(place, 1, 16 << 20)
    libc.shmdt(place)
time.sleep(600)
