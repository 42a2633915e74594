import { api } from '#protocol/index.ts'
import { setUpCarrierLine } from '#demo/seed/carrier-set-up.ts'
import { tasksOf } from '#server/worker.ts'
import { createTestDatabase, inDatabase } from '../database.ts'
import { startHarness } from '../harness.ts'
import { makeMember } from '../members.ts'

/**
 * A member over year end and 29 February, with usage, a top-up and a booking; prints everything that came of it, with
 * what is random replaced. Run in servers of different zones, the database's own zone among them, the output must not
 * differ by a byte.
 */
const url = await createTestDatabase()
await inDatabase(
  url,
  `alter database ${new URL(url).pathname.slice(1)} set timezone = '${process.env['TZ'] ?? 'UTC'}'`,
)
const harness = await startHarness('2027-12-20T10:00:00+09:00', {}, { past: { url } })
const { database, services, clock } = harness
const LOGIN = 'zone'
const made = await makeMember(harness, { loginId: LOGIN, startedOn: '2027-12-18' })
const { contractId } = made
const [lineId = ''] = made.lineIds

// The stand-in's traffic follows from the line's reference: the same in every run.
await setUpCarrierLine(services.config, 'ref-zone', {
  number: '09000009999',
  kind: 'voice',
  simKind: 'physical',
  simSize: 'nano',
  iccid: '8981100000000000001',
  profile: 'commuter',
  startedAt: '2027-12-18T00:00:00+09:00',
})
await database.db
  .updateTable('line')
  .set({ carrier_ref: 'ref-zone' })
  .where('line_id', '=', lineId)
  .execute()

const said: unknown[] = []

async function workAt(at: string) {
  clock.set(at)
  for (const task of tasksOf(services, harness.drain)) await task.run(clock.now())
}

async function readAt(at: string) {
  clock.set(at)
  const { call } = await harness.signIn(LOGIN)
  said.push({
    at,
    contract: await call(api.contractGet),
    allowed: await call(api.contractChangeStatusGet),
    residual: await call(api.highSpeedResidualGet),
    estimate: await call(api.couponEstimateGet, { query: { plan: '18' } }),
    usage: await call(api.statusUsageGet),
    packs: await call(api.highSpeedCouponGet),
    bills: await call(api.billingStatusGet),
    next: await call(api.billingReserveGet),
  })
  return call
}

/** The bill of the month before, and its charge. */
async function closeAndCharge(month: string) {
  for (const at of [`${month}-01T06:00:00+09:00`, `${month}-07T10:00:00+09:00`]) await workAt(at)
}

await workAt('2027-12-20T11:00:00+09:00')
const call = await readAt('2027-12-30T11:59:59+09:00')
await call(api.highSpeedCouponPost, { body: { packId: '1gbNoCarry', priceYen: 528 } })
const { effectiveOn, conditions } = await call(api.couponEstimateGet, { query: { plan: '18' } })
await call(api.couponRegisterPost, { body: { plan: 18, effectiveOn, conditions } })
await readAt('2027-12-30T12:00:01+09:00')
await workAt('2027-12-31T23:00:00+09:00')
await readAt('2027-12-31T23:59:59+09:00')
await readAt('2028-01-01T00:00:00+09:00')
await workAt('2028-01-01T00:00:00+09:00')
await readAt('2028-01-01T00:00:01+09:00')
await closeAndCharge('2028-01')
await workAt('2028-02-01T00:00:00+09:00')
await closeAndCharge('2028-02')
await readAt('2028-02-28T11:59:59+09:00')
await readAt('2028-02-28T12:00:01+09:00')
await workAt('2028-02-29T00:00:00+09:00')
await readAt('2028-02-29T23:59:59+09:00')
await workAt('2028-03-01T00:00:00+09:00')
await readAt('2028-03-01T00:00:01+09:00')
await closeAndCharge('2028-03')
await readAt('2028-03-07T10:00:01+09:00')

for (const query of [
  `select bucket_id, kind, base_month, granted_bytes, remaining_bytes, granted_at, expires_at
   from data_bucket where contract_id = $1 order by granted_at, kind, granted_bytes`,
  `select kind, bytes, occurred_at, recorded_at from data_entry where contract_id = $1
   order by position`,
  `select day, high_bytes, low_bytes from usage_by_day where contract_id = $1 order by day`,
  `select figure_key, amount_tenths_yen, month, booked_at from booked_charge where contract_id = $1
   order by booked_at, figure_key`,
  `select month, state, period_from, period_to, out_of_scope_yen, total_yen, fixed_at, charge_on, paid_at
   from bill where contract_id = $1 order by month`,
  `select month, position, kind, figure_key, rate_valid_from, quantity, days, of_days, amount_tenths_yen, tax, tax_on
   from bill_line where contract_id = $1 order by month, position`,
  `select month, tax_percent, total_yen, tax_yen from bill_rate where contract_id = $1 order by month`,
  `select month, attempt, amount_yen, state, sent_at, answered_at from payment where contract_id = $1
   order by month, attempt`,
  `select account, amount_yen, booked_on, booked_at from posting where contract_id = $1
   order by booked_at, account, amount_yen`,
  `select procedure, state, effective_on, undo_until from procedure_order where contract_id = $1
   order by requested_at`,
  `select at, actor, action from audit_entry where chain = $1 order by at, action`,
])
  said.push((await database.pool.query(query, [contractId])).rows)
const letters = await database.pool.query(
  'select title, body, raised_at from notice where account_id = $1 order by raised_at, title',
  [made.accountId],
)
said.push(letters.rows)

const text = JSON.stringify(said, undefined, 1)
  .replaceAll(/[A-Z]-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}\b/g, 'NUMBER')
  .replaceAll(/\b[a-z]+_[0-9a-z]{20}\b/g, 'ID')
  .replaceAll(/bill_[0-9a-f]{32}/g, 'BILL')
  .replaceAll(/"conditions": "[^"]*"/g, '"conditions": ""')
process.stdout.write(`${new Date('2027-12-31T15:00:00Z').getDate()}\n${text}`)
await harness.stop()
