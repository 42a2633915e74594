import { sql } from 'kysely'
import type { ContractRow } from '#backend/contract/contracts.ts'
import { loadContract } from '#backend/contract/load.ts'
import { readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { AreaDeps } from '#backend/area.ts'
import { type AutoTopUp, decideAutoTopUp } from '#domain/spending/auto-top-up.ts'
import { type Instant, type TokyoMonth, toTokyoMonth } from '#domain/tokyo.ts'
import { type ErrorCode, errors } from '#protocol/errors.ts'
import { autoTopUpMessage, autoTopUpStoppedMessage, stopWords } from '../messages/spending.ts'
import { type Offer, offerOf } from '../queries/offers.ts'
import { loadPurchaseRule } from '../queries/purchase-rule.ts'
import { limitOf, readAutoSettings, readBought } from '../rows/spending.ts'
import { notifyOnce } from './notify-once.ts'
import { purchase } from './purchase.ts'

type Deps = Pick<AreaDeps, 'database' | 'queue' | 'outbox' | 'book'>
type Buying = Omit<Deps, 'database'>

const CONTRACTS_A_ROUND = 500

/**
 * Buys for every contract whose data has run low, after the ledgers are charged. Each in a transaction of its own: a
 * run that is killed leaves the rest for the next, and a contract that was served is above its threshold.
 */
export async function buyAutomatically(deps: Deps, now: Instant) {
  const { db } = deps.database
  const rounds = inRounds(
    CONTRACTS_A_ROUND,
    (round) => lowContracts(db, now, round),
    (id) => id,
  )
  for await (const ids of rounds)
    for (const contractId of ids)
      await db.transaction().execute((tx) => buyOrNotify(tx, deps, contractId, now))
}

/** In service, switched on, and below the threshold by the cached balances; decided again under the lock. */
async function lowContracts(db: Db, now: Instant, { after, limit }: Round): Promise<string[]> {
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
    order by s.contract_id limit ${limit}`.execute(db)
  return rows.map((row) => row.contract_id)
}

/** Decides under the contract's lock; what keeps it from buying is said to the member once. */
async function buyOrNotify(tx: Db, deps: Buying, contractId: string, now: Instant) {
  const { book } = deps
  const known = await loadContract(tx, contractId, { lock: true })
  const [newest] = await readAutoSettings(tx, contractId)
  if (newest?.setting === undefined) return
  const { setting, version } = newest
  const month = toTokyoMonth(now)
  const offer = offerOf(setting.packId, now, book)
  const { may, mayBuy } = await loadPurchaseRule(tx, deps, known, now)
  const { totalBytes } = await readPool(tx, contractId, now)
  const decided = decideAutoTopUp(setting, {
    residualBytes: totalBytes,
    timesBought: (await readBought(tx, contractId, month)).length,
    priceYen: offer?.priceYen,
    mayBuy: offer === undefined ? may : mayBuy(offer),
  })
  const asked = { contract: known.contract, setting, version, month, now }
  if (decided.ok && offer !== undefined) await buy(tx, deps, asked, offer, decided.value.nth)
  if (!decided.ok) await notifyOfStop(tx, deps, asked, decided, offer?.priceYen)
}

type Asked = {
  readonly contract: ContractRow
  readonly setting: AutoTopUp
  /** Of the setting. */
  readonly version: number
  readonly month: TokyoMonth
  readonly now: Instant
}

async function buy(tx: Db, deps: Buying, asked: Asked, offer: Offer, nth: number) {
  const { contract, setting, version, month, now } = asked
  const by = { actor: 'system', contractId: contract.contract_id, now } as const
  const { wire } = await purchase(tx, deps, by, {
    contract,
    offer,
    buyer: 'automatic',
    message: (accountId, bought) => autoTopUpMessage({ accountId, ...bought, setting, nth }),
  })
  await insertRow(tx, 'auto_top_up', {
    contract_id: contract.contract_id,
    month,
    nth,
    order_no: wire.receipt.orderNo,
    pack_code: setting.packId,
    price_yen: setting.priceYen,
    setting_version: version,
    bought_at: now,
  })
}

type Stop = {
  readonly code: ErrorCode | 'TIMES_USED' | 'NOT_DUE'
  readonly message?: string | undefined
}

async function notifyOfStop(
  tx: Db,
  { outbox }: Buying,
  { contract, setting, version, month, now }: Asked,
  { code, message }: Stop,
  priceYen: number | undefined,
) {
  if (code === 'NOT_DUE') return
  const { contract_id: contractId, account_id: accountId } = contract
  const sentence = message ?? (code === 'TIMES_USED' ? '' : errors[code].message)
  const limitYen = await limitOf(tx, contractId)
  const noticeKey = ['auto', month, code, version, limitYen ?? 'none'].join('/')
  const reason = stopWords(code, setting, { sentence, priceYen })
  const stopped = { noticeKey, setting, reason }
  await notifyOnce(tx, outbox, {
    contractId,
    noticeKey,
    month,
    now,
    message: autoTopUpStoppedMessage({ accountId, contractId }, stopped),
  })
}
