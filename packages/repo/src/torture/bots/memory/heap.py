# Fills its heap.
kept = []
while True:
    kept.append(bytearray(8 << 20))
