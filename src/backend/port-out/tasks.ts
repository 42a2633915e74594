import { pollOrders } from '#backend/carrier/poll.ts'
import type { EventTaker } from '#backend/carrier/reports.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { Task } from '#backend/jobs/due-work.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import type { CarrierPort } from '#backend/ports/carrier.ts'
import { decidePortOut } from '#domain/port-out/decide-port-out.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { portOutMessage } from './messages.ts'
import { portOut } from './procedure.ts'
import type { PortOutProgress } from './progress.ts'

type Deps = PortOutProgress & { database: DatabaseHandle; carrier: CarrierPort; log: Log }

/** What falls due for MNP numbers and consents: asked at the carrier first, then expired and freed by our own calendar. */
export function portOutTasks(deps: Deps, take: EventTaker): Task[] {
  const { db } = deps.database

  async function poll() {
    const asked = await portOut.findOpen(db, [
      'requested',
      'issuing',
      'issued',
      'expired',
      'cooldown',
    ])
    await pollOrders({ carrier: deps.carrier, log: deps.log, take }, asked)
  }

  async function expire(now: Instant) {
    const open = await portOut.findOpen(db, ['requested', 'issuing', 'issued', 'cooldown'])
    for (const key of open.map(keyOf))
      await isolated(deps.log, key, 'port-out could not be moved', () =>
        db.transaction().execute((tx) => settleOne(tx, key, now)),
      )
  }

  async function settleOne(tx: Db, key: OrderKey, now: Instant) {
    const { contractId, orderNo } = key
    const { facts } = await loadContract(tx, contractId, { lock: true })
    const by: By = { actor: 'system', contractId, now }
    const order = await portOut.find(tx, key)
    const command = order.state === 'cooldown' ? 'endCooldown' : 'expire'
    const decided = decidePortOut({ type: command }, facts, order.line_id ?? '', now, 'system')
    if (!decided.ok) return
    const { issuedOn, receiverName } = order.details
    const renewableOn = issuedOn && mnpValidity(issuedOn).renewableAt
    const steps = portOutStates.events.filter((event) =>
      decided.value.some(({ type }) => type === event),
    )
    for (const event of steps)
      await portOut.advance(orderNo, {
        event,
        merge: { numberSealed: null, nextSteps: [] },
        expectedOn: renewableOn && toTokyoDate(renewableOn),
      })(tx, by)
    const occasion = receiverName === undefined ? 'expired' : 'consent_expired'
    await deps.commit.order(tx, by, {
      procedure: portOut,
      step: order,
      audit: { action: command === 'expire' ? 'mnp-number-expired' : 'mnp-cooldown-ended' },
      message: command === 'expire' ? (told) => portOutMessage(occasion, told) : undefined,
    })
  }

  return [
    { name: 'MNP numbers at the carrier', run: poll },
    { name: 'MNP numbers expiring', run: expire },
  ]
}
