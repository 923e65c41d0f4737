# Fills its temporary files.
import tempfile

with tempfile.TemporaryFile() as file:
    while True:
        file.write(b"x" * (1 << 20))
