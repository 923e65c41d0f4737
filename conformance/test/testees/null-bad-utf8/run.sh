# Writes bytes that are not UTF-8 on every channel.
for target in /dev/stdout /dev/stderr "$RESULT_PATH" "$CONF_TRACE"; do
  printf '{"message":"\377\376\300\200"}\n' >>"$target"
done
