import { staffRoles, type ActWay, type ConsoleAct, type StaffRole } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'

type Ways = Partial<Record<StaffRole, readonly ActWay[]>>

const by = (way: ActWay, ...roles: StaffRole[]): Ways =>
  Object.fromEntries(roles.map((role) => [role, [way]]))

const everybody: Ways = by(
  'does',
  'desk',
  'procedures',
  'billing',
  'fraud',
  'planning',
  'lead',
  'privacy',
  'operations',
)

/**
 * Which role may do what: the one table that every endpoint of the console is asked against. What has "proposes" is
 * guarded: it has no address of its own, and another person approves it.
 */
const table = {
  'ticket.work': everybody,
  'member.find': by('does', 'desk', 'procedures', 'billing', 'fraud', 'privacy'),
  'member.open': by('does', 'desk', 'procedures', 'billing', 'fraud', 'privacy'),
  'reveal.contact': by('does', 'desk', 'procedures', 'billing', 'fraud', 'privacy'),
  'reveal.identity': by('does', 'procedures'),
  // Who looks after personal data reads by it what two people have opened by a legal paper: they open no caller's record.
  'secrecy.byCode': by('does', 'desk', 'billing', 'fraud', 'privacy'),
  'secrecy.legal': { ...by('proposes', 'fraud', 'privacy'), ...by('approves', 'lead') },
  'caller.prove': by('does', 'desk', 'procedures', 'billing', 'fraud'),
  'link.send': by('does', 'desk', 'procedures', 'billing', 'fraud'),
  'behalf.act': by('does', 'desk', 'procedures'),
  'hold.confirm': by('does', 'procedures', 'fraud', 'lead'),
  'line.stop': by('does', 'desk', 'procedures', 'fraud', 'privacy'),
  'logins.end': by('does', 'desk', 'procedures', 'fraud', 'privacy'),
  'cancellation.letter': by('does', 'procedures'),
  'line.freeze': by('does', 'fraud', 'lead'),
  'line.unfreeze': { ...by('proposes', 'fraud'), ...by('approves', 'lead') },
  'identity.ask': by('does', 'procedures'),
  'identity.approve': { procedures: ['proposes', 'approves'], ...by('approves', 'lead') },
  'application.decide': by('does', 'procedures'),
  'claim.work': by('does', 'procedures'),
  'succession.ask': by('does', 'procedures'),
  'succession.accept': { procedures: ['proposes', 'approves'], ...by('approves', 'lead') },
  'refund.again': by('does', 'billing'),
  'points.again': by('does', 'billing'),
  'refund.transferred': { ...by('proposes', 'billing'), ...by('approves', 'lead') },
  'compensation.enter': { ...by('proposes', 'billing'), ...by('approves', 'lead') },
  'exchange.again': by('does', 'procedures', 'billing', 'operations'),
  'message.again': by('does', 'procedures', 'billing', 'operations'),
  'exchange.record': { ...by('proposes', 'procedures', 'operations'), ...by('approves', 'lead') },
  'bill.repair': by('does', 'billing', 'operations'),
  'finding.settle': by('does', 'billing', 'operations'),
  'outage.post': by('does', 'planning', 'lead', 'operations'),
  'notice.post': { ...by('proposes', 'planning'), ...by('approves', 'lead') },
  'ticket.legal': by('does', 'lead', 'privacy'),
  'access.review': by('does', 'privacy'),
  'audit.search': by('does', 'privacy'),
  'audit.verify': by('does', 'privacy', 'operations'),
  'staffLogin.end': by('does', 'lead', 'privacy', 'operations'),
} as const satisfies Record<ConsoleAct, Ways>

/** Acts that two people do: one proposes, another approves. */
export type GuardedAct = {
  [Act in ConsoleAct]: 'proposes' extends WayIn<(typeof table)[Act]> ? Act : never
}[ConsoleAct]

type WayIn<Row> = Row extends Ways
  ? (NonNullable<Row[keyof Row]> & readonly ActWay[])[number]
  : never

const waysOf = (act: ConsoleAct, role: StaffRole): readonly ActWay[] => {
  const ways: Ways = table[act]
  return ways[role] ?? []
}

/** The roles that may act so. */
export const rolesFor = (act: ConsoleAct, way: ActWay): readonly StaffRole[] =>
  namesOf(staffRoles).filter((role) => waysOf(act, role).includes(way))

/** By which of somebody's roles an act is done; undefined where none of them may. */
export const roleFor = (
  roles: readonly StaffRole[],
  act: ConsoleAct,
  way: ActWay,
): StaffRole | undefined => rolesFor(act, way).find((role) => roles.includes(role))

/** Whether an act takes two people. */
export const isGuarded = (act: ConsoleAct): boolean => rolesFor(act, 'proposes').length > 0

/** How somebody with these roles can do the act: alone, or by proposing it to another; undefined where not at all. */
export function wayFor(
  roles: readonly StaffRole[],
  act: ConsoleAct,
): 'does' | 'proposes' | undefined {
  if (roleFor(roles, act, 'does') !== undefined) return 'does'
  return roleFor(roles, act, 'proposes') === undefined ? undefined : 'proposes'
}

/** A queue is seen by those who can do something in it: one of the acts of its items, or approve one. */
export const seesQueue = (roles: readonly StaffRole[], acts: readonly ConsoleAct[]): boolean =>
  acts.some(
    (act) => wayFor(roles, act) !== undefined || roleFor(roles, act, 'approves') !== undefined,
  )
