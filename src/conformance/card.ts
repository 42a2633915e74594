import { card, chargeRequest, refundRequest } from '#outside/card.ts'
import { createCard } from '#backend/adapters/card.ts'
import {
  bodyOf,
  changes,
  givenOf,
  hold,
  reads,
  refusedBy,
  same,
  type Bench,
  type Suite,
} from './check.ts'
import { fieldOf } from './json.ts'
import { reportChecks, reportOf } from './report-checks.ts'
import { wireChecks, type Change } from './wire-checks.ts'

const { charge, findCharge, chargesOfDay, refund, findRefund } = card.operations

/** The least a card is charged with. */
const YEN = 1

/** Reports come half a minute after their charge; a minute more is no fault. */
const REPORT_SECONDS = 90

async function chargeOf(bench: Bench, amountYen = YEN, cardToken?: string) {
  const token = cardToken ?? (await givenOf(bench, 'cardToken'))
  return { orderId: bench.newId(), amountYen, cardToken: token }
}

/** A charge that went well. */
async function chargeOk(bench: Bench, amountYen = YEN) {
  const body = await chargeOf(bench, amountYen)
  const done = bodyOf(await bench.ask(charge, { body }), 200)
  hold(done.result === 'ok', `cardToken is refused: ${String(fieldOf(done, 'reason'))}`)
  return done
}

async function chargeRefused(bench: Bench, cardToken: string) {
  const body = await chargeOf(bench, YEN, cardToken)
  return bodyOf(await bench.ask(charge, { body }), 200)
}

async function askRefund(bench: Bench, chargeOrderId: string, amountYen = YEN) {
  const body = { orderId: bench.newId(), chargeOrderId, amountYen }
  return bodyOf(await bench.ask(refund, { body }), 200)
}

const lookUp = async (bench: Bench, orderId: string) =>
  bodyOf(await bench.ask(findCharge, { parameters: { orderId } }), 200)

const portalOf = ({ url, secret, answerWithinMs }: Bench) =>
  createCard({ url, secret, timeoutMs: answerWithinMs })

const probe = {
  unknown: {
    operation: findCharge,
    parameters: { orderId: 'conf-unknown' },
    code: 'CHARGE_UNKNOWN',
  },
  async change(bench: Bench): Promise<Change> {
    return { operation: charge, body: await chargeOf(bench) }
  },
  done: 200,
  otherBody: ({ body }: Change) => ({ ...body, amountYen: YEN + 1 }),
  elsewhere: async (_: Bench, { body: { orderId } }: Change) => ({
    operation: refund,
    body: { orderId, chargeOrderId: orderId, amountYen: YEN },
  }),
  malformed: (body: Change['body']) => [
    { ...body, amountYen: undefined },
    { ...body, cardToken: undefined },
    { ...body, amountYen: '1' },
    [],
  ],
  async find(bench: Bench, orderId: string) {
    const found = await bench.ask(findCharge, { parameters: { orderId } })
    return found.status === 404 ? undefined : bodyOf(found, 200)
  },
  atField: 'at',
  portal: (bench: Bench, { body }: Change) => portalOf(bench).charge(chargeRequest.parse(body)),
}

const reportProbe = {
  schema: card.reports.charge.body,
  withinSeconds: REPORT_SECONDS,
  async cause(bench: Bench) {
    const { orderId } = await chargeOk(bench)
    return { orderId, type: 'charge' }
  },
  async find(bench: Bench, report: unknown) {
    const { orderId, result, amountYen, at } = await lookUp(
      bench,
      String(fieldOf(report, 'orderId')),
    )
    return { orderId, result, amountYen, at }
  },
}

export const cardSuite: Suite = {
  system: card,
  creates: [
    'about forty charges of 1 to 3 yen to the card of cardToken, some of them given back',
    'one refused charge to the card of refusedToken',
  ],
  wanted: {
    cardToken: { what: 'a card of the test system that is charged' },
    refusedToken: { what: 'a card of the test system that is refused' },
  },
  checks: [
    ...wireChecks(probe),
    changes('CARD-1', async (bench) => {
      const body = await chargeOf(bench, 3)
      const done = bodyOf(await bench.ask(charge, { body }), 200)
      same('result', done.result, 'ok')
      same('orderId', done.orderId, body.orderId)
      same('amountYen', done.amountYen, 3)
    }),
    changes('CARD-2', async (bench) => {
      const done = await chargeRefused(bench, await givenOf(bench, 'refusedToken'))
      same('result', done.result, 'refused')
      const { totalYen, charges } = await dayOf(bench, done.at)
      const own = charges.filter(({ orderId }) => orderId === done.orderId)
      same('charges of the day under this id', own.length, 1)
      same('totalYen', totalYen, sumOf(charges))
    }),
    changes('CARD-3', async (bench) => {
      const done = await chargeRefused(bench, 'conf-no-such-card')
      same('result', done.result, 'refused')
      same('reason', fieldOf(done, 'reason'), 'token_unknown')
    }),
    changes('CARD-4', async (bench) => {
      const done = await chargeOk(bench)
      same('the charge, asked for', await lookUp(bench, done.orderId), { ...done, refundedYen: 0 })
      const portal = await portalOf(bench).find(done.orderId)
      hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
    }),
    reads('CARD-5', async (bench) => {
      const orderId = bench.newId()
      refusedBy(await bench.ask(findCharge, { parameters: { orderId } }), 404, 'CHARGE_UNKNOWN')
      refusedBy(await bench.ask(findRefund, { parameters: { orderId } }), 404, 'REFUND_UNKNOWN')
    }),
    changes('CARD-6', async (bench) => {
      for (const amountYen of [0, -1, 1.5, 100_000_001]) {
        const body = { ...(await chargeOf(bench)), amountYen }
        refusedBy(await bench.ask(charge, { body }), 400, 'MALFORMED')
      }
    }),
    changes('CARD-7', async (bench) => {
      const done = await chargeOk(bench, 3)
      const back = await askRefund(bench, done.orderId, 2)
      same('result', back.result, 'ok')
      same('chargeOrderId', back.chargeOrderId, done.orderId)
      same('amountYen', back.amountYen, 2)
      same('refundedYen', (await lookUp(bench, done.orderId)).refundedYen, 2)
    }),
    changes('CARD-8', async (bench) => {
      const done = await chargeOk(bench, 3)
      await askRefund(bench, done.orderId, 2)
      const tooMuch = await askRefund(bench, done.orderId, 2)
      same('result', tooMuch.result, 'refused')
      same('reason', fieldOf(tooMuch, 'reason'), 'exceeds_charge')
      same('refundedYen', (await lookUp(bench, done.orderId)).refundedYen, 2)
    }),
    changes('CARD-9', async (bench) => {
      const unknown = await askRefund(bench, bench.newId())
      same('reason', fieldOf(unknown, 'reason'), 'charge_unknown')
      const refused = await chargeRefused(bench, 'conf-no-such-card')
      const back = await askRefund(bench, refused.orderId)
      same('reason', fieldOf(back, 'reason'), 'charge_refused')
    }),
    changes('CARD-10', async (bench) => {
      const done = await chargeOk(bench)
      const order = { orderId: bench.newId(), chargeOrderId: done.orderId, amountYen: YEN }
      const portal = await portalOf(bench).refund(refundRequest.parse(order))
      hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
      const first = bodyOf(await bench.ask(refund, { body: order }), 200)
      const { orderId } = order
      const found = bodyOf(await bench.ask(findRefund, { parameters: { orderId } }), 200)
      same('the refund, asked for', found, first)
    }),
    changes('CARD-11', async (bench) => {
      const done = await chargeOk(bench, 2)
      await bench.ask(charge, {
        body: { orderId: done.orderId, amountYen: 2, cardToken: await givenOf(bench, 'cardToken') },
      })
      const { charges, totalYen } = await dayOf(bench, done.at)
      const own = charges.filter(({ orderId }) => orderId === done.orderId)
      same('charges of the day under this id', own, [done])
      const ids = charges.map(({ orderId }) => orderId)
      same('charges of the day, each once', ids, [...new Set(ids)])
      same('totalYen', totalYen, sumOf(charges))
    }),
    ...reportChecks(reportProbe),
    changes('CARD-12', async (bench) => {
      const done = await chargeOk(bench)
      const { orderId } = await askRefund(bench, done.orderId)
      await reportOf(bench, { orderId, type: 'refund' }, REPORT_SECONDS)
    }),
  ],
}

async function dayOf(bench: Bench, at: string) {
  const date = Temporal.Instant.from(at).toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString()
  return bodyOf(await bench.ask(chargesOfDay, { parameters: { date } }), 200)
}

const sumOf = (charges: readonly { readonly result: string; readonly amountYen: number }[]) =>
  charges.reduce((sum, { result, amountYen }) => sum + (result === 'ok' ? amountYen : 0), 0)
