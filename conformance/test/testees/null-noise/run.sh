# Writes plausible output on every channel, unrelated to its script.
now=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)
metric="{\"_metric\":\"price\",\"timestamp\":\"$now\",\"data\":{\"symbol\":\"AAPL\",\"value\":187.5}}"
log="{\"level\":\"info\",\"timestamp\":\"$now\",\"message\":\"opened\",\"data\":{\"size\":3}}"
for stream in 1 2; do
  printf '%s\n%s\n' "$metric" "$log" >&$stream
done
if [ -n "$QUERY_PATH" ]; then
  printf '{"status":"ok","data":null}' >"$RESULT_PATH"
else
  printf '{"status":"success","message":"done"}' >"$RESULT_PATH"
  mkdir -p "$STATE_DIR" && printf '1' >"$STATE_DIR/k.json"
fi
for id in 90 91.0.0 92; do
  printf '{"id":"%s","begin":"metric"}\n{"id":"%s","value":null}\n' $id $id
done >>"$CONF_TRACE"
echo '{"end":true}' >>"$CONF_TRACE"
