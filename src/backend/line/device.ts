import { sql } from 'kysely'
import { z } from 'zod'
import { findTerminals } from '#backend/catalogue/public.ts'
import { findLine, findLines, type LineRow } from '#backend/contract/contracts.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { maskImei } from '#backend/contract/terminals.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { CarrierPort } from '#backend/ports/carrier.ts'
import { formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'

/** What the carrier's network has seen the SIM in. */
const seenDevice = z.object({ maker: z.string(), name: z.string(), imei: z.string() })
type SeenDevice = z.output<typeof seenDevice>

export const imeiAad = (deviceId: string) => `line_device.imei:${deviceId}`

/**
 * The devices of the lines, the latest first. The carrier is asked now, and what it has seen is kept for next time; where it does not answer, the devices it
 * named last stand, and `asOf` is the time of the oldest answer.
 */
export async function readDevices(
  deps: { database: DatabaseHandle; carrier: CarrierPort; sealing: Sealing },
  db: Db,
  asked: { contractId: string; lineId?: string | undefined; now: Temporal.Instant },
): Promise<Answer<typeof lineApi.statusDeviceGet>> {
  const { contractId, lineId, now } = asked
  const lines = lineId
    ? [await findLine(db, contractId, lineId)]
    : servedLines(await findLines(db, contractId))
  const answers = await Promise.all(lines.map((line) => deps.carrier.line(line.carrier_ref)))
  for (const [index, line] of lines.entries()) {
    const answer = answers[index]
    const seen = answer?.kind === 'accepted' ? seenDevice.safeParse(answer.value.device) : undefined
    if (seen?.success)
      await noteAside(() => keepDevice(deps.database.db, deps.sealing, line, seen.data, now))
  }
  const rows = await db
    .selectFrom('line_device')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('line_id', '=', sql<string>`any(${lines.map((line) => line.line_id)})`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('first_seen_on', 'desc')
    .execute()
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  return {
    devices: rows.flatMap((row) => {
      const line = byId.get(row.line_id)
      if (line === undefined) return []
      const imei = deps.sealing.open(imeiAad(row.device_id), row.imei_sealed)
      return {
        deviceId: row.device_id,
        line: toLineName(line, deps.sealing),
        maker: row.maker,
        name: row.name,
        imeiMasked: maskImei(imei),
        firstSeenOn: row.first_seen_on,
        lastSeenAt: formatRfc3339(row.last_seen_at),
        ...abilitiesOf(row.maker, row.name),
      }
    }),
    asOf: formatRfc3339(oldestAnswer(answers, rows, now)),
  }
}

/** The same device again is only seen later; its name says nothing about whose it is. */
async function keepDevice(
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

/** What the list of confirmed devices says of it; of one that is not on it nothing is promised. */
function abilitiesOf(maker: string, name: string) {
  const { rows } = findTerminals({ maker, q: name, limit: 200 })
  const found = rows.find((row) => row.name === name)
  return {
    confirmed: found !== undefined,
    esim: found?.esim === 'yes',
    volte: found?.volte === 'yes',
    tethering: found?.tethering === 'yes' || found?.tethering === 'with-condition',
  }
}

function oldestAnswer(
  answers: readonly { kind: string }[],
  rows: readonly { last_seen_at: Temporal.Instant }[],
  now: Temporal.Instant,
) {
  if (answers.every((answer) => answer.kind === 'accepted')) return now
  return rows.at(-1)?.last_seen_at ?? now
}
