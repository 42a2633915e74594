import type { AreaDeps } from '#backend/area.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { megabytes } from '#domain/bytes.ts'
import { decideCapChange } from '#domain/data/decide-cap.ts'
import { liftOf, nothingUsed } from '#domain/data/line-cap.ts'
import { endOfDay, toTokyoDate } from '#domain/tokyo.ts'
import { hasVolume } from '../queries/line-cap.ts'
import { capOf, capsOf, capUsesOf } from '../rows/line-caps.ts'
import { decideSpeeds } from './decide-speeds.ts'
import { watchCaps } from './watch-caps.ts'

type Deps = Pick<AreaDeps, 'queue' | 'sealing' | 'outbox'>

/**
 * Allows a line more for today: so much more than it has used, or than its cap where that is more. It ends with the day.
 * The holder's press and the answer to a request are the same exception.
 * @throws RefusalError NOT_FOUND, CAP_NOT_SET, CAP_NOT_SHARED, LINE_NOT_ACTIVE, CONTRACT_ENDED
 */
export async function liftCap(
  tx: Db,
  deps: Deps,
  by: By,
  { lineId, more }: { readonly lineId: string; readonly more: string },
): Promise<void> {
  const { contractId, accountId, actor, now } = by
  const known = await loadContract(tx, contractId, { lock: true })
  requireOk(decideCapChange(known.contract, lineOf(known, lineId)))
  const row = (await capsOf(tx, [contractId])).find((one) => one.line_id === lineId)
  if (row === undefined || !hasVolume(row)) throw new RefusalError('CAP_NOT_SET')
  const used = (await capUsesOf(tx, [contractId], now)).get(lineId) ?? nothingUsed
  const moreBytes = more === 'all' ? undefined : megabytes(Number(more))
  const lift = liftOf(capOf(row), used, moreBytes)
  await insertRow(tx, 'line_cap_lift', {
    contract_id: contractId,
    line_id: lineId,
    lift_id: newId('lft'),
    day_bytes: lift.day ?? null,
    month_bytes: lift.month ?? null,
    lifted_at: now,
    until_at: endOfDay(toTokyoDate(now)),
    actor,
    account_id: accountId ?? null,
  })
  await recordChange(tx, deps, by, {
    action: 'line-cap-allowed-today',
    target: lineId,
    details: { more, dayBytes: lift.day, monthBytes: lift.month },
  })
  await watchCaps(tx, deps, [contractId], by)
  await decideSpeeds(tx, deps, [contractId], now)
}
