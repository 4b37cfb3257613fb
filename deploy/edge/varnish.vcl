# Varnish 7 in front of one host of the shop. It needs the vmod xkey (Debian: varnish-modules).
#
#   STALLAGE_CDN_PURGE_URL=http://127.0.0.1:6081/purge
#   STALLAGE_TRUSTED_PROXIES=127.0.0.1
#
# Requests with a cookie or a sign-in go to the shop, as Varnish does by itself; so does everything that the
# shop marks as private.
vcl 4.1;

import std;
import xkey;

backend shop {
    .host = "127.0.0.1";
    .port = "8000";
    .first_byte_timeout = 60s;
    .probe = {
        .url = "/readyz";
        .interval = 2s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# The hosts of the shop, which purge.
acl shops {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.url == "/purge") {
        if (req.method != "POST" || client.ip !~ shops) {
            return (synth(403, "Forbidden"));
        }
        set req.http.purged = xkey.purge(req.http.Surrogate-Key);
        return (synth(200, "Purged " + req.http.purged));
    }
    # What shoppers send; only the shop's proxies may continue a trace.
    unset req.http.traceparent;
    unset req.http.tracestate;
    # While the shop answers, nothing that is out of date is sent.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    }
}

sub vcl_backend_response {
    if (beresp.http.Surrogate-Key && beresp.status == 200 && beresp.ttl > 0s) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        # Longer than Cache-Control says, because the shop purges what changes. The limit is for a response
        # that was on its way while the purge arrived.
        set beresp.ttl = 10m;
        # How long the last responses are sent while the shop is away.
        set beresp.grace = 6h;
    }
}

sub vcl_deliver {
    # Browsers keep a response as long as Cache-Control says, counted from now.
    unset resp.http.Age;
    unset resp.http.Surrogate-Key;
    unset resp.http.xkey;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}
