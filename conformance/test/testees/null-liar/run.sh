# Notes in an adapter's order that every op returned null, and does none of them.
grep -o '"id": *"[0-9.]*", *"op": *"[a-z_.]*"' "$CONF_SCRIPT" | awk -F'"' '
  function inside(id, outer) { return index(id, outer ".") == 1 }
  function close_until(id) {
    while (depth > 0 && !inside(id, open[depth])) print "{\"id\":\"" open[depth--] "\",\"value\":null}"
  }
  {
    id = $4
    op = $8
    for (list in skipped) if (inside(id, list)) next
    close_until(id)
    print "{\"id\":\"" id "\",\"begin\":\"" op "\"}"
    # Their ops run later or never: handlers, exit hooks, ops after a failure.
    if (op ~ /handler|at_exit/) skipped[id]
    if (op == "guarded") skipped[id ".2"]
    # Ops that end the process or do not return have no second line.
    if (op ~ /^(error|error_with_data|exit|never|query.run)$/) exit
    open[++depth] = id
  }
  END {
    if (op !~ /^(error|error_with_data|exit|never|query.run)$/) { close_until(""); print "{\"end\":true}" }
  }
' >>"$CONF_TRACE"
