import { isServed, type LineRow } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { findLocks, type LockRow } from '#backend/contract/locks.ts'
import { findActiveOptions, type ActiveOption } from '#backend/contract/options.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { isMnpLive, isOpenOrder } from '#domain/exclusion/in-progress.ts'
import { lockAt, unlocked, type Lock } from '#domain/lock/lock.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lockApi } from '#protocol/lock.ts'
import { lockKinds, type LockKind } from '#vocabulary/lock.ts'

type Locks = Answer<typeof lockApi.lockGet>

/** The lock as it is stored; one that was never set is off. */
export const lockOf = ({ facts }: Pick<LoadedContract, 'facts'>, kind: LockKind): Lock =>
  facts.locks?.find((lock) => lock.kind === kind) ?? unlocked(kind)

/** Every lock as it applies now, and for each voice line the state of its stop of calls abroad (wire Locks). */
export async function readLocks(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  { contractId, now }: { readonly contractId: string; readonly now: Instant },
): Promise<Locks> {
  const known = await loadContract(db, contractId)
  const rows = await findLocks(db, contractId)
  const options = await findActiveOptions(db, known, now)
  return {
    locks: lockKinds.map((kind) => ({
      ...toWire(lockAt(lockOf(known, kind), now)),
      changedAt: changedAtOf(rows, kind),
      ordersUnderWay: underWay[kind](known, now),
    })),
    abroad: known.lines
      .filter((line) => isServed(line) && line.kind === 'voice')
      .map((line) => toStop(line, options, sealing)),
  }
}

function changedAtOf(rows: readonly LockRow[], kind: LockKind) {
  const at = rows.find((row) => row.kind === kind)?.changed_at
  return at && formatRfc3339(at)
}

function toWire({ kind, state, waitHours, shorter, liftsAt }: Lock) {
  return {
    kind,
    state,
    waitHours,
    ...(shorter && {
      shorter: { waitHours: shorter.waitHours, from: formatRfc3339(shorter.from) },
    }),
    ...(liftsAt && { liftsAt: formatRfc3339(liftsAt) }),
  }
}

/** How many orders are under way that the lock would refuse now. */
const underWay: Record<LockKind, (known: LoadedContract, now: Instant) => number> = {
  numberTransfer: ({ facts }, now) => facts.lines.filter(({ mnp }) => isMnpLive(mnp, now)).length,
  simChange: ({ facts }) =>
    [...facts.addOrders, ...facts.lines.flatMap(({ simOrders }) => simOrders)].filter(isOpenOrder)
      .length,
  topUp: () => 0,
}

function toStop(line: LineRow, options: readonly ActiveOption[], sealing: Sealing) {
  const option = options.find(
    ({ code, lineId }) => code === 'internationalCallStop' && lineId === line.line_id,
  )
  const state = option?.state ?? 'available'
  const { lineId, nickname, number } = toLineName(line, sealing)
  return { lineId, nickname, number, state }
}

/** Contracts with a lift whose wait has passed and that is not yet written down as lifted. */
export async function contractsWithLiftsDue(db: Db, now: Instant): Promise<string[]> {
  const found = await db
    .selectFrom('contract_lock')
    .select('contract_id')
    .distinct()
    .where('state', '=', 'lifting')
    .where('lifts_at', '<=', now)
    .execute()
  return found.map(({ contract_id: contractId }) => contractId)
}
