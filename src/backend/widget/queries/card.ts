import { loadContract } from '#backend/contract/load.ts'
import { isContractOver } from '#backend/contract-over.ts'
import { readHighSpeedLines, readPool, readResidual } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { noteAside } from '#backend/db/side-note.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { WidgetCard } from '#vocabulary/widget.ts'
import { findBySecret, findWidgets, setLastRead } from '../rows.ts'

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
  if (isContractOver(known.contract.status)) return undefined
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

/** The member's cards, without their addresses: these were shown once (wire Widget). */
export async function readWidgets(db: Db, contractId: string) {
  const rows = await findWidgets(db, contractId)
  return {
    widgets: rows.map((row) => ({
      widgetId: row.widget_id,
      name: row.name,
      prefix: row.prefix,
      madeAt: formatRfc3339(row.made_at),
      lastReadAt: row.last_read_at === null ? undefined : formatRfc3339(row.last_read_at),
    })),
  }
}
