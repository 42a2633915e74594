// Whether the process of this container answers: web and worker alike tell their metrics.
const answer = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/metrics`, {
  signal: AbortSignal.timeout(4000),
})
process.exitCode = answer.ok ? 0 : 1
