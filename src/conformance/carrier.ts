import { carrier } from '#outside/carrier.ts'
import { feedChecks } from './carrier-feeds.ts'
import { lineChecks } from './carrier-lines.ts'
import { moveChecks } from './carrier-moves.ts'
import { numberChecks } from './carrier-numbers.ts'
import { orderChecks } from './carrier-orders.ts'
import {
  findOrder,
  MINUTES,
  newSim,
  openLine,
  operations,
  order,
  portalOf,
  reached,
} from './carrier-parts.ts'
import { bodyOf, changes, givenOf, hold, same, type Bench, type Suite } from './check.ts'
import { fieldOf } from './json.ts'
import { inboxOf, reportChecks, reportOf } from './report-checks.ts'
import { wireChecks, type Change } from './wire-checks.ts'

const probe = {
  unknown: {
    operation: operations.findOrder,
    parameters: { orderId: 'conf-unknown' },
    code: 'ORDER_UNKNOWN',
  },
  async change(bench: Bench): Promise<Change> {
    const body = { orderId: bench.newId(), ...newSim(bench.newId()) }
    return { operation: operations.order, body }
  },
  done: 202,
  otherBody: ({ body }: Change) => ({ ...body, simSize: 'standard' }),
  async elsewhere(bench: Bench, { body: { orderId } }: Change) {
    const parameters = { lineRef: await givenOf(bench, 'voiceLine') }
    return { operation: operations.highSpeed, parameters, body: { orderId, on: true } }
  },
  malformed: (body: Change['body']) => [
    { ...body, lineRef: undefined },
    { ...body, toKind: undefined },
    { ...body, toKind: 1 },
    { ...body, kind: 'conf-no-such-kind' },
  ],
  async find(bench: Bench, orderId: string) {
    const found = await bench.ask(operations.findOrder, { parameters: { orderId } })
    return found.status === 404 ? undefined : bodyOf(found, 200)
  },
  atField: 'acceptedAt',
  portal: (bench: Bench, { body }: Change) =>
    portalOf(bench).order({ kind: '', lineRef: '', ...body }),
}

/** A state is reported when it happens. */
const REPORT_SECONDS = 60

const reportProbe = {
  schema: carrier.reports.order.body,
  withinSeconds: REPORT_SECONDS,
  async cause(bench: Bench) {
    const orderId = await order(bench, newSim(bench.newId()))
    return { orderId, type: 'order', state: 'accepted' }
  },
  async find(bench: Bench, report: unknown) {
    const found = await findOrder(bench, String(fieldOf(report, 'orderId')))
    const event = found.events.find(({ eventId }) => eventId === fieldOf(report, 'eventId'))
    hold(event !== undefined, `the order knows no event ${String(fieldOf(report, 'eventId'))}`)
    const { state, at, facts } = event
    return { lineRef: found.lineRef, kind: found.kind, state, at, facts }
  },
}

async function checkEveryState(bench: Bench) {
  inboxOf(bench)
  const { lineRef } = await openLine(bench)
  const orderId = await order(bench, { kind: 'mnp-number', lineRef })
  const { events } = await reached(bench, orderId, 'issued', MINUTES)
  for (const { eventId, state } of events) {
    const { json } = await reportOf(bench, { orderId, eventId }, REPORT_SECONDS)
    same(`state of ${eventId}`, fieldOf(json, 'state'), state)
  }
}

export const carrierSuite: Suite = {
  system: carrier,
  creates: [
    'about sixty orders of SIMs and eSIMs for new lines, about fifteen of which are opened',
    'numbers that leave: four reservation numbers and up to five consents to a one-stop hand-off',
    'line commands on voiceLine, each taken back',
  ],
  wanted: {
    voiceLine: { what: 'the reference of a voice line in service, with some usage' },
    eid: { what: 'an EID of the test network, if it must be one of its own' },
    portIn: { what: 'number:reservation number that may be brought along', isSpent: true },
    refusedPortIn: { what: 'number:reservation number that the other carrier does not know' },
    returnUrl: { what: "the portal's address that the page of the other carrier leads back to" },
    oneStop: {
      what: 'lineRef:token of a hand-off that the receiving carrier has begun',
      isSpent: true,
    },
  },
  checks: [
    ...wireChecks(probe),
    ...lineChecks,
    ...orderChecks,
    ...moveChecks,
    ...numberChecks,
    ...feedChecks,
    ...reportChecks(reportProbe),
    changes('CARRIER-44', checkEveryState),
  ],
}
