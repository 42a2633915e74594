import { sql } from 'kysely'
import { expectedAad } from '#backend/identity/rows/checks.ts'
import type { Services } from '#server/services.ts'
import { addMonths, toTokyoMonth } from '#domain/tokyo.ts'
import { billed } from './debts.ts'

/** So many checks lie in the queue of identity: a morning's work. */
export const PLANTED_CHECKS = 20

type Plant = 'refund' | 'answer' | 'checks'

/** What only a fault outside brings into a queue. */
export async function plantAtDesk(services: Services, what: Plant): Promise<void> {
  const plants: Record<Plant, () => Promise<void>> = {
    refund: () => plantRefund(services),
    answer: () => plantAnswer(services),
    checks: () => plantChecks(services),
  }
  await plants[what]()
}

async function memberLine({ database }: Services) {
  const { rows } = await sql<{ contract_id: string; account_id: string; line_id: string }>`
    select c.contract_id, c.account_id, l.line_id from line l join contract c using (contract_id)
    where l.status = 'active' and c.status = 'active' order by c.started_on, l.line_id limit 1`.execute(
    database.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the demo has no line in service')
  return row
}

/** 1,631 yen of a month before the demo's past, which every card refused. */
async function plantRefund(services: Services) {
  const { contract_id: contractId } = await memberLine(services)
  const month = addMonths(toTokyoMonth(services.clock.now()), -20)
  const billId = await billed(services, contractId, { month, yen: -1631 })
  await services.database.db
    .updateTable('bill')
    .set({ state: 'refund_refused' })
    .where('bill_id', '=', billId)
    .execute()
}

/** A change of speed that the carrier has not answered for two hours. */
async function plantAnswer({ database, clock, ...services }: Services) {
  const line = await memberLine({ database, clock, ...services })
  const at = clock.now().subtract({ hours: 2 })
  const request = {
    type: 'command',
    lineRef: `desk-${line.line_id}`,
    command: 'speed-policy',
    body: { mode: 'high' },
  }
  await database.db
    .insertInto('carrier_exchange')
    .values({
      contract_id: line.contract_id,
      exchange_id: 'cx_desk',
      line_id: line.line_id,
      request: JSON.stringify(request),
      state: 'unknown',
      attempts: 3,
      created_at: at,
      changed_at: at,
    })
    .execute()
}

async function plantChecks({ database, clock, sealing, ...services }: Services) {
  const { account_id: accountId } = await memberLine({ database, clock, sealing, ...services })
  const compared = {
    name: '佐藤 美咲',
    kana: 'サトウ ミサキ',
    birth: '1994-05-18',
    address: '東京都世田谷区1-2-3',
  }
  for (let n = 1; n <= PLANTED_CHECKS; n += 1) {
    const checkId = `idc_desk${String(n).padStart(2, '0')}`
    const at = clock.now().subtract({ hours: 30 - n })
    await database.db
      .insertInto('identity_check')
      .values({
        account_id: accountId,
        check_id: checkId,
        contract_id: null,
        order_no: `DESK-${n}`,
        state: 'manual',
        attempts: 3,
        failure: JSON.stringify(['address']),
        expected_sealed: sealing.seal(expectedAad(checkId), JSON.stringify(compared)),
        opened_at: at,
        changed_at: at,
      })
      .execute()
  }
}
