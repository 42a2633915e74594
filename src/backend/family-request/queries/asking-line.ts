import type { AreaDeps } from '#backend/area.ts'
import { lineOf, type LoadedContract } from '#backend/contract/load.ts'
import { readHighSpeedLines, readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { AskingLine } from '#domain/family-request/decide-request.ts'
import type { Instant } from '#domain/tokyo.ts'

/** How a line stands to what its user may ask for, and whether it is slow now. */
export async function readAskingLine(
  db: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  known: LoadedContract,
  asked: { readonly lineId: string; readonly roleId: string; readonly now: Instant },
): Promise<AskingLine & { readonly isSlow: boolean }> {
  const { lineId, roleId: userRoleId, now } = asked
  const pool = await readPool(db, known.contract.contract_id, now)
  const lines = [lineOf(known, lineId)]
  const [line] = await readHighSpeedLines(db, sealing, { ...known, lines, pool, now, userRoleId })
  return {
    hasCap: line?.cap !== undefined && known.contract.course === 'share',
    isSwitchedOffByOthers: line?.change.reasonCode === 'FAMILY_SPEED_ASK',
    isSlow: line?.speed !== 'high',
  }
}
