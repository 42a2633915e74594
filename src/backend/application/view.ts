import type { AreaDeps } from '#backend/area.ts'
import type { Caller } from '#backend/caller.ts'
import { maskedCard } from '#backend/billing/public.ts'
import { monthlyYen } from '#backend/catalogue/public.ts'
import { findLivingContract } from '#backend/contract/of-account.ts'
import { brandName } from '#backend/contract/payment-card.ts'
import { readMaskedAddress } from '#backend/mail/masked-address.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  isUsedByMinor,
  noAnswers,
  orderedLines,
  withoutPersonal,
  type Answers,
  type LineAnswers,
} from '#domain/application/answers.ts'
import { applicationStates } from '#domain/application/application-states.ts'
import { nextStep, portInLastDays, stepsOf, type StepState } from '#domain/application/steps.ts'
import { options } from '#domain/catalogue/option.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { formatRfc3339, toTokyoDate, tokyoMonth, type TokyoDate } from '#domain/tokyo.ts'
import type { applicationApi } from '#protocol/application.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { errors } from '#protocol/errors.ts'
import { applicationStepLabels } from '#vocabulary/application.ts'
import { optionCodes } from '#vocabulary/option.ts'
import { conclusionOf } from './conclusion.ts'
import { knownOf, type Known } from './known.ts'
import { readKnownHolder } from './person.ts'
import type { Takeovers } from './opening-port.ts'
import { priceOf, pricedAnswers } from './prices.ts'
import { findApplication } from './rows.ts'
import { applicationTerms } from './terms.ts'

type Wire = Answer<typeof applicationApi.applicationGet>

/** The application of this browser or account, with everything its pages show. */
export async function viewApplication(
  deps: Pick<AreaDeps, 'sealing' | 'book'> & { takeovers: Pick<Takeovers, 'find'> },
  caller: Caller,
): Promise<Wire> {
  const row = await findApplication(caller.db, caller)
  const account = await accountOf(deps, caller)
  if (row === undefined) return none(caller, account)
  const known = await knownOf(deps, caller, row)
  const isHidden = row.account_id !== null && !known.isSignedIn
  const answers = isHidden ? withoutPersonal(known.answers) : known.answers
  const today = toTokyoDate(caller.now)
  const quote = quoteOf(known.answers, caller, deps.book)
  const isOpen = row.state === 'open'
  return {
    state: applicationStates.isState(row.state) ? row.state : 'open',
    stateLabel: applicationStates.isState(row.state)
      ? applicationStates.words(row.state).label
      : '',
    version: row.version,
    answers: toWireAnswers(answers, today),
    holderKnown: isHidden ? {} : (answers.holder ?? account.holderKnown),
    steps: known.steps.map((step) => toWireStep(step, known)),
    next: nextStep(known.steps),
    ...(quote && { quote }),
    account: { ...account.told, signInAgain: isHidden },
    identity: known.identity,
    ...(row.card_brand === null || isHidden
      ? {}
      : {
          card: {
            brand: brandName(row.card_brand),
            numberMasked: maskedCard(row.card_last4 ?? ''),
            expires: tokyoMonth(row.card_expires ?? ''),
          },
        }),
    optionsOffered: offered(known.answers, today, deps.book),
    portInLastDays: [...portInLastDays(today)],
    ...(quote && isOpen && !isHidden ? { conclusion: conclusionOf(known, quote) } : {}),
    ...(row.order_no === null || isHidden ? {} : { orderNo: row.order_no }),
    ...(isOpen ? { expiresAt: formatRfc3339(row.expires_at) } : {}),
  }
}

function none(caller: Caller, account: Awaited<ReturnType<typeof accountOf>>): Wire {
  const steps = stepsOf(noAnswers, {
    today: toTokyoDate(caller.now),
    isSignedIn: account.told.signedIn,
    identity: 'not_required',
    hasCard: false,
    termsVersion: applicationTerms.version,
  })
  return {
    state: 'none',
    stateLabel: '',
    version: 0,
    answers: { lines: [] },
    holderKnown: account.holderKnown,
    steps: steps.map((step) => toWireStep(step)),
    next: { step: 'plan' },
    account: { ...account.told, signInAgain: false },
    identity: { state: 'not_required', stateLabel: '' },
    optionsOffered: [],
    portInLastDays: [],
  }
}

async function accountOf({ sealing }: Pick<AreaDeps, 'sealing'>, { db, signedIn }: Caller) {
  if (signedIn === undefined)
    return { told: { signedIn: false, hasContract: false }, holderKnown: {} }
  const { accountId } = signedIn
  return {
    told: {
      signedIn: true,
      hasContract: (await findLivingContract(db, accountId)) !== undefined,
      emailMasked: await readMaskedAddress(db, sealing, accountId),
    },
    holderKnown: await readKnownHolder(db, sealing, accountId),
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

function toWireLine({ oneStop, ...line }: LineAnswers, n: number, today: TokyoDate) {
  const isOfNumber = oneStop !== undefined && oneStop.number === line.number
  return {
    line: n,
    ...line,
    ...(isOfNumber ? { oneStop: { state: oneStop.state, lastDay: oneStop.lastDay } } : {}),
    under18: isUsedByMinor(line, today),
  }
}

function toWireStep({ problem, ...step }: StepState, known?: Pick<Known, 'identity'>) {
  const label = applicationStepLabels[step.step]
  if (problem === undefined) return { ...step, label }
  // The check's own words say more than that it is not done.
  const own = problem === 'IDENTITY_NOT_DONE' ? known?.identity.message : undefined
  return { ...step, label, problem: { code: problem, message: own ?? errors[problem].message } }
}

/** None where the answers do not make a price: their steps say why. */
function quoteOf(answers: Answers, { now }: Caller, book: PriceBook) {
  const priced = pricedAnswers(answers, now)
  if (priced === undefined) return undefined
  try {
    return priceOf(priced, now, book)
  } catch (error) {
    if (error instanceof RefusalError) return undefined
    throw error
  }
}

/** Filtering is not chosen: it is joined where a minor uses the line. */
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
