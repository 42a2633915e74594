import { ensureMonthPartitions } from '#backend/db/month-partitions.ts'
import { queriesOn, type Db } from '#backend/db/connect.ts'
import { addMonths, toTokyoMonth } from '#domain/tokyo.ts'
import type { Services } from '#server/services.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { seedApplications } from './applications.ts'
import { readPastCalls, seedBills } from './bills.ts'
import { seedDesk } from './desk.ts'
import { seedDeskApprovals } from './desk-approvals.ts'
import { seedDeskQueues } from './desk-queues.ts'
import { seedDocuments } from './documents.ts'
import { walkHistory } from './history.ts'
import { seedItoCancellation, seedItoGifts } from './ito-leaving.ts'
import { seedItoPhone } from './ito-phone.ts'
import { seedKatoSnooping } from './kato-snooping.ts'
import { seedKobayashiDevice } from './kobayashi-device.ts'
import { insertAccounts, insertContract, planContracts, setUpLines } from './members.ts'
import { seedOutages } from './outages.ts'
import { seedPayments } from './payments.ts'
import { seedSuzukiPartner, seedSuzukiPoints } from './points.ts'
import { seedSuzukiCap, seedSuzukiLimit, seedSuzukiOptions } from './suzuki.ts'
import { seedTakahashiLock } from './takahashi-lock.ts'
import { seedTanakaOrder } from './tanaka-order.ts'
import { monthsBetween, writeHistory } from './write-history.ts'

export async function isUnseeded(db: Db): Promise<boolean> {
  const row = await db.selectFrom('contract').select('contract_id').limit(1).executeTakeFirst()
  return row === undefined
}

/** @throws StartRefusal for a database that has contracts and is no demo's: it may be a real one. */
export async function refuseForeign(db: Db): Promise<void> {
  const { is_demo: isDemo } = await db
    .selectFrom('clock_setting')
    .select('is_demo')
    .executeTakeFirstOrThrow()
  if (!isDemo && !(await isUnseeded(db)))
    throw new StartRefusal(
      'The database of DATABASE_URL has contracts that no demo made: npm start leaves it alone. Use another database, or npm run serve.',
    )
}

/**
 * Gives the demo's members their contracts and thirteen months of life that add up. The past happens at the carrier
 * first; the database gets all of it in one transaction, so a start that is killed leaves nothing half-done. Needs a
 * carrier stand-in without a past of its own.
 */
export async function seedDemo(services: Services, say: (line: string) => void) {
  const { database, carrier, sealing } = services
  const now = services.clock.now()
  const started = performance.now()
  say('Making the demo members and thirteen months of their use')
  const planned = planContracts(now)
  await setUpLines(services.config, planned)
  const unnamed = planned.map((contract) => ({ ...contract, accountId: '' }))
  const history = await walkHistory(carrier, unnamed, now)
  const months = monthsBetween(unnamed, now)
  const nextMonth = addMonths(toTokyoMonth(now), 1)
  for (const table of ['usage_record', 'call_record'] as const)
    await ensureMonthPartitions(database, table, [...months, nextMonth])
  const calls = await readPastCalls(carrier, months, now)

  const client = await database.pool.connect()
  try {
    await client.query('begin')
    const tx = queriesOn(client)
    const accounts = await insertAccounts(tx, sealing, now)
    const contracts = planned.map((contract) => ({
      ...contract,
      accountId: accounts.get(contract.story.loginId) ?? '',
    }))
    for (const contract of contracts) {
      await insertContract(tx, sealing, contract)
      await seedDocuments(services, tx, contract)
    }
    await writeHistory({ client, tx, contracts, history, book: services.book }, now)
    await seedBills(tx, { contracts, calls, sealing, book: services.book }, now)
    await seedPayments(tx, services, contracts, now)
    await seedOutages(services, tx, now)
    await seedSuzukiPartner(tx, sealing, accounts.get('suzuki') ?? '', now)
    const of = (loginId: string) => {
      const found = contracts.find(({ story }) => story.loginId === loginId)
      if (found === undefined) throw new Error(`the demo has no contract of ${loginId}`)
      return found
    }
    const [suzuki, ito, kobayashi] = [of('suzuki'), of('ito'), of('kobayashi')]
    await seedKatoSnooping(services, tx, of('sato'), now)
    await seedTakahashiLock(tx, of('takahashi'), now)
    await seedItoCancellation(services, tx, ito, now)
    await seedItoPhone(services, tx, ito, now)
    await seedKobayashiDevice(services, tx, kobayashi)
    await seedItoGifts(services, tx, { ito, kobayashi }, now)
    await seedTanakaOrder(services, tx, of('tanaka'), now)
    await seedApplications(services, tx, { accounts, contracts }, now)
    await seedSuzukiPoints(services, tx, suzuki.contractId, now)
    await seedSuzukiOptions(services, tx, suzuki, now)
    await seedSuzukiLimit(tx, suzuki, now)
    await seedSuzukiCap(services, tx, suzuki, now)
    await seedDesk(services, tx, contracts, now)
    await seedDeskQueues(services, tx, contracts, now)
    await seedDeskApprovals(services, tx, now)
    // From here on its time may be moved.
    await tx.updateTable('clock_setting').set({ is_demo: true }).execute()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`The demo members are there (${seconds} s)`)
}
