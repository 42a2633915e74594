import type { OutsideOperation } from '#outside/operation.ts'
import { lineCommandAnswer } from '#outside/carrier.ts'
import {
  findLine,
  openLine,
  operations,
  order,
  portalOf,
  reached,
  textOf,
} from './carrier-parts.ts'
import {
  changes,
  givenOf,
  hold,
  reads,
  refusedBy,
  same,
  short,
  type Bench,
  type Check,
} from './check.ts'
import { holdNow } from './wire-checks.ts'

/** Sends a line command under a new id; what is in force after it, in both the answer and the line. */
async function command(
  bench: Bench,
  operation: OutsideOperation,
  lineRef: string,
  { service, ...fields }: Readonly<Record<string, string | boolean>>,
) {
  const orderId = bench.newId()
  const parameters = { lineRef, ...(typeof service === 'string' && { service }) }
  const answer = await bench.ask(operation, { parameters, body: { orderId, ...fields } })
  const read = lineCommandAnswer.safeParse(answer.json)
  hold(answer.status === 200 && read.success, `${answer.words}: ${short(answer.text)}`)
  const { lineRef: saidRef, orderId: saidId, effectiveAt, ...inForce } = read.data
  same(`${answer.words}: lineRef and orderId`, [saidRef, saidId], [lineRef, orderId])
  holdNow(bench, `${answer.words}: effectiveAt`, effectiveAt)
  const line = await findLine(bench, lineRef)
  const { highSpeedOn, speedMode, suspendedFor, services } = line
  same('the line, asked for', { highSpeedOn, speedMode, suspendedFor, services }, inForce)
  return line
}

async function checkSuspension(bench: Bench) {
  const lineRef = await givenOf(bench, 'voiceLine')
  const suspend = (reason: string) => command(bench, operations.suspend, lineRef, { reason })
  const resume = (reason: string) => command(bench, operations.resume, lineRef, { reason })
  try {
    await suspend('lost')
    const both = await suspend('unpaid')
    same('state with two reasons', both.state, 'suspended')
    same('suspendedFor', both.suspendedFor.toSorted(), ['lost', 'unpaid'])
    same('state with one reason left', (await resume('lost')).state, 'suspended')
    same('state without a reason', (await resume('unpaid')).state, 'active')
  } finally {
    // Whatever was found: the line is not left without service.
    await resume('lost')
    await resume('unpaid')
  }
}

async function checkServices(bench: Bench) {
  const lineRef = await givenOf(bench, 'voiceLine')
  for (const on of [true, false]) {
    const line = await command(bench, operations.service, lineRef, { service: 'voicemail', on })
    same('services.voicemail', line.services['voicemail'], on)
  }
  const body = { orderId: bench.newId(), on: true }
  const parameters = { lineRef, service: 'conf-no-such-service' }
  refusedBy(await bench.ask(operations.service, { parameters, body }), 400, 'MALFORMED')
}

async function checkEndedLine(bench: Bench) {
  const { lineRef } = await openLine(bench)
  const at = textOf(bench.time.now())
  await reached(bench, await order(bench, { kind: 'terminate', lineRef, at }), 'terminated')
  const line = await findLine(bench, lineRef)
  same('state', line.state, 'terminated')
  hold(line.endedAt !== null, 'endedAt is null')
  const body = { orderId: bench.newId(), on: false }
  const parameters = { lineRef }
  refusedBy(await bench.ask(operations.highSpeed, { parameters, body }), 409, 'LINE_TERMINATED')
  const again = { orderId: bench.newId(), kind: 'mnp-number', lineRef }
  refusedBy(await bench.ask(operations.order, { body: again }), 422, 'LINE_TERMINATED')
}

/** What a line is, and the commands that take effect at once. */
export const lineChecks: readonly Check[] = [
  reads('CARRIER-1', async (bench) => {
    const lineRef = await givenOf(bench, 'voiceLine')
    const line = await findLine(bench, lineRef)
    same('lineRef', line.lineRef, lineRef)
    same('kind', line.kind, 'voice')
    const portal = await portalOf(bench).line(lineRef)
    hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
  }),
  changes('CARRIER-2', async (bench) => {
    const parameters = { lineRef: bench.newId() }
    refusedBy(await bench.ask(operations.line, { parameters }), 404, 'LINE_UNKNOWN')
    const body = { orderId: bench.newId(), on: false }
    refusedBy(await bench.ask(operations.highSpeed, { parameters, body }), 404, 'LINE_UNKNOWN')
  }),
  changes('CARRIER-3', async (bench) => {
    const lineRef = await givenOf(bench, 'voiceLine')
    for (const on of [false, true]) {
      const line = await command(bench, operations.highSpeed, lineRef, { on })
      same('highSpeedOn', line.highSpeedOn, on)
    }
  }),
  changes('CARRIER-4', async (bench) => {
    const lineRef = await givenOf(bench, 'voiceLine')
    for (const mode of ['low', 'throttled', 'high']) {
      const line = await command(bench, operations.speedPolicy, lineRef, { mode })
      same('speedMode', line.speedMode, mode)
    }
  }),
  changes('CARRIER-5', checkSuspension),
  changes('CARRIER-6', checkServices),
  changes('CARRIER-7', checkEndedLine),
]
