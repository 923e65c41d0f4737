# Ends at once, with an error.
raise SystemExit(3)
