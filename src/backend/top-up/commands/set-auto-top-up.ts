import { lockContract } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { type AutoTopUp, mostYen } from '#domain/spending/auto-top-up.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { spendingApi } from '#protocol/spending.ts'
import { autoTopUpSetMessage } from '../messages/spending.ts'
import { requestedSetting } from '../queries/estimate-auto-top-up.ts'
import { loadPurchaseRule } from '../queries/purchase-rule.ts'
import { readSpending } from '../queries/spending.ts'
import { limitOf, readAutoSettings, writeAutoSetting } from '../rows/spending.ts'

type Deps = Pick<AreaDeps, 'outbox' | 'book'>

/** Sets automatic top-up at the price that was shown: later purchases are made at that price or not at all. */
export async function setAutoTopUp(
  tx: Db,
  deps: Deps,
  who: Who,
  { priceYen, ...request }: Input<typeof spendingApi.autoTopUpPut>['body'],
) {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const { may, card } = await loadPurchaseRule(tx, deps, known, now)
  requireOk(may)
  if (card?.usable !== true) throw new RefusalError('CARD_MISSING')
  const { setting } = requestedSetting(deps, request, now)
  if (setting.priceYen !== Number(priceYen)) throw new RefusalError('CONDITIONS_CHANGED')
  return changeAutoTopUp(tx, deps, who, setting)
}

/** Ends automatic top-up; a member may do so at any time. */
export async function endAutoTopUp(tx: Db, deps: Deps, who: Who) {
  await lockContract(tx, who.contractId)
  return changeAutoTopUp(tx, deps, who, undefined)
}

async function changeAutoTopUp(tx: Db, deps: Deps, who: Who, setting: AutoTopUp | undefined) {
  const { contractId, now } = who
  const [newest] = await readAutoSettings(tx, contractId)
  if (!isSame(newest?.setting, setting)) {
    const version = await writeAutoSetting(tx, who, setting)
    const limitYen = await limitOf(tx, contractId)
    const most = setting === undefined ? 0 : mostYen(setting, limitYen)
    await recordChange(tx, deps, who, {
      action: setting === undefined ? 'auto-top-up-ended' : 'auto-top-up-set',
      target: contractId,
      details: { version, ...setting },
      message: (accountId) =>
        autoTopUpSetMessage({ accountId, contractId }, { version, setting, mostYen: most }),
    })
  }
  return readSpending(tx, deps, contractId, now)
}

const isSame = (one: AutoTopUp | undefined, other: AutoTopUp | undefined) =>
  one?.packId === other?.packId &&
  one?.atBytes === other?.atBytes &&
  one?.timesAMonth === other?.timesAMonth &&
  one?.priceYen === other?.priceYen
