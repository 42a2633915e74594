import { recordAudit } from '#backend/audit.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { planName } from '#backend/contract/wording.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Log } from '#backend/log.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { formatDay } from '#backend/mail/japanese-date.ts'
import { advanceOrder, findDueOrders, findOrder } from '#backend/order/orders.ts'
import { planOn } from '#domain/catalogue/plan.ts'
import { decidePlanSize } from '#domain/plan-size/decide-plan-size.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { factsOfBooking } from './bookings.ts'

type Deps = {
  database: DatabaseHandle
  outbox: Outbox
  log: Log
}

/**
 * Puts the sizes that are due in force. Runs at 00:00 of the 1st before the base grant of the month, so that the grant
 * is the new size's; a booking whose turn was missed is applied at the next run. One contract's failure stops no other.
 */
export function createBookingSweep({ database, outbox, log }: Deps) {
  return async function applyBookings(now: Instant): Promise<void> {
    const due = await findDueOrders(database.db, 'planSizeChange', 'reserved', toTokyoDate(now))
    for (const { contract_id: contractId, order_no: orderNo } of due) {
      try {
        await database.db.transaction().execute((tx) => applyOne(tx, contractId, orderNo, now))
      } catch (err) {
        // An outage is not this booking's fault: the whole hour is done again.
        if (isDatabaseOutage(err)) throw err
        log.error({ err, orderNo }, 'plan size booking not applied')
      }
    }
  }

  async function applyOne(tx: Db, contractId: string, orderNo: string, now: Instant) {
    const contract = await lockContract(tx, contractId)
    const facts = await loadFacts(tx, contractId)
    const order = await findOrder(tx, contractId, orderNo)
    const decided = decidePlanSize({ type: 'apply' }, factsOfBooking(facts, order), now, 'system')
    if (!decided.ok) return
    const applied = decided.value.find((event) => event.type === 'applied')
    if (applied === undefined) return
    const target = { contractId, orderNo }
    const plan = planOn(applied.planCode, toTokyoDate(now))
    const lines = facts.lines.filter((line) => line.state !== 'ended').length
    if (lines > 1 && !plan.shareable) return giveUp(tx, contract.account_id, target, now)
    await tx
      .updateTable('contract')
      .set((eb) => ({
        plan_code: applied.planCode,
        course: plan.shareable ? contract.course : 'single',
        version: eb('version', '+', 1),
      }))
      .where('contract_id', '=', contractId)
      .execute()
    await advanceOrder(tx, target, { event: 'applied', actor: 'system', now })
    await recordAudit(tx, {
      chain: contractId,
      at: now,
      actor: 'system',
      action: 'plan-size-applied',
      target: orderNo,
      details: { fromPlan: contract.plan_code, toPlan: applied.planCode },
    })
    await outbox.post(
      tx,
      {
        accountId: contract.account_id,
        sourceRef: `plan-size-applied:${orderNo}`,
        kind: 'procedure',
        href: '/mypage/contract.html',
        subject: 'データ容量が変わりました',
        text: `${formatDay(toTokyoDate(now))}から、データ容量が${planName(contract.plan_code)}から${planName(applied.planCode)}になりました。（受付番号：${orderNo}）`,
      },
      now,
    )
  }

  /** A line was added after the booking, and the booked size cannot be shared. */
  async function giveUp(
    tx: Db,
    accountId: string,
    target: { contractId: string; orderNo: string },
    now: Instant,
  ) {
    await advanceOrder(tx, target, {
      event: 'contract_ended',
      actor: 'system',
      now,
      details: { reason: 'PLAN_NOT_SHAREABLE' },
    })
    await outbox.post(
      tx,
      {
        accountId,
        sourceRef: `plan-size-given-up:${target.orderNo}`,
        kind: 'procedure',
        href: '/mypage/plan/change.html',
        subject: 'データ容量の変更予約を取り消しました',
        text: `複数の回線をご利用中のため、予約されたデータ容量（シェアできない容量）には変更できませんでした。データ容量はこれまでと変わりません。別の容量をお選びください。（受付番号：${target.orderNo}）`,
      },
      now,
    )
  }
}
