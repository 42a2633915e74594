import { sql } from 'kysely'
import { loadContract } from '#backend/contract/load.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { decideAutoTopUp } from '#domain/spending/auto-top-up.ts'
import { toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { createPoolService, readPool } from '../ledger/pool-service.ts'
import { loadPurchaseRule } from '../top-up/may-buy.ts'
import { offerOf } from '../top-up/offers.ts'
import { purchase, type PurchaseDeps } from '../top-up/purchase.ts'
import { autoTopUpMessage, autoTopUpStoppedMessage } from './messages.ts'
import { limitOf, readAutoSettings, readBought, writeBought } from './store.ts'
import { tellOnce } from './tell-once.ts'
import { stopWords } from './words.ts'

type Deps = Pick<ProcedureDeps, 'database' | 'queue' | 'commit' | 'outbox' | 'book'>
type Buying = PurchaseDeps & Pick<Deps, 'outbox' | 'book'>

const CONTRACTS_A_ROUND = 500

/**
 * Buys for every contract whose data has run low, after the ledgers are settled. Each in a transaction of its own: a
 * run that is killed leaves the rest for the next, and a contract that was served is above its threshold.
 */
export async function buyAutomatically(deps: Deps, now: Instant) {
  const { commit, outbox, book } = deps
  const buying: Buying = { pool: createPoolService(deps), commit, outbox, book }
  let after = ''
  for (;;) {
    const ids = await lowContracts(deps.database.db, now, after)
    for (const contractId of ids)
      await deps.database.db.transaction().execute((tx) => buyOrTell(buying, tx, contractId, now))
    if (ids.length < CONTRACTS_A_ROUND) return
    after = ids.at(-1) ?? after
  }
}

/** In service, switched on, and below the threshold by the cached balances; decided again under the lock. */
async function lowContracts(db: Db, now: Instant, after: string): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select s.contract_id from auto_top_up_setting s
    join contract c on c.contract_id = s.contract_id and c.status in ('active', 'cancel_reserved')
    left join lateral (
      select coalesce(sum(b.remaining_bytes), 0) as bytes from data_bucket b
      where b.contract_id = s.contract_id and b.granted_at <= ${now.toString()}
        and b.expires_at > ${now.toString()}) as residual on true
    where s.contract_id > ${after} and s.pack_code is not null
      and (residual.bytes = 0 or residual.bytes < s.at_bytes)
      and not exists (select from auto_top_up_setting n
        where n.contract_id = s.contract_id and n.version > s.version)
    order by s.contract_id limit ${CONTRACTS_A_ROUND}`.execute(db)
  return rows.map((row) => row.contract_id)
}

async function buyOrTell(deps: Buying, tx: Db, contractId: string, now: Instant) {
  const { book } = deps
  const known = await loadContract(tx, contractId, { lock: true })
  const [newest] = await readAutoSettings(tx, contractId)
  if (newest?.setting === undefined) return
  const { setting, version } = newest
  const month = toTokyoMonth(now)
  const offer = offerOf(setting.packId, now, book)
  const { may, mayBuy } = await loadPurchaseRule(tx, known, { now, book })
  const { totalBytes } = await readPool(tx, contractId, now)
  const decided = decideAutoTopUp(setting, {
    residualBytes: totalBytes,
    timesBought: (await readBought(tx, contractId, month)).length,
    priceYen: offer?.priceYen,
    mayBuy: offer === undefined ? may : mayBuy(offer),
  })
  if (!decided.ok) {
    const { code, message } = decided
    if (code === 'NOT_DUE') return
    const sentence = message ?? (code === 'TIMES_USED' ? '' : errors[code].message)
    const limitYen = await limitOf(tx, contractId)
    const noticeKey = ['auto', month, code, version, limitYen ?? 'none'].join('/')
    const reason = stopWords(code, setting, { sentence, priceYen: offer?.priceYen })
    const told = { noticeKey, setting, reason }
    const { account_id: accountId } = known.contract
    await tellOnce(deps.outbox, tx, {
      contractId,
      noticeKey,
      month,
      now,
      message: autoTopUpStoppedMessage({ accountId, contractId }, told),
    })
    return
  }
  if (offer === undefined) return
  const { nth } = decided.value
  const { told } = await purchase(
    deps,
    tx,
    { actor: 'system', contractId, now },
    {
      contract: known.contract,
      offer,
      buyer: 'automatic',
      message: (accountId, bought) => autoTopUpMessage({ accountId, ...bought, setting, nth }),
    },
  )
  await writeBought(tx, {
    contract_id: contractId,
    month,
    nth,
    order_no: told.receipt.orderNo,
    pack_code: setting.packId,
    price_yen: setting.priceYen,
    setting_version: version,
    bought_at: now,
  })
}
