import { casesOfToday, countTickets } from '#backend/console/ticket/public.ts'
import { awaitingApproval, countAwaiting, hasApprovals } from '#backend/console/approval/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import { namesOfStaff, otherColleagues } from '#backend/console/staff/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { deskStepsIn } from '#backend/device/public.ts'
import { findOutages, toWireOutage } from '#backend/outage/public.ts'
import { RefusalError } from '#backend/refusal.ts'
import { deskState } from '#domain/console/desk-hours.ts'
import { dueGroupOf, groupEnds } from '#domain/console/queue-due.ts'
import { seesQueue, wayFor } from '#domain/console/acts.ts'
import { deviceClaimStates } from '#domain/device/claim-states.ts'
import { answersIn, successionStates } from '#domain/succession/succession-states.ts'
import { methodsOfStaff } from '#domain/identity/methods.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { queueApi } from '#protocol/console/queue.ts'
import type { Answer, Input } from '#protocol/endpoint.ts'
import { workQueues, type ConsoleAct, type StaffRole, type WorkQueue } from '#vocabulary/console.ts'
import {
  dueGroups,
  type ClaimStep,
  type DueGroup,
  type SuccessionAnswer,
} from '#vocabulary/console-queue.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { QueueDeps } from '../commands/decide-item.ts'
import { decisionsOfItem } from '../rows/decisions.ts'
import { countStreams, sumOf, type StreamCount } from './count-items.ts'
import { findItems, listItems, type Item } from './list-items.ts'
import { streamsOf, type ItemKind } from './streams.ts'
import { isSnoozed, takenItems, without, type TakenItem } from './taken-items.ts'
import { toWireRows } from './wire-row.ts'

type Deps = Pick<QueueDeps, 'kinds' | 'isHoliday' | 'sealing'>

/** Who looks at the queues. */
export type Viewer = {
  readonly staffId: string
  readonly roles: readonly StaffRole[]
  readonly now: Instant
}

const ROWS = 50
const MOST_PRESSING = 10

/** The kinds of item of every queue that the roles may see; a queue is seen whole. */
export function visibleQueues(
  { kinds }: Pick<Deps, 'kinds'>,
  { roles }: Pick<Viewer, 'roles'>,
): Map<WorkQueue, ItemKind[]> {
  const all = Map.groupBy(kinds.values(), ({ queue }): WorkQueue => queue)
  return new Map(
    namesOf(workQueues).flatMap((queue) => {
      const own = all.get(queue) ?? []
      const acts = own.flatMap((kind) => kind.acts)
      return seesQueue(roles, acts) ? [[queue, own] as const] : []
    }),
  )
}

/** What will miss its time today, and how much lies in each queue. */
export async function readToday(
  db: Db,
  deps: Deps,
  viewer: StaffWho,
): Promise<Answer<typeof queueApi.consoleTodayGet>> {
  const { now } = viewer
  const time = { now, isHoliday: deps.isHoliday }
  const queues = visibleQueues(deps, viewer)
  const streams = streamsOf([...queues.values()].flat())
  const until = groupEnds(now).today
  const taken = await takenItems(db, [...queues.keys()])
  const only = without(taken.filter((one) => isSnoozed(one, now)))
  const [tickets, cases, approvals, counts, { items }, mine] = await Promise.all([
    countTickets(db, viewer),
    casesOfToday(db, viewer),
    awaitingApproval(db, deps, viewer),
    countStreams(db, streams, time, { only }),
    listItems(db, streams, time, { until, only, limit: MOST_PRESSING }),
    findItems(db, [...queues.values()].flat(), time, ownOf(taken, viewer)),
  ])
  const all = sumOf(counts)
  return {
    asOf: formatRfc3339(now),
    missing: {
      count: all.missing + cases.count,
      isMore: all.missingIsMore,
      rows: await toWireRows(db, items, taken, viewer),
      cases: cases.missing,
    },
    mine: { rows: await toWireRows(db, mine, taken, viewer), cases: cases.mine },
    approvals,
    queues: queueCounts(viewer, [...queues.keys()], counts, tickets, approvals.length),
    outages: await outagesNow(db, now),
  }
}

/** What members read of now, the newest first. */
async function outagesNow(db: Db, now: Instant) {
  const onBoard = (await findOutages(db, now)).map((outage) => toWireOutage(outage, now))
  return onBoard
    .filter(({ state }) => state === 'ongoing' || state === 'planned')
    .map(({ incidentId, title, kind, state, from }) => ({ incidentId, title, kind, state, from }))
}

/** So many rows of a kind are counted for the rail, which is on every page. */
const RAIL_COUNTED = 100

/** How much lies in each queue, without any row: what the rail shows beside every page. */
export async function readCounts(
  db: Db,
  deps: Deps,
  viewer: StaffWho,
): Promise<Answer<typeof queueApi.consoleCountsGet>> {
  const { now } = viewer
  const queues = visibleQueues(deps, viewer)
  const taken = await takenItems(db, [...queues.keys()])
  const only = without(taken.filter((one) => isSnoozed(one, now)))
  const streams = streamsOf([...queues.values()].flat())
  const [tickets, approvals, counts] = await Promise.all([
    countTickets(db, viewer),
    countAwaiting(db, viewer),
    countStreams(db, streams, { now, isHoliday: deps.isHoliday }, { only }, RAIL_COUNTED),
  ])
  const { isOpen, until } = deskState(now, deps.isHoliday)
  return {
    asOf: formatRfc3339(now),
    desk: { isOpen, until: formatRfc3339(until) },
    queues: queueCounts(viewer, [...queues.keys()], counts, tickets, approvals),
  }
}

function queueCounts(
  viewer: StaffWho,
  queues: readonly WorkQueue[],
  counts: readonly StreamCount[],
  tickets: Awaited<ReturnType<typeof countTickets>>,
  approvals: number,
): Answer<typeof queueApi.consoleTodayGet>['queues'] {
  return [
    ...queues.map((queue) => {
      const { rows, isMore, overdue, missing, oldest } = sumOf(
        counts.filter(({ stream }) => stream.kind.queue === queue),
      )
      const since = oldest && { oldestSince: formatRfc3339(oldest) }
      return { queue, count: rows, isMore, overdue, today: missing - overdue, ...since }
    }),
    // Everybody works on cases; they have a list of their own.
    {
      queue: 'ticket',
      count: tickets.all,
      isMore: false,
      overdue: tickets.overdue,
      today: tickets.today,
    },
    ...(hasApprovals(viewer)
      ? [{ queue: 'approval' as const, count: approvals, isMore: false, overdue: 0, today: 0 }]
      : []),
  ]
}

/**
 * One queue, what is due first first.
 * @throws RefusalError ROLE_MISSING for a queue of other roles, QUEUE_FILTER_UNKNOWN
 */
export async function readQueue(
  db: Db,
  deps: Deps,
  viewer: Viewer,
  { queue, item, group, holder, after }: Input<typeof queueApi.consoleQueueGet>['query'],
): Promise<Answer<typeof queueApi.consoleQueueGet>> {
  const { now } = viewer
  const time = { now, isHoliday: deps.isHoliday }
  const kinds = visibleQueues(deps, viewer).get(queue)
  if (kinds === undefined) throw new RefusalError('ROLE_MISSING')
  const wanted = kinds.filter(({ name }) => item === undefined || name === item)
  if (wanted.length === 0) throw new RefusalError('QUEUE_FILTER_UNKNOWN')
  const streams = streamsOf(wanted)
  const bounds = group === undefined ? {} : boundsOf(group, now)
  const taken = await takenItems(db, [queue])
  const snoozed = taken.filter((one) => isSnoozed(one, now))
  const own = ownOf(taken, viewer)
  const counted = holder === 'free' ? taken.filter(({ staffId }) => staffId !== null) : snoozed
  const [counts, { items, nextCursor }, mine] = await Promise.all([
    countStreams(db, streams, time, { ...bounds, only: without([...counted, ...snoozed]) }),
    holder === 'mine'
      ? { items: [], nextCursor: undefined }
      : listItems(db, streams, time, {
          ...bounds,
          only: without([...counted, ...snoozed, ...own]),
          limit: ROWS,
          after,
        }),
    after === undefined && holder !== 'free' ? findItems(db, wanted, time, own) : [],
  ])
  const inGroup = (one: Item) => group === undefined || dueGroupOf(one.due, now) === group
  const { rows: count, isMore, oldest } = sumOf(counts)
  return {
    asOf: formatRfc3339(now),
    queue,
    count,
    isMore,
    ...(oldest && { oldestSince: formatRfc3339(oldest) }),
    items: kinds.map(({ name }) => name),
    mine: await toWireRows(db, mine.filter(inGroup), taken, viewer),
    rows: await toWireRows(db, items, taken, viewer),
    ...(nextCursor && { nextCursor }),
  }
}

/** What the viewer has taken and not put away. */
const ownOf = (taken: readonly TakenItem[], { staffId, now }: Viewer) =>
  taken.filter((one) => one.staffId === staffId && !isSnoozed(one, now))

/** @throws RefusalError QUEUE_FILTER_UNKNOWN for a group that there is not, or not any more */
function boundsOf(group: string, now: Instant) {
  const ends = groupEnds(now)
  const bounds: Readonly<Record<DueGroup, { later?: Instant; until?: Instant }>> = {
    overdue: { until: ends.overdue },
    today: { later: ends.overdue, until: ends.today },
    soon: { later: ends.today, until: ends.soon },
    later: { later: ends.soon },
  }
  const known = namesOf(dueGroups).find((name) => name === group)
  if (known === undefined) throw new RefusalError('QUEUE_FILTER_UNKNOWN')
  return bounds[known]
}

/**
 * One item, what the viewer can do with it, and what was decided of it before.
 * @throws RefusalError QUEUE_ITEM_GONE, ROLE_MISSING
 */
export async function readItem(
  db: Db,
  deps: Deps,
  viewer: Viewer,
  key: Input<typeof queueApi.consoleQueueItemGet>['query'],
): Promise<Answer<typeof queueApi.consoleQueueItemGet>> {
  const kind = deps.kinds.get(key.item)
  if (kind === undefined) throw new RefusalError('QUEUE_ITEM_GONE')
  if (!visibleQueues(deps, viewer).has(kind.queue)) throw new RefusalError('ROLE_MISSING')
  const time = { now: viewer.now, isHoliday: deps.isHoliday }
  const items = await findItems(db, [kind], time, [key])
  const [row] = await toWireRows(db, items, await takenItems(db, [kind.queue]), viewer)
  if (row === undefined) throw new RefusalError('QUEUE_ITEM_GONE')
  const before = await decisionsOfItem(db, key)
  const names = await namesOfStaff(
    db,
    before.map((decision) => decision.staff_id),
  )
  return {
    row,
    acts: kind.acts.flatMap((act) => {
      if (kind.fits?.(act, row.facts) === false) return []
      const way = wayFor(viewer.roles, act)
      const choices = choicesNow(act, row.facts)
      return way === undefined ? [] : [{ act, way, ...(choices && { choices }) }]
    }),
    ...(kind.acts.includes('identity.approve') && {
      methods: methodsOfStaff(toTokyoDate(viewer.now)).map(({ method }) => method),
    }),
    colleagues: await colleaguesAt(db, deps, kind.queue, viewer),
    history: before.map((decision) => ({
      act: decision.act,
      choice: decision.choice,
      by: { staffId: decision.staff_id, name: names.get(decision.staff_id) ?? '' },
      decidedAt: formatRfc3339(decision.decided_at),
      state: decision.state,
    })),
  }
}

/** What can be chosen of an act by the item's state, where not everything can. */
function choicesNow(
  act: ConsoleAct,
  { state }: Item['facts'],
): (ClaimStep | SuccessionAnswer)[] | undefined {
  if (typeof state !== 'string') return undefined
  if (act === 'claim.work' && deviceClaimStates.isState(state)) return deskStepsIn(state)
  if (act === 'succession.ask' && successionStates.isState(state)) return answersIn(state)
  return undefined
}

/** Whose roles see the queue, besides the viewer: to them an item of it can be handed over. */
export async function colleaguesAt(
  db: Db,
  deps: Pick<Deps, 'kinds'>,
  queue: WorkQueue,
  { staffId }: Pick<Viewer, 'staffId'>,
): Promise<{ staffId: string; name: string }[]> {
  const others = await otherColleagues(db, staffId)
  return others
    .filter((other) => visibleQueues(deps, other).has(queue))
    .map(({ staff_id, name }) => ({ staffId: staff_id, name }))
}
