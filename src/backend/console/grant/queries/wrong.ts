import type { OpenGrant } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { findingsAbout, type NamedFinding } from '#backend/finding.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { billingApi } from '#protocol/billing.ts'
import type { recordApi } from '#protocol/console/record.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { WrongKind } from '#vocabulary/console-record.ts'
import type { AskMember } from './member.ts'

type Summary = Answer<typeof recordApi.consoleSummaryGet>
type Wrong = Summary['wrong'][number]

/** What is wrong with the account, whatever contracts it has. */
export async function accountTroubles(ask: AskMember): Promise<Wrong[]> {
  const [{ incidents }, { holds }, { mailFailure }] = await Promise.all([
    ask.outageConcerningGet({}),
    ask.holdsGet({}),
    ask.noticesGet({ limit: 1 }),
  ])
  const lasting = incidents.filter(({ state }) => state === 'ongoing')
  return [
    ...listed('outage', lasting, {
      since: firstOf(lasting.map(({ from }) => from)),
      refs: lasting.map(({ incidentId }) => incidentId),
    }),
    ...listed('hold', holds, {
      since: firstOf(holds.map(({ heldAt }) => heldAt)),
      until: firstOf(holds.map(({ until }) => until)),
      refs: holds.map(({ holdNo }) => holdNo),
    }),
    ...(mailFailure === undefined
      ? []
      : listed('mailFailing', [mailFailure], { since: mailFailure.at, refs: [] })),
  ]
}

/** What of the member's waits for a person. */
export async function findingTroubles(
  db: Db,
  findings: readonly NamedFinding[],
  of: OpenGrant,
  now: Instant,
): Promise<Wrong[]> {
  const found = await findingsAbout(db, findings, of, now)
  const [first] = found
  if (first === undefined) return []
  return [
    {
      kind: 'finding',
      count: found.reduce((sum, { rows }) => sum + rows, 0),
      since: formatRfc3339(first.oldest),
      refs: found.map(({ name }) => name),
    },
  ]
}

/** What is wrong with the contract. */
export async function contractTroubles(
  ask: AskMember,
  contract: Awaited<ReturnType<typeof readContract>>,
): Promise<Wrong[]> {
  const [unpaid, { locks }] = await Promise.all([ask.billingUnpaidGet({}), ask.lockGet({})])
  const stopped = contract.lines.filter(({ suspensionReason }) => suspensionReason !== undefined)
  const locked = locks.filter(({ state }) => state !== 'off')
  return [
    ...listed('suspended', stopped, { refs: stopped.map(endOfNumber) }),
    ...listed('unpaid', unpaid.bills, {
      since: firstOf(unpaid.bills.map(({ failedAt }) => failedAt)),
      until: firstOf(stopsAhead(unpaid.bills)),
      yen: unpaid.totalYen,
      refs: unpaid.bills.map(({ month }) => month),
    }),
    ...(contract.successionAskedAt === undefined
      ? []
      : listed('succession', [contract], { since: contract.successionAskedAt, refs: [] })),
    ...listed('lock', locked, { refs: locked.map(({ kind }) => kind) }),
  ]
}

type Owed = Answer<typeof billingApi.billingUnpaidGet>['bills'][number]

/** On which days service stops: of what has stopped it that has been, and of a contract that is over nothing is ahead. */
function stopsAhead(bills: readonly Owed[]): string[] {
  const ahead = bills.filter(
    ({ contractEnded, state }) =>
      !contractEnded && state !== 'suspended' && state !== 'final_notice',
  )
  return ahead.map(({ suspendOn }) => suspendOn)
}

/** What every mask of the console shows of a number. */
const endOfNumber = ({ number }: { readonly number: string }) => `末尾 ${number.slice(-4)}`

export const readContract = (ask: AskMember) => ask.contractGet({})

const order: readonly WrongKind[] = [
  'suspended',
  'unpaid',
  'outage',
  'succession',
  'hold',
  'finding',
  'mailFailing',
  'lock',
]

/** The most urgent first. */
export const byUrgency = (troubles: readonly Wrong[]): Wrong[] =>
  troubles.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))

/** Nothing, where there is none of it. */
function listed(
  kind: WrongKind,
  of: readonly unknown[],
  { since, until, ...more }: Omit<Wrong, 'kind' | 'count'>,
): Wrong[] {
  if (of.length === 0) return []
  return [
    {
      kind,
      count: of.length,
      ...more,
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    },
  ]
}

const firstOf = (times: readonly string[]): string | undefined => times.toSorted()[0]
