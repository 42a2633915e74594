import { recordAudit } from '#backend/audit.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import type { Instant } from '#domain/tokyo.ts'

/** What a step or a change needs beside the transaction. */
export type StepDeps = { readonly outbox: Pick<Outbox, 'postAll' | 'notifyHooks'> }

/** For steps of staff's tools, which have no queue: they take only steps of which the member gets no message. */
export const withoutMessages: StepDeps = {
  outbox: {
    postAll: async (_, messages) => {
      if (messages.length > 0) throw new Error('a tool cannot post messages')
    },
    notifyHooks: async () => undefined,
  },
}

/** Who acts, when and from where. Without a contract it is about the account, without either about the service. */
export type Acting = Omit<By, 'contractId' | 'accountId'> & {
  readonly contractId?: string
  readonly accountId?: string | undefined
}

export type Details = Readonly<Record<string, unknown>>

/** What is written down of a change. */
export type Recorded = {
  /** Past tense: `high-speed-turned-off`. */
  readonly action: string
  /** Id of the thing it happened to; never a phone number or a name. */
  readonly target: string
  readonly details?: Details | undefined
}

/**
 * A change that has no state table (a setting, a nickname) and that the caller has written in this transaction: its audit
 * entry, and the message about it where the member gets one. What has a state table takes a step (take-step.ts).
 */
export async function recordChange(
  tx: Db,
  deps: StepDeps,
  who: Acting,
  change: Recorded & {
    readonly message?: ((accountId: string) => MemberMessage | readonly MemberMessage[]) | undefined
  },
): Promise<void> {
  await recordNote(tx, who, change)
  if (change.message === undefined) return
  const messages = change.message(await accountOf(tx, who))
  await postAbout(tx, deps, who, [messages].flat())
}

/** Posts what a change or a step leaves to be read; to who has just done it and seen it done, it is nothing new. */
export async function postAbout(
  tx: Db,
  deps: StepDeps,
  who: Acting,
  messages: readonly MemberMessage[],
): Promise<void> {
  const about = messages.map((one) => ({ isOwnAct: isSeenBy(one.accountId, who), ...one }))
  await deps.outbox.postAll(tx, about, who.now)
}

/**
 * Whether whoever gets the message has just done this and seen it done: in a session of their own. What a program or a
 * member of the family did for them, what was queued, and what came from a device that the account does not know is news.
 */
export function isSeenBy(readerId: string, who: Acting): boolean {
  const { actor, accountId, sessionHash = '', fromNewDevice, familyRoleId, connectionId } = who
  if (actor !== 'member' || accountId !== readerId || sessionHash === '') return false
  return fromNewDevice === undefined && familyRoleId === undefined && connectionId === undefined
}

/** The message alone: of what nobody has changed, such as an outage that concerns the member. */
export async function notifyMember(
  tx: Db,
  deps: StepDeps,
  message: MemberMessage | readonly MemberMessage[],
  now: Instant,
): Promise<void> {
  await deps.outbox.postAll(tx, [message].flat(), now)
}

/** The audit entry alone: of what sends no message, such as a look at a paper. */
export async function recordNote(tx: Db, who: Acting, note: Recorded): Promise<void> {
  await recordAct(tx, who, { ...note, chain: who.contractId ?? who.accountId ?? 'system' })
}

/** The one caller of recordAudit beside the engine: says who, when and from where. */
export async function recordAct(
  tx: Db,
  who: Acting,
  { details, ...act }: Recorded & { readonly chain: string },
): Promise<void> {
  const {
    now: at,
    actor,
    accountId,
    traceKey,
    sessionHash,
    staffId: staff,
    role,
    caseNo,
    familyRoleId,
    connectionId: connection,
  } = who
  const session = sessionHash?.slice(0, 12) || undefined
  await recordAudit(tx, {
    ...act,
    at,
    actor,
    accountId,
    traceKey,
    details: { ...details, session, staff, role, caseNo, familyRole: familyRoleId, connection },
  })
}

/** The account that messages about the act go to. */
export async function accountOf(tx: Db, { accountId, contractId }: Acting): Promise<string> {
  if (accountId !== undefined) return accountId
  if (contractId === undefined) throw new Error('neither an account nor a contract to write to')
  const row = await tx
    .selectFrom('contract')
    .select('account_id')
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return row.account_id
}
