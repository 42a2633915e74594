import type { AreaDeps } from '#backend/area.ts'
import type { FamilyPlace, Member } from '#backend/caller.ts'
import { loadContract } from '#backend/contract/load.ts'
import {
  readHighSpeedLines,
  readMarksNow,
  readPool,
  usageOfRecentDays,
  usedBytesOf,
  type UsageOfDay,
} from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { outagesConcerning, toWireOutage } from '#backend/outage/public.ts'
import { readProfile } from '#backend/holder.ts'
import { formatRfc3339, startOfMonth, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { familyApi } from '#protocol/family.ts'
import { linesOfRole } from '../rows.ts'

/** What a role shows first: its lines with their speed and use, and what is left for all. Of the other lines nothing. */
export async function readFamilyLines(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  {
    accountId,
    contractId,
    place,
    now,
  }: Member & { place: FamilyPlace | undefined; now: Temporal.Instant },
): Promise<Answer<typeof familyApi.familyLinesGet>> {
  const today = toTokyoDate(now)
  const firstDay = startOfMonth(toTokyoMonth(now))
  const known = await loadContract(db, contractId)
  const pool = await readPool(db, contractId, now)
  const lines = await linesOfRole(db, { contract_id: contractId, line_id: place?.lineId ?? null })
  const days = await usageOfRecentDays(db, contractId, today)
  const of = (lineId: string) => days.filter((day: UsageOfDay) => day.lineId === lineId)
  const highSpeed = await readHighSpeedLines(db, sealing, {
    ...known,
    lines,
    pool,
    now,
    userRoleId: place?.role === 'lineUser' ? place.roleId : undefined,
  })
  const marks = await readMarksNow(db, contractId, now)
  const lineKinds = lines.map(({ kind }) => kind)
  const outages = await outagesConcerning(db, { sealing }, { accountId, lineKinds, now })
  const { lastName } = await readProfile(db, sealing, accountId)
  return {
    role: place?.role ?? 'holder',
    holderName: lastName,
    leftBytes: pool.totalBytes,
    shared: known.contract.course === 'share',
    lines: highSpeed.map((line) => ({
      highSpeed: line,
      endsOn: lines.find(({ line_id: id }) => id === line.line.lineId)?.ends_on ?? undefined,
      today: {
        dayBytes: marks.get(line.line.lineId)?.day,
        monthBytes: marks.get(line.line.lineId)?.month,
      },
      usedTodayBytes: usedBytesOf(of(line.line.lineId).filter(({ day }) => day === today)),
      usedThisMonthBytes: usedBytesOf(of(line.line.lineId).filter(({ day }) => day >= firstDay)),
    })),
    outages: outages.map((outage) => toWireOutage(outage, now)),
    asOf: formatRfc3339(pool.asOf),
  }
}
