import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeLine } from '#backend/contract/change.ts'
import { fieldsAad, sealFields } from '#backend/carrier/exchange.ts'
import { numberAad as handoverNumberAad, receiverAad } from '#backend/handover/rows/details.ts'
import { createSealing, indexKeyOf } from '#backend/db/sealing.ts'
import { pictureAad, smallAad, storyAad, typedImeiAad } from '#backend/device/rows.ts'
import { sealSettings } from '#backend/option/rows.ts'
import { numberAad } from '#backend/port-out/rows.ts'
import { sealChosen } from '#backend/sim/rows/chosen-options.ts'
import { sealPortIn } from '#backend/sim/rows/port-in.ts'
import { behindTheTriggers } from '#tests/api/behind-triggers.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'
import type { OrderProcedure } from '#vocabulary/operation.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { byKey, countSealed } from './count-sealed.ts'
import { checkSealingKeys } from './known-keys.ts'
import { resealTask, runReseal, sealAnew } from './reseal.ts'
import { sealedTables } from '../tables.ts'

const harness = await useSeededHarness()
const { database, services } = harness
const { db } = database
const databaseUrl = services.config.DATABASE_URL

const first = { id: 'k1', secret: services.config.SEALING_SECRET }
const second = { id: 'k2', secret: 'the second secret of these tests, long enough' }
const third = { id: 'k3', secret: 'the third secret of these tests, long enough' }
const indexKey = indexKeyOf(first)
const old = services.sealing
const both = createSealing({ current: second, others: [first], indexKey })

const count = async () => Object.fromEntries(byKey(await countSealed(db)))

const noOf = (procedure: string) => `sealed-${procedure}`

/** Of each procedure that seals something in its details an order with all of it. */
function ordersWithSealed(
  contractId: string,
  lineId: string,
): readonly { procedure: OrderProcedure; details: Record<string, unknown> }[] {
  const line = { contract_id: contractId, line_id: lineId }
  const chosenOptions = sealChosen(old, line, [
    { code: 'voicemail', termsVersion: '1', forwardTo: '0312345678' },
  ])
  const terms = { termsVersion: '1' }
  const handoverNo = noOf('lineHandover')
  return [
    {
      procedure: 'portOut',
      details: {
        exchangeId: 'cx_1',
        numberSealed: old.seal(numberAad(noOf('portOut')), '1234567890'),
      },
    },
    {
      procedure: 'lineHandover',
      details: {
        numberSealed: old.seal(handoverNumberAad(contractId, handoverNo), '1234567890'),
        receiverSealed: old.seal(receiverAad(contractId, handoverNo), 'サトウ　ハナコ'),
      },
    },
    { procedure: 'lineTakeover', details: { chosenOptions } },
    {
      procedure: 'simAdd',
      details: {
        wish: { order: 'add', kind: 'voice', simSize: 'esim' },
        portIn: {
          ...sealPortIn(old, line, { number: '09012345678', mnpNumber: '1234567890' }),
          attempts: 1,
        },
        prepared: {
          exchangeId: 'cx_1',
          carrierRequest: {
            kind: 'issue-esim',
            fields: {},
            sealedFields: sealFields(old, 'cx_1', { eid: '89' }),
          },
        },
        chosenOptions,
      },
    },
    {
      procedure: 'deviceRegister',
      details: {
        ...terms,
        deviceId: 'dev_1',
        maker: '',
        name: '',
        imeiSealed: old.seal(typedImeiAad('dev_1'), '490154203237518'),
      },
    },
    {
      procedure: 'deviceClaim',
      details: {
        ...terms,
        claimId: 'claim_1',
        deviceId: 'dev_1',
        deviceName: '',
        basis: 'cover',
        cause: 'failure',
        happenedOn: '2026-11-19',
        storySealed: old.seal(storyAad('claim_1'), '落としました'),
        feeYen: 0,
      },
    },
    {
      procedure: 'optionJoin',
      details: {
        ...terms,
        optionCode: 'voicemail',
        settings: sealSettings(
          old,
          contractId,
          { code: 'voicemail', lineId },
          { forwardTo: '0312345678' },
        ),
      },
    },
  ]
}

/** What no member of the demo happens to have: every other place in which something is sealed. */
async function sealTheRest() {
  const at = harness.clock.now()
  const order = await db
    .selectFrom('procedure_order')
    .selectAll()
    .where('line_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const { contract_id: contractId, order_no: orderNo, line_id: line } = order
  const lineId = line ?? ''
  const sealedOrders = ordersWithSealed(contractId, lineId)
  await db
    .insertInto('procedure_order')
    .values(
      sealedOrders.map(({ procedure, details }) => ({
        ...order,
        procedure,
        order_no: noOf(procedure),
        details: JSON.stringify(details),
        closed_at: at,
      })),
    )
    .execute()
  await db
    .insertInto('carrier_exchange')
    .values({
      contract_id: contractId,
      exchange_id: 'cx_9',
      order_no: null,
      line_id: lineId,
      state: 'accepted',
      request: JSON.stringify({
        type: 'command',
        sealedFields: sealFields(old, 'cx_9', { eid: '89' }),
      }),
      answer: JSON.stringify({ sealed: sealFields(old, 'cx_9', { imei: '49' }), bytes: 5 }),
      created_at: at,
      changed_at: at,
    })
    .execute()
  await db
    .updateTable('option_period')
    .set({
      activation_sealed: JSON.stringify({
        exchangeId: 'cx_9',
        sealed: old.seal(fieldsAad('cx_9'), '{}'),
      }),
    })
    .execute()
  await db
    .insertInto('claim_photograph')
    .values({
      contract_id: contractId,
      photograph_id: 'photo_1',
      order_no: orderNo,
      position: 1,
      width: 1,
      height: 1,
      picture_sealed: old.sealBytes(pictureAad('photo_1'), Buffer.from([0xff, 0xd8, 1])),
      small_sealed: old.sealBytes(smallAad('photo_1'), Buffer.from([0xff, 0xd8, 2])),
      given_index: 'given',
      taken_in_at: at,
    })
    .execute()
  await db
    .transaction()
    .execute((tx) =>
      changeLine(
        tx,
        { contractId, lineId },
        { high_speed_on: false },
        { actor: 'system', now: at },
      ),
    )
}
/** Every look for sealed values reads every row: of 90,000 rows of use and ledger the last weeks are enough. */
async function forgetOldUse() {
  await behindTheTriggers(database, `delete from usage_record where to_at < '2026-11-15'`)
  await behindTheTriggers(database, `delete from data_entry where occurred_at < '2026-11-15'`)
}
await forgetOldUse()
await sealTheRest()
await checkSealingKeys(db, old)

test('封をした列は、どれも一覧にあり、ほかのどこにも封をした値はない', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    join pg_class c on c.relname = table_name and c.relnamespace = 'public'::regnamespace
    where table_schema = 'public' and column_name like '%\\_sealed' and not c.relispartition`.execute(
    db,
  )
  const listed = sealedTables.flatMap(({ table, sealed }) =>
    sealed.map(({ name }) => `${table}.${name}`),
  )
  const inJson = [
    'line_version.former',
    'carrier_exchange.request',
    'carrier_exchange.answer',
    'procedure_order.details',
  ]
  expect(listed.toSorted()).toEqual([...rows.map(({ place }) => place), ...inJson].toSorted())

  const found = (await countSealed(db)).map(({ table, column }) => `${table}.${column}`)
  expect(found.filter((place) => !listed.includes(place))).toEqual([])
  expect(inJson.filter((place) => !found.includes(place))).toEqual([])
})

test('鍵を替えると、途中で止まっても続きから封をしなおし、数は一つも変わらず、前の鍵はいらなくなる', async () => {
  const before = await count()
  const values = before['k1'] ?? 0
  expect(before).toEqual({ k1: values })
  expect(values).toBeGreaterThan(500)

  await checkSealingKeys(db, both)
  // One part and no more: the first table's.
  expect(await sealAnew({ database, sealing: both, databaseUrl }, { forMs: 0 })).toBe('interrupted')
  const between = await count()
  expect(between['k2']).toBeGreaterThan(0)
  expect((between['k1'] ?? 0) + (between['k2'] ?? 0)).toBe(values)
  await expect(checkSealingKeys(db, createSealing({ current: second, indexKey }))).rejects.toThrow(
    'Values that k1 has sealed may be left in this database: name it in SEALING_ALSO_OPENS',
  )

  // The rest by the worker, as often as its job asks for the next.
  const rotated = { ...services, sealing: both }
  await resealTask(rotated).run()
  const job = runReseal(rotated)
  for (let n = 0; n < 10 && (await count())['k1'] !== undefined; n += 1) await job.run({})
  expect(await count()).toEqual({ k2: values })

  const metrics = await createMetrics(rotated).text()
  expect(metrics).toContain('portal_sealed_values_left{key="k1"} 0')
  expect(metrics).toContain('portal_reseal_values{result="unopened"} 0')
  expect(metrics).toContain(`portal_reseal_tables_done ${sealedTables.length}`)

  // Again: nothing is left to do, and the former secret may be forgotten.
  expect(await sealAnew({ database, sealing: both, databaseUrl })).toBe('nothing')
  await checkSealingKeys(db, createSealing({ current: second, indexKey }))
})

test('元の場所で開かない値と、宣言のない値だけが残り、その鍵がまだいると分かる', async () => {
  const all = (await count())['k2'] ?? 0
  const onlySecond = createSealing({ current: second, indexKey })
  await sql`update account set login_name_sealed = ${onlySecond.seal('elsewhere', 'x')}
    where subject = 'demo-sato'`.execute(db)
  const putInDetails = (procedure: OrderProcedure, details: Record<string, unknown>) =>
    sql`update procedure_order set details = details || ${JSON.stringify(details)}::jsonb
      where order_no = ${noOf(procedure)}`.execute(db)
  const { contract_id: contractId } = await db
    .selectFrom('procedure_order')
    .select('contract_id')
    .where('order_no', '=', noOf('simAdd'))
    .executeTakeFirstOrThrow()
  // Sealed as a hand-over seals it, and in no hand-over: what is not declared is not guessed.
  await putInDetails('simAdd', {
    receiverSealed: onlySecond.seal(receiverAad(contractId, noOf('simAdd')), 'x'),
  })
  // Declared, in an order that breaks its schema: nothing is known of it.
  await putInDetails('deviceClaim', { feeYen: 'x' })
  await sql`create table forgotten (note text)`.execute(db)
  await sql`insert into forgotten values (${`see ${onlySecond.seal('note', 'x')}`})`.execute(db)

  // The first key is not among these: whatever is sealed anew opened with the second alone.
  const later = createSealing({ current: third, others: [second], indexKey })
  await checkSealingKeys(db, later)
  expect(await sealAnew({ database, sealing: later, databaseUrl })).toEqual({
    left: new Map([
      ['k2', 4],
      ['k3', all - 2],
    ]),
  })
  expect(await createMetrics({ ...services, sealing: later }).text()).toContain(
    'portal_reseal_values{result="unopened"} 3',
  )
  await expect(checkSealingKeys(db, createSealing({ current: third, indexKey }))).rejects.toThrow(
    'Values that k2 has sealed may be left',
  )

  const photograph = await db.selectFrom('claim_photograph').selectAll().executeTakeFirstOrThrow()
  expect(later.openBytes(pictureAad('photo_1'), photograph.picture_sealed)).toEqual(
    Buffer.from([0xff, 0xd8, 1]),
  )
  const exchange = await db
    .selectFrom('carrier_exchange')
    .selectAll()
    .where('exchange_id', '=', 'cx_9')
    .executeTakeFirstOrThrow()
  expect(exchange.answer).toMatchObject({ bytes: 5, sealed: expect.stringMatching(/^k3\./) })
})

test('別の秘密や索引の鍵では始まらない', async () => {
  const wrong = { id: 'k3', secret: 'not the secret of k3, but as long as it is' }
  await expect(
    checkSealingKeys(db, createSealing({ current: wrong, others: [second], indexKey })),
  ).rejects.toThrow('The secret of k3 is not the one that has sealed this database.')
  await expect(
    checkSealingKeys(db, createSealing({ current: third, others: [second] })),
  ).rejects.toThrow(
    'INDEX_KEY is not the key that the blind indexes of this database are made with',
  )
})

test('封をしなおすと言っても、書類のほかの内容は変えられない', async () => {
  const change = (what: string) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('portal.sealing_anew', 'on', true)`.execute(tx)
      await sql.raw(`update contract_document set ${what}`).execute(tx)
    })
  await expect(change(`title = 'another'`)).rejects.toThrow(
    'an issued contract document is immutable',
  )
  await expect(change('pdf_sealed = null')).rejects.toThrow(
    'an issued contract document is immutable',
  )
  await expect(sql`update contract_document set content_sealed = 'x'`.execute(db)).rejects.toThrow(
    'an issued contract document is immutable',
  )
  await expect(sql`update line_version set former = '{}'`.execute(db)).rejects.toThrow(
    'line_version is append-only',
  )
})
