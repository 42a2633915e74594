import { loadContract } from '#backend/contract/load.ts'
import { readHighSpeedLines, readPool, readResidual } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { WidgetCard } from '#vocabulary/widget.ts'
import { findBySecret, setLastRead } from '../rows.ts'

/** What a card says: how much is left, whether high speed is on, and until when it lasts. No name, no number, no amount. */
export async function readCard(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  secret: string,
  now: Instant,
): Promise<WidgetCard | undefined> {
  const row = await findBySecret(db, hashSecret(secret))
  if (!row) return undefined
  const contractId = row.contract_id
  const known = await loadContract(db, contractId)
  if (known.contract.status === 'ended') return undefined
  await noteAside(() => setLastRead(db, row, now))
  const pool = await readPool(db, contractId, now)
  const [residual, lines] = await Promise.all([
    readResidual(db, contractId, now),
    readHighSpeedLines(db, sealing, { ...known, pool, now }),
  ])
  const on = lines.filter((line) => line.on).length
  return {
    remainingBytes: residual.totalBytes,
    highSpeed:
      known.contract.status === 'suspended'
        ? 'stopped'
        : on === lines.length
          ? 'on'
          : on === 0
            ? 'off'
            : 'partly',
    until: residual.nextExpiry?.at,
    asOf: residual.asOf,
  }
}
