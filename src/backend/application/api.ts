import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import type { CardOwner } from '#backend/billing/public.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { nextStep } from '#domain/application/steps.ts'
import { options } from '#domain/catalogue/option.ts'
import { type Instant, toTokyoDate } from '#domain/tokyo.ts'
import type { LineKind } from '#vocabulary/line.ts'
import type { OptionCode } from '#vocabulary/option.ts'
import { noteVisit } from './commands/bring-number.ts'
import {
  beginIdentityCheck,
  discardDraft,
  keepOrderPress,
  lockOwnDraft,
} from './commands/change-draft.ts'
import type { DecideDeps } from './commands/decide-application.ts'
import { resumeByLink, sendLink } from './commands/resume-by-link.ts'
import { saveStep } from './commands/save-step.ts'
import { submitApplication } from './commands/submit-application.ts'
import { withdrawApplication } from './commands/withdraw-application.ts'
import { loadKnown } from './queries/known.ts'
import { priceOf } from './queries/prices.ts'
import { receiptOf } from './queries/receipt.ts'
import { lookUpStatus, statusOf, statusOfAccount } from './queries/status.ts'
import { viewApplication } from './queries/view.ts'
import type { Applicant } from './rows/applications.ts'
import { applicationSummary, applicationTerms } from './terms.ts'

export type ApplicationDeps = DecideDeps &
  Pick<AreaDeps, 'publicUrl'> & {
    /** Of billing, which is made after this area. */
    readonly beginCardVisit: (
      tx: Db,
      owner: CardOwner,
      back: string,
      now: Instant,
    ) => Promise<string>
  }

const applicantOf = (caller: Caller): Applicant => ({
  signedIn: caller.signedIn,
  applicationSecret: caller.applicationSecret,
  now: caller.now,
  count: caller.count,
  countAbout: caller.countAbout,
})
const ownerOf = (caller: Caller) => ({ ...applicantOf(caller), ...accountOf(caller) })

export function applicationHandlers(deps: ApplicationDeps) {
  const { sealing, book } = deps
  return {
    applicationGet: (_, caller) =>
      viewApplication(caller.db, deps, applicantOf(caller), caller.now),

    async applicationPut({ body }, caller) {
      const { db, now } = caller
      const { row, secret } = await saveStep(db, deps, applicantOf(caller), body)
      const isSignedIn = caller.signedIn !== undefined
      const { steps } = await loadKnown(db, deps, row, { isSignedIn, now })
      return { version: row.version, next: nextStep(steps), ...(secret && { secret }) }
    },

    applicationDelete: (_, caller) => discardDraft(caller.db, applicantOf(caller)),

    applicationPressPost: ({ body }, caller) =>
      keepOrderPress(caller.db, deps, applicantOf(caller), body),

    applicationLinkPost: ({ body }, caller) => sendLink(caller.db, deps, applicantOf(caller), body),

    applicationResumePost: ({ body }, caller) =>
      resumeByLink(caller.db, deps, applicantOf(caller), body),

    applicationOneStopPost: ({ body }, caller) =>
      noteVisit(caller.db, deps, applicantOf(caller), body),

    applicationIdentityPost: ({ body }, caller) =>
      beginIdentityCheck(caller.db, deps, ownerOf(caller), body),

    async applicationCardPost({ body }, caller) {
      const { db: tx, now } = caller
      const { application_id: applicationId } = await lockOwnDraft(tx, ownerOf(caller))
      return { updateUrl: await deps.beginCardVisit(tx, { applicationId }, body.back, now) }
    },

    applicationTermsGet: async (_, { now }) => ({
      ...applicationTerms,
      summary: applicationSummary(toTokyoDate(now)),
    }),

    applicationQuoteGet: async ({ query: { plan, kind, option = [] } }, { now }) => {
      const lines = kind.map((one) => ({ kind: one }))
      return priceOf({ plan, lines, options: option.flatMap(onLinesOf(kind)) }, now, book)
    },

    async applicationSubmitPost({ body }, caller) {
      const { db: tx, now, traceKey } = caller
      const who = { ...accountOf(caller), asker: applicantOf(caller), now, traceKey }
      return receiptOf(tx, sealing, await submitApplication(tx, deps, who, body))
    },

    async applicationStatusPost({ body }, { db, now, countAbout }) {
      await countAbout?.('orderNumbers', body.orderNo)
      return lookUpStatus(db, deps, body, now)
    },

    applicationStatusGet: (_, caller) =>
      statusOfAccount(caller.db, deps, accountOf(caller).accountId, caller.now),

    async applicationWithdrawPost({ body }, caller) {
      const { db: tx, now, traceKey } = caller
      const who = { ...accountOf(caller), now, traceKey }
      return statusOf(tx, deps, await withdrawApplication(tx, deps, who, body), now)
    },
  } satisfies AreaHandlers
}

/** An option of the fee simulator: on every line whose kind it fits, or once on the contract. */
const onLinesOf = (kinds: readonly LineKind[]) => (code: OptionCode) =>
  options[code].scope === 'contract'
    ? [{ code }]
    : kinds.flatMap((kind, n) =>
        options[code].kinds.includes(kind) ? [{ line: n + 1, code }] : [],
      )
