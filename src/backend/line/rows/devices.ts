import { sql } from 'kysely'
import { z } from 'zod'
import type { LineRow } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { toTokyoDate } from '#domain/tokyo.ts'

/** What the carrier's network has seen the SIM in. */
export const seenDevice = z.object({ maker: z.string(), name: z.string(), imei: z.string() })
type SeenDevice = z.output<typeof seenDevice>

export const imeiAad = (deviceId: string) => `line_device.imei:${deviceId}`

/** Those seen with these lines, the latest first. */
export const findDevices = (db: Db, contractId: string, lineIds: readonly string[]) =>
  db
    .selectFrom('line_device')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('line_id', '=', sql<string>`any(${lineIds})`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('first_seen_on', 'desc')
    .execute()

/** A device that is seen again keeps its row. Its id names neither line nor device. */
export async function insertDevice(
  db: Db,
  sealing: Sealing,
  line: LineRow,
  seen: SeenDevice,
  now: Temporal.Instant,
) {
  const deviceId = `dev_${sealing.index('line-device', `${line.line_id} ${seen.imei}`).slice(0, 24)}`
  await db
    .insertInto('line_device')
    .values({
      contract_id: line.contract_id,
      line_id: line.line_id,
      device_id: deviceId,
      maker: seen.maker,
      name: seen.name,
      imei_sealed: sealing.seal(imeiAad(deviceId), seen.imei),
      first_seen_on: toTokyoDate(now),
      last_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['contract_id', 'line_id', 'device_id'])
        .doUpdateSet({ maker: seen.maker, name: seen.name, last_seen_at: now }),
    )
    .execute()
}
