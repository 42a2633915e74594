import type { Client } from 'pg'
import { addMonths, tokyoMonth } from '#domain/tokyo.ts'
import { openMemberPages } from './mypage-under-test.ts'
import { alternate, type Row } from './row.ts'

const MONTHS = 24
const ROUNDS = 151

/** The page of one bill where the contract has 24 bills, against the same bill where it is the only one. */
export async function run(): Promise<Row[]> {
  const portal = await openMemberPages()
  const client = await portal.bare()
  try {
    const month = await giveBills(client)
    const path = `/mypage/billing/${month}.html`
    const visitOf = async (loginId: string) => {
      const { secret } = await portal.signIn(loginId)
      return async () => {
        const headers = { cookie: `sid=${secret}`, 'accept-encoding': 'br' }
        const answer = await portal.app.fetch(
          new Request(`http://localhost:3000${path}`, { headers }),
        )
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      }
    }
    const contenders = { many: await visitOf('sato'), one: await visitOf('tanaka') }
    await alternate(50, contenders)
    const timeOf = await alternate(ROUNDS, contenders)
    return [
      {
        what: `the page of a bill among ${MONTHS}`,
        medianMs: timeOf('many'),
        anchor: 'the same bill alone',
        anchorMs: timeOf('one'),
        ratio: timeOf('many') / timeOf('one'),
        wanted: { atMost: 1.15 },
      },
    ]
  } finally {
    await client.end()
    await portal.close()
  }
}

/** Sato gets 24 copies of the newest bill, Tanaka one of the same lines; returns its month. */
async function giveBills(client: Client): Promise<string> {
  // The copies have no postings: laws of the tables are not what is measured.
  await client.query('set session_replication_role = replica')
  const sato = await contractOf(client, 'sato')
  const tanaka = await contractOf(client, 'tanaka')
  const newest = await client.query<{ month: string }>(
    'select max(month) as month from bill where contract_id = $1',
    [sato.contractId],
  )
  const month = tokyoMonth(newest.rows[0]?.month ?? '')
  for (const table of ['bill', 'bill_line', 'bill_rate'])
    await client.query(
      `delete from ${table} where contract_id = $1 or (contract_id = $2 and month <> $3)`,
      [tanaka.contractId, sato.contractId, month],
    )
  const from = { ...sato, month }
  await copyBill(client, from, { ...tanaka, month })
  for (let n = 1; n < MONTHS; n += 1)
    await copyBill(client, from, { ...sato, month: addMonths(month, -n) })
  await client.query('analyze bill, bill_line, bill_rate')
  return month
}

type BillKey = { contractId: string; lineId: string; month: string }

async function copyBill(client: Client, from: BillKey, to: BillKey) {
  for (const table of ['bill', 'bill_line', 'bill_rate'])
    await client.query(
      `insert into ${table} select (jsonb_populate_record(one, jsonb_strip_nulls(
         jsonb_build_object('contract_id', $3::text, 'month', $4::text,
           'bill_id', case when to_jsonb(one) ? 'bill_id' then $3 || $4 end,
           'line_id', case when to_jsonb(one) ->> 'line_id' is not null then $5 end)))).*
       from ${table} one where contract_id = $1 and month = $2`,
      [from.contractId, from.month, to.contractId, to.month, to.lineId],
    )
}

async function contractOf(client: Client, loginId: string) {
  const { rows } = await client.query<{ contractId: string; lineId: string }>(
    `select contract_id as "contractId", line_id as "lineId"
     from contract join account using (account_id) join line using (contract_id)
     where subject = $1 order by position limit 1`,
    [`demo-${loginId}`],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the demo has no contract of ${loginId}`)
  return row
}
