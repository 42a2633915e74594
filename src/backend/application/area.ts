import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import type { CardOwner } from '#backend/billing/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { openCheck, prepareCheck, type FindSubject } from '#backend/identity/public.ts'
import type { MailPort } from '#backend/ports/mail.ts'
import type { PortInPort } from '#backend/ports/port-in.ts'
import { RefusalError } from '#backend/refusal.ts'
import { asksIdentity } from '#domain/application/answers.ts'
import { nextStep } from '#domain/application/steps.ts'
import { options } from '#domain/catalogue/option.ts'
import type { Instant } from '#domain/tokyo.ts'
import { createAccept } from './accept.ts'
import { createDecide } from './decide.ts'
import { applicationHeld } from './held.ts'
import { createIdentityResult, createSubjects } from './identity.ts'
import { knownOf } from './known.ts'
import { keepOrderPress } from './kept-press.ts'
import { createLinks } from './links.ts'
import { createOneStop } from './one-stop.ts'
import type { OpeningService, Takeovers } from './opening-port.ts'
import { priceOf } from './prices.ts'
import {
  answersOf,
  bindToAccount,
  deleteApplication,
  findApplication,
  lockOpen,
  type Asker,
} from './rows.ts'
import { createSaveStep } from './save-step.ts'
import { createStatus } from './status.ts'
import { createSubmit } from './submit.ts'
import { applicationTasks } from './tasks.ts'
import { applicationTerms } from './terms.ts'
import { viewApplication } from './view.ts'

type Others = {
  mail: MailPort
  portIn: PortInPort
  opening: OpeningService
  takeovers: Takeovers
  /** Of an area that is made after this one. */
  beginCardVisit: (tx: Db, owner: CardOwner, back: string, now: Instant) => Promise<string>
}

/** Applications for a contract, from the first answer to acceptance (protocol/application.ts). */
export function createApplicationArea(deps: AreaDeps, others: Others) {
  const { sealing, book } = deps
  const { opening, takeovers } = others
  const asked = { ...deps, takeovers }
  const save = createSaveStep(deps, takeovers)
  const accept = createAccept(deps, opening)
  const decide = createDecide({ ...asked, accept })
  const submission = createSubmit({ ...asked, accept })
  const status = createStatus({ ...deps, opening, submission })
  const links = createLinks({ ...deps, mail: others.mail })
  const oneStop = createOneStop({ ...deps, portIn: others.portIn })
  const subjects: FindSubject = createSubjects(deps)

  const handlers = {
    applicationGet: (_, caller) => viewApplication(asked, caller),

    async applicationPut({ body }, caller) {
      const { row, secret } = await save(caller, body)
      const known = await knownOf(asked, caller, row)
      return { version: row.version, next: nextStep(known.steps), ...(secret && { secret }) }
    },

    async applicationDelete(_, caller) {
      const row = await findApplication(caller.db, caller, { lock: true })
      if (row === undefined) return { deleted: false }
      const { application_id: id } = await lockOpen(caller.db, caller)
      await deleteApplication(caller.db, id)
      return { deleted: true }
    },

    applicationPressPost: ({ body }, caller) => keepOrderPress(sealing, caller, body),

    applicationLinkPost: ({ body }, caller) => links.send(caller, body.email),

    applicationResumePost: ({ body }, caller) => links.resume(caller, body.code),

    applicationOneStopPost: ({ body }, caller) => oneStop.begin(caller, body),

    async applicationIdentityPost({ body }, caller) {
      const row = await ownOpen(caller)
      const answers = answersOf(sealing, row)
      if (answers.holder === undefined || !asksIdentity(answers))
        throw new RefusalError('APPLICATION_INCOMPLETE')
      const { accountId } = accountOf(caller)
      const { identity_ref: orderNo } = row
      const { db: tx, now } = caller
      await openCheck(tx, { accountId, contractId: null, orderNo, now })
      const subject = { isOver: false }
      return prepareCheck(tx, deps, { accountId, now }, { orderNo, back: body.back, subject })
    },

    async applicationCardPost({ body }, caller) {
      const { application_id: applicationId } = await ownOpen(caller)
      const { db: tx, now } = caller
      return { updateUrl: await others.beginCardVisit(tx, { applicationId }, body.back, now) }
    },

    applicationTermsGet: async () => applicationTerms,

    applicationQuoteGet: async ({ query: { plan, kind, option = [] } }, { now }) =>
      priceOf(
        {
          plan,
          lines: kind.map((one) => ({ kind: one })),
          options: option.flatMap((code) =>
            options[code].scope === 'contract' ? [{ code }] : onLinesOf(code, kind),
          ),
        },
        now,
        book,
      ),

    applicationSubmitPost: ({ body }, caller) => submission.submit(caller, body),

    applicationStatusPost: ({ body }, caller) => status.lookUp(caller, body),

    applicationStatusGet: (_, caller) => status.ofAccount(caller),

    applicationWithdrawPost: ({ body }, caller) => status.withdraw(caller, body.orderNo),
  } satisfies AreaHandlers

  /** Open, and the account's own by now: what the visit brings back belongs to somebody. */
  async function ownOpen(caller: Caller) {
    const row = await lockOpen(caller.db, caller)
    if (row.account_id !== null) return row
    return bindToAccount(caller.db, row, accountOf(caller).accountId, caller.now)
  }

  /** At the login on the way: what was answered before belongs to the account from then on. */
  async function bindAtLogin(tx: Db, secret: string | undefined, accountId: string, now: Instant) {
    const asker: Asker = { signedIn: undefined, applicationSecret: secret }
    const row = await findApplication(tx, asker, { lock: true })
    if (row?.state === 'open' && row.account_id === null)
      await bindToAccount(tx, row, accountId, now)
  }

  const work: AreaWork = {
    held: applicationHeld,
    jobs: [links.job],
    tasks: applicationTasks(deps, decide),
    onIdentity: [createIdentityResult(decide)],
  }
  const { ordersOf } = status
  return { handlers, work, bindAtLogin, findSubject: subjects, oneStop, ordersOf }
}

const onLinesOf = (code: keyof typeof options, kinds: readonly ('data' | 'sms' | 'voice')[]) =>
  kinds.flatMap((kind, n) => (options[code].kinds.includes(kind) ? [{ line: n + 1, code }] : []))
