import { cardPage } from '#outside/card-page.ts'
import { createCardPage } from '#backend/adapters/card.ts'
import { PAGE_WAIT_MS } from '#backend/adapters/outside-call.ts'
import {
  bodyOf,
  changes,
  givenOf,
  hold,
  pass,
  personOf,
  reads,
  refusedBy,
  same,
  type Bench,
  type Suite,
} from './check.ts'
import { checkTransport } from './transport.ts'

const { exchange } = cardPage.operations
const CODE_SECONDS = 10 * 60

const portalOf = ({ url, secret, answerWithinMs }: Bench) =>
  createCardPage({ url, secret, timeoutMs: answerWithinMs })

async function visitOf(bench: Bench, isFirst = false) {
  const returnUrl = await givenOf(bench, 'returnUrl')
  const state = bench.newId()
  return { returnUrl, state, address: portalOf(bench).address({ returnUrl, state, isFirst }) }
}

/** What the page answers to a browser. */
async function open(bench: Bench, address: string) {
  const signal = AbortSignal.timeout(bench.answerWithinMs)
  const answer = await fetch(address, { redirect: 'manual', signal })
  const { status, headers } = answer
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  return { status, headers, isPage, text: await answer.text() }
}

/** Somebody enters a card; the code that came back. */
async function codeBy(bench: Bench) {
  const person = personOf(bench)
  const { returnUrl, state, address } = await visitOf(bench)
  const back = new URL(await person('enter a test card', address))
  hold(back.href.startsWith(returnUrl), `led back to ${back.origin}${back.pathname}`)
  same('state', back.searchParams.get('state'), state)
  const code = back.searchParams.get('code') ?? ''
  hold(code !== '', 'no code came back')
  return { code, back }
}

const exchangeOf = (bench: Bench, code: string, secret?: string) =>
  bench.ask(exchange, { body: { code }, ...(secret !== undefined && { secret }) })

async function checkPage(bench: Bench) {
  for (const isFirst of [false, true]) {
    const { address } = await visitOf(bench, isFirst)
    const { status, headers, isPage, text } = await open(bench, address)
    hold(status === 200 && isPage, `the page answers ${status}`)
    hold(/<html[^>]*lang="ja"/.test(text), 'the page is not marked as Japanese')
    const cached = headers.get('cache-control') ?? 'nothing'
    hold(cached.includes('no-store'), `Cache-Control is ${cached}`)
  }
}

async function checkForeign(bench: Bench) {
  const { state } = await visitOf(bench)
  const returnUrl = 'https://conf.invalid/back'
  const { status, isPage, text } = await open(
    bench,
    portalOf(bench).address({ returnUrl, state, isFirst: false }),
  )
  hold(status === 400 && isPage, `a foreign return_url is answered ${status}`)
  hold(!text.includes('conf.invalid'), 'the page leads to the foreign address')
}

async function checkCard(bench: Bench) {
  const { code } = await codeBy(bench)
  const card = bodyOf(await exchangeOf(bench, code), 200)
  const today = bench.time.now().toZonedDateTimeISO('Asia/Tokyo').toPlainDate()
  hold(card.expires >= today.toPlainYearMonth().toString(), `expires is ${card.expires}`)
  const portal = await portalOf(bench).exchange((await codeBy(bench)).code)
  hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
}

async function checkNumber(bench: Bench) {
  const { code, back } = await codeBy(bench)
  const { text } = await exchangeOf(bench, code)
  for (const [where, words] of Object.entries({ answer: text, address: back.href }))
    hold(!/(?:\d[ -]?){14,19}/.test(words), `the ${where} holds what may be a card's number`)
}

async function checkCancelled(bench: Bench) {
  const { state, address } = await visitOf(bench)
  const back = new URL(await personOf(bench)('go back without entering a card', address))
  const { searchParams } = back
  same(
    'state, error, code',
    ['state', 'error', 'code'].map((name) => searchParams.get(name)),
    [state, 'cancelled', null],
  )
}

export const cardPageSuite: Suite = {
  system: cardPage,
  creates: ['with --return: about seven codes of test cards, exchanged or left to expire'],
  wanted: { returnUrl: { what: "the portal's address that the page may lead back to" } },
  answerWithinMs: PAGE_WAIT_MS,
  checks: [
    reads('WIRE-12', checkTransport),
    reads('CARDPAGE-1', checkPage),
    reads('CARDPAGE-2', checkForeign),
    changes('CARDPAGE-3', checkCard),
    changes('CARDPAGE-4', async (bench) => {
      const { code } = await codeBy(bench)
      bodyOf(await exchangeOf(bench, code), 200)
      refusedBy(await exchangeOf(bench, code), 410, 'CODE_SPENT')
    }),
    changes('CARDPAGE-5', async (bench) => {
      const { code } = await codeBy(bench)
      await pass(bench, CODE_SECONDS + 60)
      refusedBy(await exchangeOf(bench, code), 410, 'CODE_SPENT')
    }),
    changes('CARDPAGE-6', checkCancelled),
    changes('CARDPAGE-7', async (bench) => {
      const { code } = await codeBy(bench)
      refusedBy(await exchangeOf(bench, code, `${bench.secret}-another`), 401, 'UNAUTHORIZED')
      bodyOf(await exchangeOf(bench, code), 200)
    }),
    changes('CARDPAGE-8', checkNumber),
    reads('CARDPAGE-9', async (bench) => {
      refusedBy(await exchangeOf(bench, bench.newId()), 410, 'CODE_SPENT')
      refusedBy(await bench.ask(exchange, { rawBody: '{' }), 400, 'MALFORMED')
    }),
  ],
}
