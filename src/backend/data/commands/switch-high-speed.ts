import { askOfLine } from '#backend/carrier/exchange.ts'
import { changeLine } from '#backend/contract/change.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { By, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { AreaDeps } from '#backend/area.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import {
  isTurnedOffByOthers,
  readHighSpeedLines,
  type WireHighSpeedLine,
} from '../queries/high-speed.ts'
import { readPool } from '../queries/pool.ts'
import { decideSpeeds } from './decide-speeds.ts'

type Deps = Pick<AreaDeps, 'queue' | 'sealing' | 'outbox'>
type SwitchedLine = Pick<LineRow, 'contract_id' | 'line_id' | 'carrier_ref'>

type Wanted = {
  readonly lineId: string
  readonly on: boolean
  /** Of a user of the line who switches: what others have turned off is theirs to turn on. */
  readonly userRoleId?: string | undefined
}

/**
 * Turns a line's high speed on or off. The change is `requested` until the carrier has answered. A switch that is
 * already as requested stays unchanged and starts no pause.
 * @throws RefusalError NOT_FOUND, FAMILY_SPEED_ASK, and what the rules refuse
 */
export async function switchHighSpeed(
  tx: Db,
  deps: Deps,
  who: Who,
  { lineId, on, userRoleId }: Wanted,
): Promise<WireHighSpeedLine> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  if (line.high_speed_on !== on) {
    if (on && (await isTurnedOffByOthers(tx, { contractId, lineId, userRoleId })))
      throw new RefusalError('FAMILY_SPEED_ASK')
    requireOk(mayBegin('highSpeedSwitch', known.facts, now, lineId))
    const changeId = await requestHighSpeed(tx, deps, who, { line, on })
    // On again ends a restriction of the three-day rule, where there is data.
    await decideSpeeds(tx, deps, [contractId], now)
    await recordChange(tx, deps, who, {
      action: on ? 'high-speed-turned-on' : 'high-speed-turned-off',
      target: lineId,
      details: { changeId },
    })
    const change = on ? 'restored' : 'slowed'
    const event = { type: 'line.changed', data: { contractId, lineId, change } } as const
    const happened = { accountId: who.accountId, sourceRef: `high-speed-set/${changeId}`, event }
    await deps.outbox.notifyHooks(tx, [happened], now)
  }
  const changed = await loadContract(tx, contractId)
  const lines = [lineOf(changed, lineId)]
  const pool = await readPool(tx, contractId, now)
  const [answer] = await readHighSpeedLines(tx, deps.sealing, {
    ...changed,
    lines,
    pool,
    now,
    userRoleId,
  })
  if (answer === undefined) throw new Error('the line that was just changed is gone')
  return answer
}

/**
 * Writes the switch, its history row and the carrier's exchange. Whether it may be changed now is the caller's question.
 * @returns the id of change and exchange alike: the answer finds its row by it.
 */
export async function requestHighSpeed(
  tx: Db,
  { queue }: Pick<Deps, 'queue'>,
  by: By,
  { line, on }: { readonly line: SwitchedLine; readonly on: boolean },
): Promise<string> {
  const changeId = newId('hsc')
  const { contract_id: contractId, line_id: lineId } = line
  const { actor, accountId, familyRoleId, now } = by
  const change = { high_speed_on: on, high_speed_changed_at: now }
  await changeLine(tx, { contractId, lineId }, change, by)
  await insertRow(tx, 'high_speed_change', {
    contract_id: contractId,
    line_id: lineId,
    change_id: changeId,
    turned_on: on,
    actor,
    account_id: accountId ?? null,
    family_role_id: familyRoleId ?? null,
    reason: 'member',
    changed_at: now,
    carrier_state: 'requested',
  })
  const request = { type: 'command', command: 'high-speed', body: { on } } as const
  await askOfLine(tx, queue, line, request, { exchangeId: changeId, now })
  return changeId
}
