import { pollOrders } from '#backend/carrier/poll.ts'
import type { EventTaker } from '#backend/carrier/reports.ts'
import { loadContract } from '#backend/contract/load.ts'
import { keyOf, type OrderKey } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { HoldRow } from '#backend/hold/holds.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { takeOrderStep } from '#backend/procedure/take-order-step.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { decidePortOut } from '#domain/port-out/decide-port-out.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { portOutMessage } from '../messages.ts'
import { portOut } from '../procedure.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'log' | 'engine'>

/** Asks the carrier after every number and consent under way: the safety net under its callbacks. */
export async function pollCarrier(
  deps: Pick<ProcedureDeps, 'database' | 'carrier' | 'log'> & { take: EventTaker },
): Promise<void> {
  const states = ['requested', 'issuing', 'issued', 'expired', 'cooldown'] as const
  await pollOrders(deps, await portOut.findOpen(deps.database.db, states))
}

/** Expires numbers and consents by our own calendar, and frees their lines for another port-out. */
export async function expirePortOuts({ database, log, engine }: Deps, now: Instant): Promise<void> {
  const states = ['requested', 'issuing', 'issued', 'cooldown'] as const
  for (const key of (await portOut.findOpen(database.db, states)).map(keyOf))
    await isolated(log, key, 'port-out could not be moved', () =>
      database.db.transaction().execute((tx) => expireOne(tx, engine, key, now)),
    )
}

async function expireOne(tx: Db, engine: Deps['engine'], key: OrderKey, now: Instant) {
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
  await takeOrderStep(tx, engine, by, {
    procedure: portOut,
    step: order,
    audit: { action: command === 'expire' ? 'mnp-number-expired' : 'mnp-cooldown-ended' },
    message: command === 'expire' ? (facts) => portOutMessage(occasion, facts) : undefined,
  })
}

/** Ends a port-out that its holder stopped while it was on hold; the carrier was never asked. */
export async function endStopped(
  tx: Db,
  { engine }: Pick<ProcedureDeps, 'engine'>,
  { contract_id: contractId, order_no: orderNo }: HoldRow,
  { now, why }: { readonly now: Instant; readonly why: 'stopped' | 'lapsed' },
): Promise<void> {
  const by: By = { actor: 'system', contractId: contractId ?? '', now }
  await takeOrderStep(tx, engine, by, {
    procedure: portOut,
    step: portOut.advance(orderNo, {
      event: 'refused',
      merge: {
        refusal:
          why === 'lapsed'
            ? '別の担当者の確認がとれなかったため、発行を取りやめました。'
            : 'お申し出により、発行を取りやめました。',
        nextSteps: [],
      },
    }),
    audit: { action: 'port-out-stopped' },
    message: (facts) => portOutMessage('refused', facts),
  })
}
