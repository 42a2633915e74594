import type { AreaDeps } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { findContract, lockContract } from '#backend/contract/contracts.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import { applicationStates, type ApplicationState } from '#domain/application/application-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { applicationApi } from '#protocol/application.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { orderCalendar, orderPage } from '#vocabulary/pages.ts'
import { eventOfContract, stepApplication } from './accept.ts'
import { withdrawnMessage } from './messages.ts'
import type { OpeningProgress, OpeningService } from './opening-port.ts'
import { isBornThen } from './birth.ts'
import { priceOf, pricedAnswers } from './prices.ts'
import { answersOf, type ApplicationRow } from './rows.ts'
import type { createSubmit } from './submit.ts'

type Status = Answer<typeof applicationApi.applicationStatusPost>

type Deps = Pick<AreaDeps, 'outbox' | 'sealing' | 'book'> & {
  opening: OpeningService
  submission: Pick<ReturnType<typeof createSubmit>, 'receiptOf'>
}

/** How an application goes on: by its number and the birthday, or for the account it belongs to. */
export function createStatus({ outbox, sealing, book, opening, submission }: Deps) {
  /** A wrong number and a wrong birthday get the same refusal. @throws RefusalError APPLICATION_UNKNOWN */
  async function lookUp(caller: Caller, given: { orderNo: string; birth: string }) {
    await caller.countAbout?.('orderNumbers', given.orderNo)
    const row = await caller.db
      .selectFrom('application')
      .selectAll()
      .where('order_no', '=', given.orderNo)
      .executeTakeFirst()
    if (row === undefined || !isBornThen(sealing, row, given))
      throw new RefusalError('APPLICATION_UNKNOWN')
    return statusOf(caller.db, row, caller.now)
  }

  async function ofAccount(caller: Caller) {
    const row = await caller.db
      .selectFrom('application')
      .selectAll()
      .where('account_id', '=', accountOf(caller).accountId)
      .where('order_no', 'is not', null)
      .orderBy('submitted_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) throw new RefusalError('APPLICATION_UNKNOWN')
    const status = await statusOf(caller.db, row, caller.now)
    const isDated = status.lines.some(({ expectedOn }) => expectedOn !== undefined)
    return {
      ...status,
      ...(isDated && { calendarPath: orderCalendar(status.orderNo) }),
      ...(status.state === 'accepted' &&
        !status.isStopping && { firstBills: firstBillsOf(row, caller.now) }),
    }
  }

  /** What 最終確認 showed, for the day on which the line is expected to open by now. */
  function firstBillsOf(row: ApplicationRow, now: Instant) {
    const since = row.decided_at ?? row.submitted_at ?? row.changed_at
    const priced = pricedAnswers(answersOf(sealing, row), since)
    if (priced === undefined) return undefined
    const expected = priceOf(priced, since, book).startsOn
    const today = toTokyoDate(now)
    const startsOn = expected < today ? today : expected
    const { firstBills } = priceOf(priced, since, book, startsOn)
    const bills = firstBills.map(({ totals, ...bill }) => ({ ...bill, totalYen: totals.totalYen }))
    return { startsOn, bills }
  }

  /** The orders of its lines. @throws RefusalError NOT_FOUND for one that did not make this contract */
  async function ordersOf(db: Db, contractId: string, orderNo: string, now: Instant) {
    await db
      .selectFrom('application')
      .select('application_id')
      .where('order_no', '=', orderNo)
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow(notFound)
    const lines = await opening.progress(db, contractId, now)
    return lines.flatMap(({ orderNo: ofLine }) => ofLine ?? [])
  }

  /** Until the first shipment. @throws RefusalError APPLICATION_NOT_WITHDRAWABLE */
  async function withdraw(caller: Caller, orderNo: string) {
    const { db: tx, now, traceKey } = caller
    const { accountId } = accountOf(caller)
    const row = await tx
      .selectFrom('application')
      .selectAll()
      .where('order_no', '=', orderNo)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new RefusalError('APPLICATION_UNKNOWN')
    const state = await stateNow(tx, row)
    if (state === 'withdrawn' || row.withdraw_asked_at !== null) return statusOf(tx, row, now)
    if (!applicationStates.can(state, 'withdrawn', 'member'))
      throw new RefusalError('APPLICATION_NOT_WITHDRAWABLE')
    const { contract_id: contractId } = row
    if (contractId !== null && !(await stop({ tx, now, traceKey, accountId, contractId })))
      throw new RefusalError('APPLICATION_NOT_WITHDRAWABLE')
    const asked = await markAsked(tx, row, now)
    await recordAudit(tx, {
      chain: contractId ?? accountId,
      at: now,
      actor: 'member',
      accountId,
      action: 'application-withdrawn',
      target: orderNo,
      traceKey,
    })
    await outbox.post(tx, withdrawnMessage({ accountId, orderNo }, contractId !== null), now)
    return statusOf(tx, asked, now)
  }

  type Stopped = {
    tx: Db
    now: Instant
    traceKey: string
    accountId: string
    contractId: string
  }

  /** @returns whether every line can still be stopped; the contract ends when all have been. */
  async function stop({ tx, ...of }: Stopped): Promise<boolean> {
    const { status } = await lockContract(tx, of.contractId)
    const may =
      contractStates.isState(status) && contractStates.can(status, 'application_withdrawn')
    return may && (await opening.withdraw(tx, { actor: 'member', ...of }))
  }

  /** Without a contract it is over at once; else the carrier has to stop what it prepares. */
  async function markAsked(tx: Db, row: ApplicationRow, now: Instant) {
    const over = (await stateNow(tx, row)) === 'withdrawn' || row.contract_id === null
    const stepped = over
      ? await stepApplication(tx, row, 'withdrawn', { actor: 'member', now })
      : row
    return tx
      .updateTable('application')
      .set({ withdraw_asked_at: now })
      .where('application_id', '=', stepped.application_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function statusOf(db: Db, row: ApplicationRow, now: Instant): Promise<Status> {
    const lines = row.contract_id === null ? [] : await opening.progress(db, row.contract_id, now)
    const state = await stateNow(db, row)
    const canWithdraw =
      applicationStates.can(state, 'withdrawn', 'member') &&
      row.withdraw_asked_at === null &&
      !lines.some(({ isPastStopping = false }) => isPastStopping) &&
      (await isUnshipped(db, row))
    const isStopping =
      row.withdraw_asked_at !== null &&
      state === 'accepted' &&
      lines.some((line) => line.isStopping)
    return {
      ...(await submission.receiptOf(db, { ...row, state }, { canWithdraw })),
      ...(isStopping && stopping),
      isStopping,
      timeline: timelineOf(row, state),
      lines: lines.map(toWireLine),
      // What staff have decided counts from when it is carried out, with the mail that tells of it.
      ...(row.reason === null || state !== 'rejected' ? {} : { reason: row.reason }),
      toDo: isStopping ? [] : toDoOf(row, state, lines, now),
      canWithdraw,
    }
  }

  /** The contract's own table knows what has been sent. */
  async function isUnshipped(db: Db, { contract_id: contractId }: ApplicationRow) {
    if (contractId === null) return true
    const { status } = await findContract(db, contractId)
    return contractStates.isState(status) && contractStates.can(status, 'application_withdrawn')
  }

  return { lookUp, ofAccount, ordersOf, withdraw }
}

/** As the contract has it by now; the hourly work writes it down. */
async function stateNow(db: Db, row: ApplicationRow): Promise<ApplicationState> {
  const state = applicationStates.isState(row.state) ? row.state : applicationStates.initial
  if (state !== 'accepted' || row.contract_id === null) return state
  const event = eventOfContract(await findContract(db, row.contract_id))
  return (event && applicationStates.target(state, event)) ?? state
}

function toWireLine(line: OpeningProgress): Status['lines'][number] {
  const { todo: _, orderNo: __, isStopping, isPastStopping: ___, ...shown } = line
  if (!isStopping) return shown
  // Nobody is to wait for a parcel that is being stopped.
  const { expectedOn: ____, expectedLabel: _____, ...stopped } = shown
  return stopped
}

/** Asked to be stopped, until the carrier has answered for every line. */
const stopping = {
  stateLabel: '取り消しの手続き中',
  sentence: '取り消しを受け付け、SIMの準備を止めています。結果をお待ちください。',
  nextSteps: [],
}
const tooLate = (days: number) =>
  `取り消しをお受けしましたが、準備が進んでいて止められない回線がありました。止められなかった回線の手続きは、このまま進みます。開通してから${days}日以内は、初期契約解除ができます。`

function toDoOf(
  row: ApplicationRow,
  state: ApplicationState,
  lines: readonly OpeningProgress[],
  now: Instant,
) {
  const isAsked = row.withdraw_asked_at !== null && state === 'accepted'
  const steps = lines.flatMap(({ todo, orderNo }) =>
    todo === undefined ? [] : [{ text: todo, ...(orderNo && { path: orderPage(orderNo) }) }],
  )
  const days = ruleValue('initialCancellationDays', toTokyoDate(now))
  return isAsked ? [{ text: tooLate(days) }, ...steps] : steps
}

const labels = ['受付', '内容の確認', 'SIMと開通の準備', '開通'] as const

/** How many of the stations are behind, and whether it has ended before the last. */
function timelineOf(row: ApplicationRow, state: ApplicationState) {
  const isStopped = state === 'rejected' || state === 'withdrawn'
  const behind = state === 'fulfilled' ? 4 : row.contract_id === null ? 1 : 2
  const at = [row.submitted_at, row.contract_id === null ? null : row.decided_at]
  // What was not to come any more is not shown as refused as well.
  return labels.slice(0, isStopped ? behind + 1 : labels.length).map((label, n) => {
    const instant = at[n]
    return {
      label,
      state: stationOf(n, behind, isStopped),
      ...(instant && n < behind ? { at: formatRfc3339(instant) } : {}),
    }
  })
}

export function stationOf(n: number, behind: number, isStopped: boolean) {
  if (n < behind) return 'done' as const
  if (isStopped) return 'stopped' as const
  return n === behind ? ('current' as const) : ('coming' as const)
}
