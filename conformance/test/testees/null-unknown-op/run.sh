# Reports every op as unsupported.
echo '{"id":"1","unsupported":true}' >>"$CONF_TRACE"
exit 64
