# Reports every op as unsupported.
echo '{"id":"0","unsupported":true}' >>"$CONF_TRACE"
exit 64
