import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { MONTHS_FOR_DOCUMENTS } from '#domain/succession/steps.ts'
import { monthsBefore, type Instant } from '#domain/tokyo.ts'
import { findContract } from '#backend/contract/contracts.ts'
import { takesDocuments, undecidedSuccessions } from '#domain/succession/succession-states.ts'
import { pauseContract, resumeContract } from './contract-side.ts'
import type { createDecide } from './decide.ts'
import { overForHolderMessage, successionLapsedMessage } from './messages.ts'
import { deleteSuccession, stepSuccession, type SuccessionRow } from './rows.ts'

const A_ROUND = 200

export function successionTasks(
  { database, outbox, log }: Pick<AreaDeps, 'database' | 'outbox' | 'log'>,
  { decide, carryOut }: ReturnType<typeof createDecide>,
): NonNullable<AreaWork['tasks']> {
  const { db } = database

  type Key = Pick<SuccessionRow, 'account_id' | 'succession_id'>

  /** Each in a transaction of its own, as it is by then. */
  async function eachOf(
    found: readonly Key[],
    failure: string,
    work: (tx: Db, row: SuccessionRow) => Promise<void>,
  ) {
    for (const { account_id: accountId, succession_id: successionId } of found)
      await isolated(log, { successionId }, failure, () =>
        db.transaction().execute(async (tx) => {
          const row = await tx
            .selectFrom('succession')
            .selectAll()
            .where('account_id', '=', accountId)
            .where('succession_id', '=', successionId)
            .forUpdate()
            .executeTakeFirst()
          if (row !== undefined) await work(tx, row)
        }),
      )
  }

  const keys = () => db.selectFrom('succession').select(['account_id', 'succession_id'])

  /** What staff decided meanwhile; one that was withdrawn first stays as it is. */
  async function decideAll(now: Instant) {
    const decided = await keys()
      .where('decision', 'is not', null)
      .where('state', 'in', ['submitted', 'documents_requested', 'announced'])
      .orderBy('decision_at')
      .limit(A_ROUND)
      .execute()
    await eachOf(decided, 'succession not decided', (tx, row) => decide(tx, row, now))
  }

  /** The holder has had the hours to stop it. */
  async function carryOutAll(now: Instant) {
    const due = await keys()
      .where('state', '=', 'announced')
      .where('moves_from', '<=', now)
      .orderBy('moves_from')
      .limit(A_ROUND)
      .execute()
    await eachOf(due, 'succession not carried out', async (tx, row) => {
      if (row.state === 'announced' && row.decision === null) await carryOut(tx, row, now)
    })
  }

  /** A paper has shown the death, others are waited for, and the holder has stopped nothing. */
  async function pauseAll(now: Instant) {
    const due = await keys()
      .where('state', 'in', [...undecidedSuccessions])
      .where('pause_from', '<=', now)
      .where('paused_at', 'is', null)
      .limit(A_ROUND)
      .execute()
    await eachOf(due, 'contract not paused', async (tx, row) => {
      const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
      if (!takesDocuments(row.state) || row.paused_at !== null || orderNo === null) return
      await pauseContract(tx, contractId, { actor: 'system', now })
      await tx
        .updateTable('succession')
        .set({ paused_at: now })
        .where('account_id', '=', accountId)
        .where('succession_id', '=', row.succession_id)
        .execute()
      await recordAudit(tx, {
        chain: contractId,
        at: now,
        actor: 'system',
        accountId,
        action: 'succession-paused',
        target: orderNo,
      })
    })
  }

  /** Nobody has sent what was asked for: the contract goes on as it is. */
  async function lapse(now: Instant) {
    const over = await keys()
      .where('state', '=', 'documents_requested')
      .where('asked_at', '<=', monthsBefore(now, MONTHS_FOR_DOCUMENTS))
      .limit(A_ROUND)
      .execute()
    await eachOf(over, 'succession not closed', async (tx, row) => {
      const { account_id: accountId, order_no: orderNo, contract_id: contractId } = row
      if (row.state !== 'documents_requested' || orderNo === null) return
      const by = { actor: 'system', now } as const
      await stepSuccession(tx, row, 'lapsed', by)
      await resumeContract(tx, contractId, by)
      await recordAudit(tx, {
        chain: contractId,
        at: now,
        actor: 'system',
        accountId,
        action: 'succession-lapsed',
        target: orderNo,
      })
      await outbox.post(tx, successionLapsedMessage({ accountId, orderNo }), now)
      const { account_id: holder } = await findContract(tx, contractId)
      await outbox.post(tx, overForHolderMessage({ accountId: holder, orderNo }, 'lapsed'), now)
    })
  }

  /** What was typed and never submitted goes with its papers, half a year after the last change. */
  async function forgetDrafts(now: Instant) {
    const over = await keys()
      .where('state', '=', 'draft')
      .where('changed_at', '<=', monthsBefore(now, MONTHS_FOR_DOCUMENTS))
      .limit(A_ROUND)
      .execute()
    await eachOf(over, 'draft of a succession not let go', async (tx, row) => {
      if (row.state === 'draft') await deleteSuccession(tx, row)
    })
  }

  return [
    { name: 'successions decided', run: decideAll },
    { name: 'successions that pause a contract', run: pauseAll },
    { name: 'successions carried out', run: carryOutAll },
    { name: 'successions without papers', run: lapse },
    { name: 'drafts of successions', run: forgetDrafts },
  ]
}
