import type { OpenGrant } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { NamedFinding } from '#backend/finding.ts'
import { readHolder } from '#backend/holder.ts'
import { notFound } from '#backend/refusal.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { recordApi } from '#protocol/console/record.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { AskMember } from './member.ts'
import {
  accountTroubles,
  byUrgency,
  contractTroubles,
  findingTroubles,
  readContract,
} from './wrong.ts'

/** What is wrong first, then the contract and its next date. */
export async function readSummary(
  db: Db,
  { sealing, findings }: { readonly sealing: Sealing; readonly findings: readonly NamedFinding[] },
  ask: AskMember,
  grant: OpenGrant,
  now: Instant,
): Promise<Answer<typeof recordApi.consoleSummaryGet>> {
  const { accountId, contractId } = grant
  const [{ name }, troubles, found, ofContract] = await Promise.all([
    readHolder(db, sealing, accountId),
    accountTroubles(ask),
    findingTroubles(db, findings, grant, now),
    contractId === null ? undefined : readContractNow(ask),
  ])
  return {
    accountId,
    ...(contractId !== null && { contractId }),
    name,
    wrong: byUrgency([...troubles, ...found, ...(ofContract?.troubles ?? [])]),
    ...(ofContract && {
      contract: {
        ...ofContract.contract,
        lines: ofContract.contract.lines.length,
        options: ofContract.contract.options.length,
      },
    }),
    ...(ofContract?.next && { next: ofContract.next }),
    booked: ofContract?.contract.bookedChanges ?? [],
    asOf: formatRfc3339(now),
  }
}

async function readContractNow(ask: AskMember) {
  const [contract, { deadlines }] = await Promise.all([readContract(ask), ask.deadlinesGet({})])
  return { contract, next: deadlines[0], troubles: await contractTroubles(ask, contract) }
}

/** The parts below are of a contract. @throws RefusalError NOT_FOUND before the first one */
export function requireContract({ contractId }: OpenGrant): void {
  if (contractId === null) throw notFound()
}

export async function readLines(ask: AskMember): Promise<Answer<typeof recordApi.consoleLinesGet>> {
  const [group, speeds, contract] = await Promise.all([
    ask.statusLineGroupGet({}),
    ask.highSpeedStatusGet({}),
    readContract(ask),
  ])
  const speedOf = new Map(speeds.lines.map((one) => [one.line.lineId, one]))
  return {
    ...group,
    lines: group.lines.map(({ line, usedThisMonthBytes }) => {
      const { speed = 'stopped', speedReason = 'notOpen' } = speedOf.get(line.lineId) ?? {}
      return { line, usedThisMonthBytes, speed, speedReason }
    }),
    options: contract.options,
  }
}

/** What is under way, what can be done now, and why not what cannot. */
export async function readOrders(
  ask: AskMember,
  page: Parameters<AskMember['statusApplyStateGet']>[0],
): Promise<Answer<typeof recordApi.consoleOrdersGet>> {
  const [orders, { operations }, { procedures: queued }] = await Promise.all([
    ask.statusApplyStateGet(page),
    ask.contractChangeStatusGet({}),
    ask.procedureQueueGet({}),
  ])
  return { ...orders, operations, queued }
}

export async function readBilling(
  ask: AskMember,
): Promise<Answer<typeof recordApi.consoleBillingGet>> {
  const [months, unpaid, next, method] = await Promise.all([
    ask.billingMonthsGet({}),
    ask.billingUnpaidGet({}),
    ask.billingReserveGet({}),
    ask.billingPaymentMethodGet({}),
  ])
  return { ...months, unpaid: unpaid.bills, unpaidYen: unpaid.totalYen, next, method }
}

/** Sums of months alone: what was used on which day takes the member's code. */
export async function readData(ask: AskMember): Promise<Answer<typeof recordApi.consoleDataGet>> {
  const [residual, { months }] = await Promise.all([
    ask.highSpeedResidualGet({}),
    ask.statusUsageGet({}),
  ])
  return { ...residual, months }
}

/** Messages as they were sent; only what they are about, where the case asks for no more. */
export async function readContact(
  ask: AskMember,
  page: Parameters<AskMember['noticesGet']>[0],
  subjectsOnly: boolean,
): Promise<Answer<typeof recordApi.consoleContactGet>> {
  const notices = await ask.noticesGet(page)
  return {
    ...notices,
    rows: notices.rows.map(({ body, ...row }) => (subjectsOnly ? row : { ...row, body })),
  }
}

export async function readDevice(
  ask: AskMember,
  page: Parameters<AskMember['loginHistoryGet']>[0],
  { contractId }: OpenGrant,
): Promise<Answer<typeof recordApi.consoleDeviceGet>> {
  const [logins, bought] = await Promise.all([
    ask.loginHistoryGet(page),
    contractId === null ? { terminals: [] } : ask.contractTerminalNoticeGet({}),
  ])
  return {
    bought: bought.terminals,
    logins: logins.rows,
    openLogins: logins.rows.filter(({ result }) => result === 'signedIn').length,
    ...(logins.nextCursor !== undefined && { nextCursor: logins.nextCursor }),
  }
}
