# Knows no op at all, and says so.
echo '{"id":"0","unsupported":true}' >>"$CONF_TRACE"
exit 64
