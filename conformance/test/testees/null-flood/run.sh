# Writes 100 MB that look like metrics.
yes '{"_metric":"price","timestamp":"2026-01-01T00:00:00.000Z","data":{"value":1}}' | head -c 100000000
