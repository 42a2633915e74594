import { createLetters } from '#backend/adapters/letter.ts'
import { letter, letters } from '#outside/letter.ts'
import { fieldOf } from './json.ts'
import {
  bodyOf,
  changes,
  givenOf,
  hold,
  reads,
  refusedBy,
  same,
  until,
  type Bench,
  type Suite,
} from './check.ts'
import { wireChecks, type Change } from './wire-checks.ts'

const { post, findLetter } = letters.operations

const portalOf = ({ url, secret, answerWithinMs }: Bench) =>
  createLetters({ url, secret, timeoutMs: answerWithinMs })

async function letterOf(bench: Bench, address?: string) {
  return {
    orderId: bench.newId(),
    service: 'registered_not_forwarded',
    to: {
      name: '試験 太郎',
      zipCode: await givenOf(bench, 'zipCode'),
      address: address ?? (await givenOf(bench, 'address')),
    },
    paragraphs: ['試験の手紙です。', '確認コード：0000 0000'],
  }
}

const probe = {
  unknown: {
    operation: findLetter,
    parameters: { orderId: 'conf-unknown' },
    code: 'LETTER_UNKNOWN',
  },
  async change(bench: Bench): Promise<Change> {
    return { operation: post, body: await letterOf(bench) }
  },
  done: 201,
  otherBody: ({ body }: Change) => ({ ...body, paragraphs: ['別の文'] }),
  malformed: (body: Change['body']) => [
    { ...body, to: undefined },
    { ...body, paragraphs: undefined },
    { ...body, paragraphs: '試験' },
  ],
  async find(bench: Bench, orderId: string) {
    const found = await bench.ask(findLetter, { parameters: { orderId } })
    return found.status === 404 ? undefined : bodyOf(found, 200)
  },
  portal: (bench: Bench, { body }: Change) => portalOf(bench).post(letter.parse(body)),
}

const HOUR = 3600
const DAY = 24 * HOUR
const POSTED_WITHIN_SECONDS = 3 * DAY
/** 簡易書留 lies at the post office for a week. */
const BACK_WITHIN_SECONDS = 14 * DAY

/** @returns the answer that says so, the first time it says so */
async function reached(bench: Bench, orderId: string, states: readonly string[], within: number) {
  return until(bench, `${orderId} ${states.join(' or ')}`, within, async () => {
    const found = bodyOf(await bench.ask(findLetter, { parameters: { orderId } }), 200)
    return states.includes(found.state) ? found : undefined
  })
}

async function checkLimits(bench: Bench) {
  const body = await letterOf(bench)
  const longest = {
    ...body,
    to: { ...body.to, name: 'あ'.repeat(100), address: `${body.to.address}${'あ'.repeat(100)}` },
    paragraphs: Array.from({ length: 20 }, () => 'あ'.repeat(400)),
  }
  bodyOf(await bench.ask(post, { body: longest }), 201)
  for (const wrong of [
    { to: { ...body.to, zipCode: '100-0001' } },
    { to: { ...body.to, name: 'あ'.repeat(101) } },
    { to: { ...body.to, address: 'あ'.repeat(201) } },
    { paragraphs: [] },
    { paragraphs: ['あ'.repeat(401)] },
  ]) {
    const asked = { ...body, orderId: bench.newId(), ...wrong }
    refusedBy(await bench.ask(post, { body: asked }), 400, 'MALFORMED')
  }
}

export const letterSuite: Suite = {
  system: letters,
  creates: ['about thirty letters: of a test system, which must neither print nor post them'],
  wanted: {
    zipCode: { what: 'seven digits, of all the addresses that are given' },
    address: { what: 'an address to which letters come' },
    unknownAddress: { what: 'an address to which nobody can deliver' },
    returningAddress: { what: 'an address from which letters come back' },
  },
  checks: [
    ...wireChecks(probe),
    changes('LETTER-1', async (bench) => {
      const body = await letterOf(bench)
      const taken = bodyOf(await bench.ask(post, { body }), 201)
      same('orderId and state', [taken.orderId, taken.state], [body.orderId, 'accepted'])
      const other = { ...body, orderId: bench.newId(), service: 'ordinary' }
      refusedBy(await bench.ask(post, { body: other }), 400, 'MALFORMED')
    }),
    changes('LETTER-2', checkLimits),
    changes('LETTER-3', async (bench) => {
      const body = await letterOf(bench, await givenOf(bench, 'unknownAddress'))
      refusedBy(await bench.ask(post, { body }), 422, 'ADDRESS_UNKNOWN')
      const { orderId } = body
      const found = await bench.ask(findLetter, { parameters: { orderId } })
      refusedBy(found, 404, 'LETTER_UNKNOWN')
    }),
    changes('LETTER-4', async (bench) => {
      const body = await letterOf(bench)
      const taken = bodyOf(await bench.ask(post, { body }), 201)
      const parameters = { orderId: body.orderId }
      same('asked for', bodyOf(await bench.ask(findLetter, { parameters }), 200), taken)
      const portal = await portalOf(bench).status(body.orderId)
      hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
    }),
    reads('LETTER-5', async (bench) => {
      const parameters = { orderId: bench.newId() }
      refusedBy(await bench.ask(findLetter, { parameters }), 404, 'LETTER_UNKNOWN')
    }),
    changes('LETTER-6', async (bench) => {
      const body = await letterOf(bench)
      bodyOf(await bench.ask(post, { body }), 201)
      const { orderId } = body
      const posted = await reached(bench, orderId, ['posted', 'delivered'], POSTED_WITHIN_SECONDS)
      const trackingNo = fieldOf(posted, 'trackingNo')
      hold(typeof trackingNo === 'string', `${orderId} is posted without a number of the post`)
      const over = await reached(bench, orderId, ['delivered', 'returned'], BACK_WITHIN_SECONDS)
      same('of a letter that was handed over', over, {
        orderId,
        state: 'delivered',
        trackingNo,
      })
    }),
    changes('LETTER-7', async (bench) => {
      const body = await letterOf(bench, await givenOf(bench, 'returningAddress'))
      bodyOf(await bench.ask(post, { body }), 201)
      const over = await reached(
        bench,
        body.orderId,
        ['delivered', 'returned'],
        BACK_WITHIN_SECONDS,
      )
      same('of a letter that came back', over.state, 'returned')
    }),
  ],
}
