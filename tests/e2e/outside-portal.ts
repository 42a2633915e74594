// A portal whose outside a test may break: real pages of the last build, one member, and the provider's stand-in, whose
// faults disturb nobody else. Prints where everything is; the line `advance <ms>` moves the clock of its caches.
import { createInterface } from 'node:readline'
import { behindPages } from '#server/behind-pages.ts'
import { startWeb } from '#server/web.ts'
import { clientSecret, startProvider } from '../api/provider.ts'
import { listenForEnd } from '../../tools/setup/end-request.ts'
import { freePort } from '../../tools/setup/free-port.ts'
import { runUntilEnd } from '../../tools/setup/run-portal.ts'
import { runTool } from '../../tools/setup/run-tool.ts'
import { startHarness } from '../api/harness.ts'
import { makeMember } from '../api/members.ts'
import { useTestDatabase } from './portal-parts.ts'

let advancedMs = 0
const monotonic = performance.now.bind(performance)
performance.now = () => monotonic() + advancedMs

const print = (line: string) => process.stdout.write(`${line}\n`)

await runTool(async () => {
  const end = listenForEnd()
  await runUntilEnd(end, async (started) => {
    await useTestDatabase(started)
    const port = await freePort()
    const url = `http://localhost:${port}`
    const platform = await startProvider(url)
    started.add(() => platform.close())
    // Another name of the same machine is another origin, as an operator's own sinks would be.
    const sinks = new URL(platform.url)
    sinks.hostname = 'localhost'
    const harness = await startHarness(undefined, {
      PORT: port,
      PUBLIC_URL: url,
      OIDC_ISSUER: platform.url,
      OIDC_CLIENT_SECRET: clientSecret,
      NAVIGATION_URL: `${platform.url}/navi`,
      ANNOUNCE_SCRIPT_URL: `${platform.url}/announce/bar.js`,
      ERROR_REPORT_DSN: `http://public@${sinks.host}/1`,
      LOG_POST_URL: `${sinks.origin}/logs`,
    })
    started.add(harness.stop)
    const { secret, token } = await makeMember(harness, { loginId: 'sato' })
    const web = await startWeb(harness.services, {
      port,
      development: false,
      behind: behindPages(harness.services, { workerAlive: async () => true }),
    })
    started.add(web.stop)
    print(`ready ${JSON.stringify({ url, platform: platform.url, secret, token })}`)
    createInterface({ input: process.stdin }).on('line', (line) => {
      advancedMs += Number(line.split(' ')[1])
      print(`advanced ${advancedMs}`)
    })
    // A test run that is itself killed leaves nothing behind.
    process.stdin.once('end', () => process.exit())
  })
})
