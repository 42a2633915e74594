import { maskedCard } from '#backend/billing/public.ts'
import { monthlyYen } from '#backend/catalogue/public.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import { brandName } from '#backend/contract/payment-card.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  isUsedByMinor,
  noAnswers,
  orderedLines,
  withoutPersonal,
  type Answers,
  type ApplicationLine,
} from '#domain/application/answers.ts'
import { applicationStates } from '#domain/application/application-states.ts'
import { nextStep, portInLastDays, stepsOf, type StepState } from '#domain/application/steps.ts'
import { options } from '#domain/catalogue/option.ts'
import { identifiedKinds } from '#domain/identity/duty.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import {
  formatRfc3339,
  toTokyoDate,
  tokyoMonth,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import type { applicationApi } from '#protocol/application.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { errors } from '#protocol/errors.ts'
import { applicationStepLabels } from '#vocabulary/application.ts'
import { optionCodes } from '#vocabulary/option.ts'
import { findApplication, type ApplicationRow, type Asker } from '../rows/applications.ts'
import { applicationTerms } from '../terms.ts'
import { conclusionOf } from './conclusion.ts'
import { loadKnown, type Known } from './known.ts'
import { readKnownHolder } from './person.ts'
import { priceOf, pricedAnswers } from './prices.ts'

type Wire = Answer<typeof applicationApi.applicationGet>

type Deps = { readonly sealing: Sealing; readonly book: PriceBook }

/** The application of this browser or account, with everything its pages show. */
export async function viewApplication(
  db: Db,
  deps: Deps,
  asker: Asker,
  now: Instant,
): Promise<Wire> {
  const row = await findApplication(db, asker)
  const account = await readAccount(db, deps, asker.signedIn?.accountId)
  if (row === undefined) return toWireNone(account, toTokyoDate(now))
  const known = await loadKnown(db, deps, row, { isSignedIn: account.signedIn, now })
  return toWireApplication(known, account, { book: deps.book, now })
}

type Account = Awaited<ReturnType<typeof readAccount>>

/** What the pages show of who is signed in. */
async function readAccount(db: Db, { sealing }: Deps, accountId: string | undefined) {
  if (accountId === undefined) return { signedIn: false, hasContract: false, holder: {} }
  return {
    signedIn: true,
    hasContract: (await findLivingContract(db, accountId)) !== undefined,
    emailMasked: await readMaskedAddress(db, sealing, accountId),
    holder: await readKnownHolder(db, sealing, accountId),
  }
}

function toWireApplication(
  known: Known,
  { holder, ...account }: Account,
  { book, now }: { readonly book: PriceBook; readonly now: Instant },
): Wire {
  const { row, steps, identity } = known
  const isHidden = row.account_id !== null && !known.isSignedIn
  const answers = isHidden ? withoutPersonal(known.answers) : known.answers
  const today = toTokyoDate(now)
  const quote = quoteOf(known.answers, now, book)
  const isOpen = row.state === 'open'
  const state = applicationStates.isState(row.state) ? row.state : undefined
  return {
    state: state ?? 'open',
    stateLabel: state === undefined ? '' : applicationStates.words(state).label,
    version: row.version,
    answers: toWireAnswers(answers, today),
    holderKnown: isHidden ? {} : (answers.holder ?? holder),
    steps: steps.map((step) => toWireStep(step, identity.message)),
    next: nextStep(steps),
    ...(quote && { quote }),
    account: { ...account, signInAgain: isHidden },
    identity,
    identified: [...identifiedKinds(today)],
    ...(isHidden ? {} : cardOf(row)),
    optionsOffered: offered(known.answers, today, book),
    portInLastDays: [...portInLastDays(today)],
    ...(quote && isOpen && !isHidden ? { conclusion: conclusionOf(known, quote) } : {}),
    ...(row.order_no === null || isHidden ? {} : { orderNo: row.order_no }),
    ...(isOpen ? { expiresAt: formatRfc3339(row.expires_at) } : {}),
  }
}

function cardOf(row: ApplicationRow): Pick<Wire, 'card'> {
  if (row.card_brand === null) return {}
  return {
    card: {
      brand: brandName(row.card_brand),
      numberMasked: maskedCard(row.card_last4 ?? ''),
      expires: tokyoMonth(row.card_expires ?? ''),
    },
  }
}

/** What is shown before the first answer. */
function toWireNone({ holder, ...account }: Account, today: TokyoDate): Wire {
  const steps = stepsOf(noAnswers, {
    today,
    isSignedIn: account.signedIn,
    identity: 'not_required',
    hasCard: false,
    termsVersion: applicationTerms.version,
  })
  return {
    state: 'none',
    stateLabel: '',
    version: 0,
    answers: { lines: [] },
    holderKnown: holder,
    steps: steps.map((step) => toWireStep(step)),
    next: { step: 'plan' },
    account: { ...account, signInAgain: false },
    identity: { state: 'not_required', stateLabel: '' },
    identified: [...identifiedKinds(today)],
    optionsOffered: [],
    portInLastDays: [],
  }
}

function toWireAnswers(answers: Answers, today: TokyoDate): Wire['answers'] {
  return {
    plan: answers.plan,
    lines:
      answers.plan === undefined
        ? []
        : orderedLines(answers).map((line, n) => toWireLine(line, n + 1, today)),
    options: answers.options?.map(({ line, code, forwardTo }) => ({
      line,
      optionCode: code,
      name: options[code].name,
      forwardTo,
    })),
    holder: answers.holder,
    ...(answers.termsVersion && answers.termsAgreedAt
      ? { terms: { version: answers.termsVersion, agreedAt: answers.termsAgreedAt } }
      : {}),
  }
}

function toWireLine({ oneStop, guardian, ...line }: ApplicationLine, n: number, today: TokyoDate) {
  const isOfNumber = oneStop !== undefined && oneStop.number === line.number
  return {
    line: n,
    ...line,
    ...(isOfNumber ? { oneStop: { state: oneStop.state, lastDay: oneStop.lastDay } } : {}),
    guardian: guardian?.relation,
    under18: isUsedByMinor(line, today),
  }
}

function toWireStep({ problem, ...step }: StepState, ofCheck?: string) {
  const label = applicationStepLabels[step.step]
  if (problem === undefined) return { ...step, label }
  // The check's own words say more than that it is not done.
  const own = problem === 'IDENTITY_NOT_DONE' ? ofCheck : undefined
  return { ...step, label, problem: { code: problem, message: own ?? errors[problem].message } }
}

/** Undefined where the answers do not make a price: their steps say why. */
function quoteOf(answers: Answers, now: Instant, book: PriceBook) {
  const priced = pricedAnswers(answers, now)
  if (priced === undefined) return undefined
  try {
    return priceOf(priced, now, book)
  } catch (error) {
    if (error instanceof RefusalError) return undefined
    throw error
  }
}

/** The options that can be chosen. Filtering is not: it is joined where a minor uses the line. */
function offered(answers: Answers, on: TokyoDate, book: PriceBook): Wire['optionsOffered'] {
  const lines = orderedLines(answers)
  return optionCodes
    .filter((code) => code !== 'filtering')
    .map((code) => {
      const { name, description, scope, kinds, priceKey, asks, excludes } = options[code]
      return {
        optionCode: code,
        name,
        description,
        scope,
        lines: lines.flatMap(({ kind }, n) =>
          kind !== undefined && kinds.includes(kind) ? [n + 1] : [],
        ),
        monthlyYen: monthlyYen(priceKey, on, book),
        ...(asks === 'forwardTo' && { asks }),
        excludes: [...excludes],
      }
    })
}
