import { announcement } from '#outside/navigation.ts'
import { createAnnouncement } from '#backend/adapters/announcement.ts'
import { bodyOf, hold, reads, same, type Bench, type Suite } from './check.ts'
import { checkTransport } from './transport.ts'

const { script, items } = announcement.operations

/** The public site, my page and the talk pages (spec 7.2). */
const PLACES = ['78', '79', '80']
const WAIT_MS = 1000

async function askItems(bench: Bench, placeId: string, size = '10') {
  const answer = await bench.ask(items, { parameters: { placeId, size } })
  return { answer, items: bodyOf(answer, 200).items }
}

async function checkScript(bench: Bench) {
  const { status, headers, text, words } = await bench.ask(script)
  const type = headers.get('content-type') ?? 'none'
  const isScript = status === 200 && /^(?:text|application)\/javascript/.test(type)
  hold(isScript, `${words}: Content-Type is ${type}`)
  const isThere = /AnnounceBar\s*=/.test(text) && /\binit\b/.test(text)
  hold(isThere, `${words}: it does not set window.AnnounceBar with init`)
  const writes = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b/.exec(text)
  hold(writes === null, `${words}: it writes by ${writes?.[0] ?? ''}`)
}

async function checkItems(bench: Bench) {
  for (const placeId of PLACES) await askItems(bench, placeId)
  const faults: unknown[] = []
  const onFailure = (cause: unknown) => faults.push(cause)
  const portal = createAnnouncement({ scriptUrl: `${bench.url}/bar.js`, onFailure })
  await portal.items(78, 3)
  hold(faults.length === 0, `the portal's adapter takes nothing of it: ${String(faults[0])}`)
}

async function checkSize(bench: Bench) {
  for (const placeId of PLACES)
    for (const size of ['1', '2']) {
      const found = await askItems(bench, placeId, size)
      hold(found.items.length <= Number(size), `${found.answer.words}: ${found.items.length} items`)
    }
}

async function checkValid(bench: Bench) {
  const now = bench.time.now()
  for (const placeId of PLACES)
    for (const { id, from, to } of (await askItems(bench, placeId)).items) {
      const hasBegun = Temporal.Instant.compare(Temporal.Instant.from(from), now) <= 0
      const isOver = to !== null && Temporal.Instant.compare(Temporal.Instant.from(to), now) <= 0
      hold(hasBegun && !isOver, `${id} is valid from ${from} to ${String(to)}, not now`)
    }
}

async function checkBrowser(bench: Bench) {
  const answers = [await bench.ask(script), (await askItems(bench, '78')).answer]
  for (const { words, headers, elapsedMs } of answers) {
    same(`${words}: Access-Control-Allow-Origin`, headers.get('access-control-allow-origin'), '*')
    const withinMs = Math.min(WAIT_MS, bench.answerWithinMs)
    hold(elapsedMs < withinMs, `${words} took ${Math.round(elapsedMs)} ms of ${withinMs}`)
  }
}

async function checkLinks(bench: Bench) {
  for (const placeId of PLACES)
    for (const { id, title, url } of (await askItems(bench, placeId)).items) {
      hold(!/<[a-z/!]/i.test(title), `${id}: the title has markup`)
      if (url == null) continue
      const { protocol, origin } = new URL(url)
      const isSafe = protocol === 'https:' || origin === new URL(bench.url).origin
      hold(isSafe, `${id} leads to ${url}`)
    }
}

export const announcementSuite: Suite = {
  system: announcement,
  creates: [],
  wanted: {},
  checks: [
    reads('WIRE-12', checkTransport),
    reads('ANNOUNCE-1', checkScript),
    reads('ANNOUNCE-2', checkItems),
    reads('ANNOUNCE-3', checkSize),
    reads('ANNOUNCE-4', checkValid),
    reads('ANNOUNCE-5', async (bench) => {
      same('items of an unknown place', (await askItems(bench, '999')).items, [])
    }),
    reads('ANNOUNCE-6', checkBrowser),
    reads('ANNOUNCE-7', checkLinks),
  ],
}
