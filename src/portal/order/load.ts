import { data, redirect, type RouterContextProvider } from 'react-router'
import { ask, attempt } from '#portal/mypage/flow/attempt.ts'
import { loadPress } from '#portal/mypage/flow/keep-press.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { applicationApi } from '#protocol/application.ts'
import { catalogueApi } from '#protocol/catalogue.ts'
import { keepApplication } from '#protocol/conventions.ts'
import type { Call } from '#protocol/http.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { lineKinds, simSizes, type LineKind } from '#vocabulary/line.ts'
import {
  isSamePlace,
  isUnderWay,
  noneFoundPath,
  onTo,
  pathOf,
  placeIn,
  type Place,
} from './places.ts'
import { stayedWith } from './stayed.ts'
import type { Application, Quote } from './wire.ts'

export const readApplication = (call: Call, url: URL) =>
  ask(url, call(applicationApi.applicationGet))

/** What a step shows; the first that is not done, where this one is not asked yet or not any more. */
export async function loadStep(context: Readonly<RouterContextProvider>, url: URL, path: string) {
  const place = placeIn(path)
  if (path !== '' && place === undefined) throw data(null, { status: 404 })
  const call = callOf(context)
  const [application, figures] = await Promise.all([
    readApplication(call, url),
    ask(url, call(catalogueApi.catalogueFiguresGet, { query: {} })),
  ])
  if (isUnderWay(application.state)) throw redirect(orderPages.done)
  if (application.state !== 'none' && application.state !== 'open')
    throw redirect(url.pathname + url.search, {
      headers: { 'Set-Cookie': keepApplication('', pageOf(context).origin) },
    })
  const isOpen =
    place !== undefined && (isReached(application, place) || isSamePlace(place, application.next))
  // An applicant who was further on and is not recognised any more is told so, instead of being asked as if new.
  if (!isOpen && place !== undefined && application.state === 'none') throw redirect(noneFoundPath)
  if (!isOpen) throw redirect(onTo(application.next, url))
  const carried = carriedIn(url)
  const isExplained = place.step === 'identity' && application.identity.state === 'manual'
  // That staff look at the document now is said before one goes on.
  if (
    isBack(url) &&
    !isExplained &&
    application.steps.some((one) => isSamePlace(one, place) && one.done)
  )
    throw redirect(pathOf(application.next))
  if (application.account.hasContract && isOfHolder(application, place))
    throw redirect(pathOf({ step: 'account' }))
  const quote = application.quote ?? (await readQuote(call, url, carried))
  const terms =
    place.step === 'terms' ? await ask(url, call(applicationApi.applicationTermsGet)) : undefined
  const saved = await loadPress(call, url)
  return {
    place,
    application,
    savedPress: saved && stayedWith(saved.fields),
    quote,
    terms,
    carried,
    plans: figures.plans,
    maxLines: figures.maxLines,
    today: pageOf(context).today,
    keys: freshKeysOf(context),
    loginLeft: pageOf(context).loginLeft,
  }
}

export type AtStep = Awaited<ReturnType<typeof loadStep>>

/** A step is open when everything before it is answered, or when it was answered itself; a login may have ended meanwhile. */
function isReached({ steps, account }: Application, place: Place): boolean {
  const at = steps.findIndex((one) => isSamePlace(one, place))
  const last = steps.findIndex(
    ({ step, done }) => !done && !(account.signInAgain && step === 'account'),
  )
  return at >= 0 && (at <= last || steps[at]?.done === true)
}

/** One comes back from the page of another with what was wanted there: nothing is left to be looked at here. */
const isBack = ({ searchParams }: URL) =>
  searchParams.has('back') || searchParams.get('card') === 'changed'

/** Of a member's own: a second contract is refused before anything is typed for it. */
function isOfHolder({ steps }: Application, place: Place): boolean {
  const account = steps.findIndex(({ step }) => step === 'account')
  return steps.findIndex((one) => isSamePlace(one, place)) > account
}

/** What was chosen in the fee simulator or found in the device check, as far as it can be ordered. */
function carriedIn({ searchParams }: URL) {
  const kinds = searchParams
    .getAll('kind')
    .flatMap((one) => lineKinds.find((kind) => kind === one) ?? [])
  const plan = Number(searchParams.get('plan'))
  return {
    plan: Number.isInteger(plan) && plan > 0 ? plan : undefined,
    kinds: kinds.slice(0, 3),
    sim: simSizes.find((size) => size === searchParams.get('sim')),
    terminal: searchParams.get('terminal')?.slice(0, 80) ?? undefined,
    options: searchParams.getAll('option'),
  }
}
export type Carried = ReturnType<typeof carriedIn>

/** Before the first answers are saved: the price of what was chosen in the fee simulator; none of what nobody chose. */
async function readQuote(call: Call, url: URL, carried: Carried): Promise<Quote | undefined> {
  if (carried.plan === undefined) return undefined
  const kind: LineKind[] = carried.kinds.length > 0 ? carried.kinds : ['voice']
  const query = { plan: carried.plan, kind }
  const answer = await attempt(url, call(applicationApi.applicationQuoteGet, { query }))
  return 'value' in answer ? answer.value : undefined
}
