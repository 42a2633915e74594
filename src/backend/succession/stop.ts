import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Caller } from '#backend/caller.ts'
import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isOpenSuccession, openSuccessions } from '#domain/succession/succession-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { successionApi } from '#protocol/succession.ts'
import { successionWishLabels } from '#vocabulary/succession.ts'
import { resumeContract } from './contract-side.ts'
import { stoppedForHeirMessage, stoppedForHolderMessage } from './messages.ts'
import { stepSuccession, type SuccessionRow } from './rows.ts'

type Wire = Answer<typeof successionApi.successionStopGet>

export const stopAad = (successionId: string) => `succession.stop:${successionId}`

/** A secret that can stop this succession, and nothing else. */
export function newStop(sealing: Sealing, successionId: string) {
  const secret = newSecret()
  return {
    secret,
    kept: {
      stop_hash: hashSecret(secret),
      stop_sealed: sealing.seal(stopAad(successionId), secret),
    },
  }
}

/** The same secret again, for the next message; undefined of a succession from before there was one. */
export const stopSecretOf = (
  sealing: Sealing,
  row: Pick<SuccessionRow, 'succession_id' | 'stop_sealed'>,
) =>
  row.stop_sealed === null ? undefined : sealing.open(stopAad(row.succession_id), row.stop_sealed)

/** The holder's way to stop what is asked for as if they had died: by the link of a message, or signed in. */
export function createStop({ outbox }: Pick<AreaDeps, 'outbox'>) {
  const look = async (caller: Caller, given: { t?: string | undefined }): Promise<Wire> =>
    toWire(await find(caller, given))

  /** Once; whoever presses again reads that it is stopped. */
  async function stop(caller: Caller, given: { t?: string | undefined }): Promise<Wire> {
    const { db: tx, now, traceKey } = caller
    const row = await find(caller, given, { lock: true })
    const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
    if (!isOpenSuccession(row.state) || orderNo === null) return toWire(row)
    const by = { actor: 'member', now } as const
    const stopped = await stepSuccession(tx, row, 'stopped', by)
    await resumeContract(tx, contractId, by)
    const holder = await findContract(tx, contractId)
    await recordAudit(tx, {
      chain: contractId,
      at: now,
      actor: 'member',
      accountId: holder.account_id,
      action: 'succession-stopped',
      target: orderNo,
      details: { by: given.t === undefined ? 'session' : 'link' },
      traceKey,
    })
    await outbox.post(tx, stoppedForHolderMessage({ accountId: holder.account_id, orderNo }), now)
    await outbox.post(tx, stoppedForHeirMessage({ accountId, orderNo }, row.wish), now)
    return toWire(stopped)
  }

  /** @throws RefusalError NOT_FOUND for a link that is none of ours, and where nothing is asked for */
  async function find(
    { db, signedIn }: Caller,
    { t }: { t?: string | undefined },
    { lock = false } = {},
  ): Promise<SuccessionRow> {
    const rows = byLinkOrHolder(db, t, signedIn?.contractId ?? '')
    const row = await (lock ? rows.forUpdate() : rows).executeTakeFirst()
    if (row === undefined) throw new RefusalError('NOT_FOUND')
    return row
  }

  return { look, stop }
}

function byLinkOrHolder(db: Db, secret: string | undefined, contractId: string) {
  const rows = db.selectFrom('succession').selectAll()
  return secret === undefined
    ? rows.where('contract_id', '=', contractId).where('state', 'in', [...openSuccessions])
    : rows.where('stop_hash', '=', hashSecret(secret))
}

function toWire(row: SuccessionRow): Wire {
  const { order_no: orderNo, submitted_at: at, pause_from: pause, moves_from: moves } = row
  if (orderNo === null || at === null) throw new RefusalError('NOT_FOUND')
  const state = isOpenSuccession(row.state)
    ? 'open'
    : row.state === 'stopped' || row.state === 'accepted'
      ? row.state
      : 'over'
  const isOpen = state === 'open'
  return {
    orderNo,
    wish: row.wish,
    wishLabel: successionWishLabels[row.wish],
    state,
    submittedAt: formatRfc3339(at),
    ...(isOpen && pause !== null ? { pausesFrom: formatRfc3339(pause) } : {}),
    ...(isOpen && moves !== null ? { movesFrom: formatRfc3339(moves) } : {}),
  }
}
