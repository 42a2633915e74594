import { findTerminals } from '#backend/catalogue/public.ts'
import { findLine, findLines } from '#backend/contract/contracts.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { maskImei } from '#backend/contract/terminals.ts'
import type { Db } from '#backend/db/connect.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { lineApi } from '#protocol/line.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { findDevices, imeiAad, insertDevice, seenDevice } from '../rows/devices.ts'

/**
 * The devices of the lines, the latest first. The carrier is asked now, and what it has seen is stored for next time;
 * where it does not answer, the devices it named last are shown, and `asOf` is the time of the oldest answer.
 */
export async function readDevices(
  db: Db,
  deps: Pick<ProcedureDeps, 'database' | 'carrier' | 'sealing'>,
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
      await noteAside(() => insertDevice(deps.database.db, deps.sealing, line, seen.data, now))
  }
  const rows = await findDevices(
    db,
    contractId,
    lines.map((line) => line.line_id),
  )
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

/** The abilities by the list of confirmed devices; none for a device that is not on it. */
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
