import type { AreaDeps } from '#backend/area.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import { lineOf, type LoadedContract, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import { transferOut } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { findRelative, type Relative } from '#backend/family/public.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { megabytes } from '#domain/bytes.ts'
import { decideGiving } from '#domain/gift/decide-gift.ts'
import { partsOf } from '#domain/gift/parts.ts'
import { giftEndsAt } from '#domain/gift/until.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { giftApi } from '#protocol/gift.ts'
import { requireRoom, requireSteps, roomFor } from '../queries/room.ts'
import { codeAad, codeIndex, type GiftRow, newCode, nicknameAad } from '../rows.ts'
import { gifts } from '../steps.ts'

type Deps = Pick<AreaDeps, 'queue' | 'sealing'> & StepDeps

/**
 * Gives data: it leaves the pool at once. By a code that is shown to the giver, or to a member of the family, whose contract
 * alone may take it.
 * @param byLineId of a user of a line: theirs, with limits of its own
 * @throws RefusalError what `decideGiving` refuses, GIFT_MONTH_FULL, GIFT_TOO_MUCH, GIFT_NOT_TO_THEM
 */
export async function giveGift(
  tx: Db,
  deps: Deps,
  who: Who,
  {
    megabytes: wantedMb,
    nickname,
    toRoleId,
    byLineId,
  }: Omit<Input<typeof giftApi.giftPost>['body'], 'lineId'> & {
    readonly byLineId: string | undefined
  },
): Promise<GiftRow> {
  const { contractId, accountId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  requireOk(decideGiving(known.facts, { startedOn: known.contract.started_on, now }))
  const wanted = requireSteps(megabytes(wantedMb), now)
  requireRoom(await roomFor(tx, { contractId, byLineId }, now), wanted)
  const to = toRoleId === undefined ? undefined : await relativeOf(tx, deps, who, toRoleId)
  const giftId = newId('gift')
  const parts = await transferOut(
    tx,
    deps,
    {
      contractId,
      transferId: giftId,
      choose: (buckets) => partsOf(buckets, wanted, now) ?? tooMuch(),
    },
    now,
  )
  const code = to === undefined ? await newCode(tx, deps.sealing) : undefined
  return takeFirstStep(tx, deps, who, gifts, {
    values: {
      contract_id: contractId,
      gift_id: giftId,
      bytes: wanted,
      holder_account_id: accountId,
      line_id: byLineId ?? null,
      nickname_sealed: deps.sealing.seal(nicknameAad(giftId), nickname),
      code_index: code === undefined ? null : codeIndex(deps.sealing, code),
      code_sealed: code === undefined ? null : deps.sealing.seal(codeAad(giftId), code),
      to_contract_id: to?.contractId ?? null,
      given_at: now,
      expires_at: giftEndsAt(parts, known.contract.ends_on, now),
    },
    step: 'given',
    facts: {
      parts,
      nickname,
      line: byLineId === undefined ? undefined : wordsOfLine(known, byLineId, deps),
      toAccountId: to?.accountId,
    },
  })
}

async function relativeOf(tx: Db, deps: Deps, who: Who, roleId: string): Promise<Relative> {
  const relative = await findRelative(tx, deps, who, roleId)
  if (relative === undefined) throw new RefusalError('GIFT_NOT_TO_THEM')
  return relative
}

const wordsOfLine = (known: LoadedContract, lineId: string, { sealing }: Deps) =>
  lineWords(lineOf(known, lineId), sealing)

function tooMuch(): never {
  throw new RefusalError('GIFT_TOO_MUCH')
}
