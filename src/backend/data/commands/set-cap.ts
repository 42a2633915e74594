import type { AreaDeps } from '#backend/area.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { requireOk } from '#backend/refusal.ts'
import { recordChange } from '#backend/step/record-change.ts'
import type { CapRequest } from '#domain/data/cap-request.ts'
import { decideCapChange } from '#domain/data/decide-cap.ts'
import type { AtCap } from '#vocabulary/line-cap.ts'
import { requireVolumes } from '../queries/caps-now.ts'
import { capsOf } from '../rows/line-caps.ts'
import { decideSpeeds } from './decide-speeds.ts'
import { watchCaps } from './watch-caps.ts'

type Deps = Pick<AreaDeps, 'queue' | 'sealing' | 'outbox'>

/**
 * Sets or takes away a line's cap, from now on. What the line has used already counts: a cap below it makes the line slow
 * at once, a higher one makes it fast. What is set already is not written again.
 * @throws RefusalError NOT_FOUND, CAP_NOT_SHARED, LINE_NOT_ACTIVE, CONTRACT_ENDED, VALIDATION_FAILED
 */
export async function setCap(
  tx: Db,
  deps: Deps,
  who: Who,
  request: CapRequest & {
    readonly lineId: string
    readonly atCap: AtCap
    readonly warnPercent: number
  },
): Promise<void> {
  const { contractId, accountId, actor, now } = who
  const { lineId, atCap } = request
  const known = await loadContract(tx, contractId, { lock: true })
  requireOk(decideCapChange(known.contract, lineOf(known, lineId)))
  const { day, month } = requireVolumes(request)
  const wanted = {
    day_bytes: day ?? null,
    month_bytes: month ?? null,
    at_cap: atCap,
    warn_percent: request.warnPercent === 0 ? null : request.warnPercent,
  }
  const before = (await capsOf(tx, [contractId])).find((row) => row.line_id === lineId)
  const isSame =
    before === undefined
      ? day === undefined && month === undefined
      : before.day_bytes === wanted.day_bytes &&
        before.month_bytes === wanted.month_bytes &&
        before.at_cap === wanted.at_cap &&
        before.warn_percent === wanted.warn_percent
  if (isSame) return
  await insertRow(tx, 'line_cap', {
    contract_id: contractId,
    line_id: lineId,
    cap_id: newId('cap'),
    ...wanted,
    set_at: now,
    actor,
    account_id: accountId,
  })
  await recordChange(tx, deps, who, {
    action: day === undefined && month === undefined ? 'line-cap-removed' : 'line-cap-set',
    target: lineId,
    details: { ...wanted },
  })
  await watchCaps(tx, deps, [contractId], who)
  await decideSpeeds(tx, deps, [contractId], now)
}
