-- wrk's requests: one body, one signature, and a delivery id of its own for each.
local thread_count = 0
function setup(thread)
   thread:set("number", thread_count)
   thread_count = thread_count + 1
end

function init(args)
   local file = io.open(args[1], "rb")
   wrk.method = "POST"
   wrk.path = "/webhooks/github"
   wrk.body = file:read("*a")
   file:close()
   wrk.headers["Content-Type"] = "application/json"
   wrk.headers["User-Agent"] = "GitHub-Hookshot/0000000"
   wrk.headers["X-GitHub-Event"] = "pull_request"
   wrk.headers["X-Hub-Signature-256"] = args[2]
   prefix = string.format("%s-%d-", args[3], number)
   count = 0
end

function request()
   count = count + 1
   wrk.headers["X-GitHub-Delivery"] = prefix .. count
   return wrk.format()
end

function done(summary, latency, requests)
   io.write(string.format("RESULT %d %d %d %.1f %.1f\n",
      summary.requests, summary.duration, summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.write,
      latency:percentile(50), latency:percentile(99)))
end
