import type { ApiHandlers, ConsoleAreaHandlers } from '#backend/area.ts'
import type { NamedFinding } from '#backend/finding.ts'
import { grantOf, staffOf, type Caller } from '#backend/caller.ts'
import { getRow } from '#backend/db/rows.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { declareNumber } from './commands/declare-number.ts'
import { closeGrant, revokeGrant } from './commands/end-grants.ts'
import { findMember, openRecord } from './commands/open-record.ts'
import { endMemberLogins, stopLostLine } from './commands/help-member.ts'
import { noteLimit } from './commands/note-access.ts'
import { checkAnswers, checkCallCode, sendCallCode } from './commands/prove-caller.ts'
import { revealField } from './commands/reveal-field.ts'
import { sendLink } from './commands/send-link.ts'
import { readEntries } from './queries/entries.ts'
import { shownBy } from './queries/facts.ts'
import { toWireGrant, toWireProof } from './queries/grant.ts'
import type { AskMember } from './queries/member.ts'
import { readOwnNumbers } from './queries/own-numbers.ts'
import { readOpeningsOf, readOwnOpenings } from './queries/openings.ts'
import {
  readBilling,
  readContact,
  readData,
  readDevice,
  readLines,
  readOrders,
  readSummary,
  requireContract,
} from './queries/record.ts'
import { readUnusual } from './queries/unusual.ts'
import { findOpenGrants, isOpen, lockGrant, prolong, type Reading } from './rows/grants.ts'
import { proofsOfGrant } from '#backend/telephone/public.ts'
import { mayOpenFor } from '#domain/console/grant-parts.ts'
import { caseReasons } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'

export type GrantDeps = ProcedureDeps & {
  readonly contactMessages: Pick<ContactMessages, 'post'>
  /** The member API's own operations, for the figures of a record. */
  readonly member: ApiHandlers
  /** Everything that may wait for a person. */
  readonly findings: readonly NamedFinding[]
}

/** Opening members' records, proving callers and what staff do by it (protocol/console). */
export const grantHandlers = (deps: GrantDeps) =>
  ({
    ...openingHandlers(deps),
    ...proofHandlers(deps),
    ...helpHandlers(deps),
    ...recordHandlers(deps),
    ...accessHandlers(deps),
  }) satisfies ConsoleAreaHandlers

const readingOf = (caller: Caller, grantId: string): Reading => ({
  staff: staffOf(caller),
  grantId,
  now: caller.now,
  traceKey: caller.traceKey,
})

function openingHandlers(deps: GrantDeps) {
  const { sealing } = deps
  return {
    async consoleFindPost({ body }, caller) {
      await countFor(deps, caller, 'staffFinds', 'staffFindsOfDay')
      return findMember(caller.db, deps, whoAsks(caller), body.q)
    },

    async consoleGrantPost({ body }, caller) {
      const { ticket: ticketNo, account: accountId, reason, about } = body
      const opening = { ...whoAsks(caller), ticketNo, accountId, reason, about }
      return toWireGrant(caller.db, sealing, await openRecord(caller.db, deps, opening), caller.now)
    },

    async consoleGrantGet({ query }, caller) {
      const key = { grant_id: query.grant, staff_id: staffOf(caller).staffId }
      const row = await getRow(caller.db, 'access_grant', key, over)
      if (!isOpen(row, caller.now)) throw over()
      return toWireGrant(caller.db, sealing, row, caller.now)
    },

    async consoleGrantsGet(_, caller) {
      const { staffId, roles } = staffOf(caller)
      const rows = await findOpenGrants(caller.db, staffId, caller.now)
      return {
        reasons: namesOf(caseReasons).filter((reason) => mayOpenFor(roles, reason)),
        grants: await Promise.all(
          rows.map((row) => toWireGrant(caller.db, sealing, row, caller.now)),
        ),
      }
    },

    async consoleGrantProlongPost({ body }, caller) {
      const row = await lockGrant(caller.db, readingOf(caller, body.grant))
      return toWireGrant(caller.db, sealing, await prolong(caller.db, row, caller.now), caller.now)
    },

    async consoleGrantClosePost({ body }, caller) {
      const { state } = await closeGrant(caller.db, deps, readingOf(caller, body.grant))
      return { state }
    },
  } satisfies ConsoleAreaHandlers
}

const over = () => new RefusalError('GRANT_OVER')

const whoAsks = (caller: Caller) => ({
  staff: staffOf(caller),
  now: caller.now,
  traceKey: caller.traceKey,
})

/** @throws RefusalError TOO_MANY_REQUESTS, which who looks after personal data reads */
async function countFor(
  deps: GrantDeps,
  caller: Caller,
  ...limits: ('staffFinds' | 'staffFindsOfDay' | 'staffReveals')[]
) {
  const { staffId } = staffOf(caller)
  try {
    for (const limit of limits) await caller.countAbout?.(limit, staffId)
  } catch (error) {
    await noteLimit(deps, whoAsks(caller))
    throw error
  }
}

function proofHandlers(deps: GrantDeps) {
  const { sealing } = deps
  return {
    consoleProofBeginPost: ({ body }, caller) =>
      sendCallCode(caller.db, deps, readingOf(caller, body.grant), body),

    async consoleProofCheckPost({ body }, caller) {
      const checked = await checkCallCode(caller.db, deps, readingOf(caller, body.grant), body)
      const { row, ...answer } = checked
      return { ...answer, grant: await toWireGrant(caller.db, sealing, row, caller.now) }
    },

    async consoleProofAnswersPost({ body }, caller) {
      const checked = await checkAnswers(caller.db, deps, readingOf(caller, body.grant), body)
      const { row, ...answer } = checked
      return { ...answer, grant: await toWireGrant(caller.db, sealing, row, caller.now) }
    },

    async consoleProofsGet({ query }, caller) {
      const key = { grant_id: query.grant, staff_id: staffOf(caller).staffId }
      const row = await getRow(caller.db, 'access_grant', key, over)
      const proofs = await proofsOfGrant(caller.db, row.account_id, row.grant_id)
      return { proofs: proofs.map(toWireProof) }
    },
  } satisfies ConsoleAreaHandlers
}

function helpHandlers(deps: GrantDeps) {
  const { loginClock } = deps
  return {
    async consoleRevealPost({ body }, caller) {
      await countFor(deps, caller, 'staffReveals')
      return revealField(caller.db, deps, readingOf(caller, body.grant), body)
    },
    async consoleRevealIdentityPost({ body }, caller) {
      await countFor(deps, caller, 'staffReveals')
      return revealField(caller.db, deps, readingOf(caller, body.grant), body)
    },
    consoleLinkSendPost: ({ body: { grant, step, ...filled } }, caller) =>
      sendLink(caller.db, deps, readingOf(caller, grant), { step, filled }),
    consoleLineStopPost: ({ body }, caller) =>
      stopLostLine(caller.db, deps, readingOf(caller, body.grant), body),
    consoleLoginsEndPost: ({ body }, caller) =>
      endMemberLogins(caller.db, readingOf(caller, body.grant), loginClock.now()),
  } satisfies ConsoleAreaHandlers
}

function recordHandlers(deps: GrantDeps) {
  const { member } = deps
  /** The record is opened and noted by now (`part`). */
  const asked = (caller: Caller) => ({ grant: grantOf(caller), ask: askAs(member, caller) })
  const ofContract = (caller: Caller) => {
    requireContract(grantOf(caller))
    return asked(caller).ask
  }
  return {
    consoleSummaryGet(_, caller) {
      const { grant, ask } = asked(caller)
      return readSummary(caller.db, deps, ask, grant, caller.now)
    },
    consoleLinesGet: async (_, caller) => readLines(ofContract(caller)),
    consoleOrdersGet: async ({ query: { cursor } }, caller) =>
      readOrders(ofContract(caller), { cursor }),
    consoleBillingGet: async (_, caller) => readBilling(ofContract(caller)),
    consoleDataGet: async (_, caller) => readData(ofContract(caller)),
    async consoleContactGet({ query: { cursor } }, caller) {
      const { grant, ask } = asked(caller)
      const subjectsOnly = (await shownBy(caller.db, grant, 'contact', caller.now)) === 'subjects'
      return readContact(ask, { cursor }, subjectsOnly)
    },
    consoleDeviceGet({ query: { cursor } }, caller) {
      const { grant, ask } = asked(caller)
      return readDevice(ask, { cursor }, grant)
    },
    consoleRecordGet: ({ query }, caller) => readEntries(caller.db, grantOf(caller), query.cursor),
    consoleCallsGet: async ({ query }, caller) => ofContract(caller).callLogGet(query),
    consoleDailyUseGet: async ({ query: { lineId } }, caller) =>
      ofContract(caller).statusUsageGet({ lineId }),
    consoleSeenDeviceGet: async (_, caller) => ofContract(caller).statusDeviceGet({}),
  } satisfies ConsoleAreaHandlers
}

/** The member API asked as the member of the open grant, to read: none of its proofs is there. */
function askAs(member: ApiHandlers, { db, now, traceKey, ...caller }: Caller): AskMember {
  const { accountId, contractId } = grantOf({ db, now, traceKey, ...caller })
  const asMember: Caller = {
    db,
    now,
    traceKey,
    signedIn: {
      sessionHash: '',
      accountId,
      subject: '',
      staff: false,
      contractId,
      authenticatedAt: null,
      secondFactorAt: null,
      strongProofAt: null,
      deviceKnownFrom: null,
      lastUsedAt: now,
      endsAt: now,
    },
  }
  const body = {}
  return {
    billingMonthsGet: (query) => member.billingMonthsGet({ query, body }, asMember),
    billingPaymentMethodGet: (query) => member.billingPaymentMethodGet({ query, body }, asMember),
    billingReserveGet: (query) => member.billingReserveGet({ query, body }, asMember),
    billingUnpaidGet: (query) => member.billingUnpaidGet({ query, body }, asMember),
    callLogGet: (query) => member.callLogGet({ query, body }, asMember),
    contractChangeStatusGet: (query) => member.contractChangeStatusGet({ query, body }, asMember),
    contractGet: (query) => member.contractGet({ query, body }, asMember),
    contractTerminalNoticeGet: (query) =>
      member.contractTerminalNoticeGet({ query, body }, asMember),
    deadlinesGet: (query) => member.deadlinesGet({ query, body }, asMember),
    highSpeedResidualGet: (query) => member.highSpeedResidualGet({ query, body }, asMember),
    highSpeedStatusGet: (query) => member.highSpeedStatusGet({ query, body }, asMember),
    holdsGet: (query) => member.holdsGet({ query, body }, asMember),
    lockGet: (query) => member.lockGet({ query, body }, asMember),
    loginHistoryGet: (query) => member.loginHistoryGet({ query, body }, asMember),
    noticesGet: (query) => member.noticesGet({ query, body }, asMember),
    outageConcerningGet: (query) => member.outageConcerningGet({ query, body }, asMember),
    procedureQueueGet: (query) => member.procedureQueueGet({ query, body }, asMember),
    statusApplyStateGet: (query) => member.statusApplyStateGet({ query, body }, asMember),
    statusDeviceGet: (query) => member.statusDeviceGet({ query, body }, asMember),
    statusLineGroupGet: (query) => member.statusLineGroupGet({ query, body }, asMember),
    statusUsageGet: (query) => member.statusUsageGet({ query, body }, asMember),
  }
}

function accessHandlers(deps: GrantDeps) {
  return {
    consoleOwnNumbersGet: (_, caller) => readOwnNumbers(caller.db, staffOf(caller).staffId),
    async consoleOwnNumbersPost({ body }, caller) {
      const staff = staffOf(caller)
      await declareNumber(caller.db, deps, staff, { ...body, now: caller.now })
      return readOwnNumbers(caller.db, staff.staffId)
    },
    consoleAccessMineGet: (_, caller) =>
      readOwnOpenings(caller.db, staffOf(caller).staffId, caller.now),
    consoleAccessUnusualGet: (_, caller) => readUnusual(caller.db, caller.now),
    consoleAccessOfGet: ({ query }, caller) => readOpeningsOf(caller.db, query.account),
    async consoleAccessRevokePost({ body }, caller) {
      const { state } = await revokeGrant(caller.db, deps, readingOf(caller, body.grant))
      return { state }
    },
  } satisfies ConsoleAreaHandlers
}
