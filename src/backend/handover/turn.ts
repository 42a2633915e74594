import { switchLine } from '#backend/sim/public.ts'
import { askOfLine } from '#backend/carrier/exchange.ts'
import { findContract, findLine, lockContract } from '#backend/contract/contracts.ts'
import { lineAad, openNumber } from '#backend/contract/line-mapping.ts'
import { keyOf } from '#backend/contract/orders.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Task } from '#backend/jobs/due-work.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { endOfDay, addDays, formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { HandoverDeps } from './deps.ts'
import type { HandoverOrder } from './details.ts'
import { giverMessage, receiverMessage } from './messages.ts'
import { handover, takeover } from './procedure.ts'
import { lapse, receiverOrder, releaseGiver, stopReceiver } from './receive.ts'
import { findHandover, type HandoverRow } from './rows.ts'

/** What falls due for lines that change hands. */
export function handoverTasks(deps: HandoverDeps): Task[] {
  const { database, log } = deps

  /** Each in a transaction of its own, both contracts held: the receiver's first, everywhere. */
  async function each(
    states: Parameters<typeof handover.findOpen>[1],
    failure: string,
    work: (tx: Db, row: HandoverRow, order: HandoverOrder) => Promise<void>,
  ) {
    const found = await handover.findOpen(database.db, states)
    for (const key of found.map(keyOf))
      await isolated(log, key, failure, () =>
        database.db.transaction().execute(async (tx) => {
          const before = await findHandover(tx, key)
          if (before === undefined) return
          if (before.receiver_contract_id !== null)
            await lockContract(tx, before.receiver_contract_id)
          await lockContract(tx, key.contractId)
          const row = await findHandover(tx, key)
          if (row === undefined || row.receiver_contract_id !== before.receiver_contract_id) return
          await work(tx, row, await handover.find(tx, key))
        }),
      )
  }

  /** At 00:00 of the 1st, or at the next run if that was missed: in one transaction, here and there. */
  const turn = (now: Instant) =>
    each(['due'], 'line could not change hands', async (tx, row, order) => {
      if (order.state !== 'due' || order.effective_on === null) return
      if (order.effective_on >= toTokyoDate(now)) return
      await changeHands(tx, deps, row, order, now)
    })

  /** Both sides get a message the day before. */
  const remind = (now: Instant) =>
    each(['due'], 'reminder of a hand-over not sent', async (tx, row, order) => {
      const today = toTokyoDate(now)
      if (order.effective_on !== today || order.details.remindedOn === today) return
      const merge = { remindedOn: today }
      const audit = { action: 'line-handover-reminded' }
      const giver: By = { actor: 'system', contractId: row.contract_id, now }
      await deps.commit.order(tx, giver, {
        procedure: handover,
        step: handover.patch(order.order_no, { merge }),
        audit,
        message: (told) => giverMessage('eve', told),
      })
      const receiver = await receiverOrder(tx, row)
      if (receiver === undefined) return
      const by: By = { ...giver, contractId: receiver.contract_id }
      await deps.commit.order(tx, by, {
        procedure: takeover,
        step: takeover.patch(receiver.order_no, { merge }),
        audit,
        message: (told) => receiverMessage('eve', told),
      })
    })

  const expire = (now: Instant) =>
    each(['offered'], 'offer of a line not ended', async (tx, row, order) => {
      if (order.state !== 'offered' || row.valid_until >= toTokyoDate(now)) return
      await deps.commit.order(
        tx,
        { actor: 'system', contractId: row.contract_id, now },
        {
          procedure: handover,
          step: lapse(row.order_no),
          audit: { action: 'line-handover-lapsed' },
          message: (told) => giverMessage('lapsed', told),
        },
      )
    })

  /** Where one side has ended in another way (its contract, a decision of staff), the other is ended too. */
  async function follow(now: Instant) {
    await each(['taken', 'due'], 'hand-over not followed', async (tx, row, order) => {
      if (order.state === 'taken' && !(await isApplicationOver(tx, row))) return
      if (order.state === 'due' && (await receiverOrder(tx, row))?.closed_at === null) return
      await releaseGiver(tx, deps, row, now)
    })
    const left = await database.db
      .selectFrom('handover as h')
      .innerJoin('procedure_order as g', (on) =>
        on.onRef('g.contract_id', '=', 'h.contract_id').onRef('g.order_no', '=', 'h.order_no'),
      )
      .innerJoin('procedure_order as r', (on) =>
        on
          .onRef('r.contract_id', '=', 'h.receiver_contract_id')
          .onRef('r.order_no', '=', 'h.receiver_order_no'),
      )
      .selectAll('h')
      .where('g.closed_at', 'is not', null)
      .where('r.closed_at', 'is', null)
      .execute()
    for (const row of left)
      await isolated(log, { orderNo: row.order_no }, 'hand-over not followed', () =>
        database.db.transaction().execute(async (tx) => {
          await lockContract(tx, row.receiver_contract_id ?? '')
          await stopReceiver(
            tx,
            deps,
            row,
            'ゆずる方のご契約または回線が終了したため、回線を譲り受けられなくなりました。',
            now,
          )
        }),
      )
  }

  return [
    { name: 'lines changing hands', run: turn },
    { name: 'hand-overs of which one side has ended', run: follow },
    { name: 'offers of lines expiring', run: expire },
    { name: 'lines changing hands tomorrow', run: remind },
  ]
}

async function isApplicationOver(tx: Db, { application_no: applicationNo }: HandoverRow) {
  const application = await tx
    .selectFrom('application')
    .select('closed_at')
    .where('order_no', '=', applicationNo ?? '')
    .executeTakeFirst()
  return application === undefined || application.closed_at !== null
}

/** Ends the giver's line and begins the receiver's with the same number, SIM and kind; the carrier renames it. */
async function changeHands(
  tx: Db,
  deps: HandoverDeps,
  row: HandoverRow,
  order: HandoverOrder,
  now: Instant,
) {
  const { commit, endings, begins, queue, sealing } = deps
  const endedOn = order.effective_on ?? toTokyoDate(now)
  const at = endOfDay(endedOn)
  const giver: By = { actor: 'system', contractId: row.contract_id, now }
  const receiver = await receiverOrder(tx, row)
  const given = await findLine(tx, row.contract_id, row.line_id)
  if (receiver === undefined || receiver.closed_at !== null) return
  const { status } = await findContract(tx, row.contract_id)
  const isStopped = status !== 'active' && status !== 'cancel_reserved'
  if (isStopped || (given.status !== 'active' && given.status !== 'ending')) {
    await fail(tx, deps, row, now)
    return
  }
  const coming = await findLine(tx, receiver.contract_id, receiver.line_id ?? '')
  const number = openNumber(given, sealing)
  const iccid = sealing.open(lineAad.iccid(given.line_id), given.iccid_sealed)
  await handover.advance(row.order_no, {
    event: 'month_turned',
    merge: { numberSealed: null, nextSteps: [] },
  })(tx, giver)
  await endings.endLines(tx, giver, {
    lineIds: [given.line_id],
    endedOn,
    event: 'handed_over',
  })
  const to = { kind: given.kind, simSize: given.sim_size, number, iccid }
  await switchLine(tx, sealing, coming, to, at)
  const by: By = { actor: 'system', contractId: receiver.contract_id, now: at }
  await begins.started(tx, by, at)
  const request = {
    type: 'order',
    kind: 'hand-over',
    fields: { toLineRef: coming.carrier_ref, at: formatRfc3339(at) },
  } as const
  await askOfLine(tx, queue, given, request, {
    orderNo: row.order_no,
    exchangeId: `handover-${row.order_no}`,
    now,
  })
  await commit.order(tx, giver, {
    procedure: handover,
    step: await handover.find(tx, { contractId: row.contract_id, orderNo: row.order_no }),
    audit: { action: 'line-handed-over', details: { endedOn } },
    message: (told) => giverMessage('handed_over', told),
  })
  await commit.order(
    tx,
    { ...by, now },
    {
      procedure: takeover,
      step: takeover.advance(receiver.order_no, {
        event: 'month_turned',
        merge: { nextSteps: [nextStep('回線をお使いいただけます。', addDays(endedOn, 1))] },
      }),
      audit: { action: 'line-taken-over' },
      message: (told) => receiverMessage('handed_over', told),
    },
  )
}

const suspendedWords =
  '切り替わる時に回線の利用が停止されていたため、回線の契約者を切り替えられませんでした。'

/** A line that is stopped, lost or ended is nothing to begin with. */
async function fail(tx: Db, deps: HandoverDeps, row: HandoverRow, now: Instant) {
  await deps.commit.order(
    tx,
    { actor: 'system', contractId: row.contract_id, now },
    {
      procedure: handover,
      step: handover.advance(row.order_no, {
        event: 'refused',
        effectiveOn: null,
        merge: { numberSealed: null, refusal: suspendedWords, nextSteps: [] },
      }),
      audit: { action: 'line-handover-failed' },
      message: (told) => giverMessage('failed', told),
    },
  )
  await stopReceiver(tx, deps, row, suspendedWords, now)
}
