import { brand } from '#brand'
import {
  Outlet,
  data,
  isRouteErrorResponse,
  redirect,
  redirectDocument,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { pageMeta, type PageHandle } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import type { loader as rootLoader } from '#portal/root.tsx'
import { useBadge, useWorker } from '#portal/app/use-worker.ts'
import { LoginEnd } from '#portal/login-end/login-end.tsx'
import { LoginTerm } from '#portal/login-end/login-term.tsx'
import { Presses } from '#portal/press/presses.tsx'
import { ErrorPage } from '#portal/site/error-page.tsx'
import { NOT_FOUND_TITLE } from '#portal/site/not-found.tsx'
import type { Call } from '#protocol/http.ts'
import { holdApi } from '#protocol/hold.ts'
import { api } from '#protocol/index.ts'
import { MypageBar } from './bar.tsx'
import { LaterOutcomes } from './later-outcomes.tsx'
import { NotFoundInMypage } from './not-found.tsx'
import { NoContract, titleOf, isAccount, type Account } from './no-contract.tsx'
import { BeforeYouBegin, useIsNothingToBegin } from './flow/before-you-begin.tsx'
import { GoOn } from './flow/go-on.tsx'
import { keepOverLogin, loadPress } from './flow/keep-press.ts'
import { loadBeforeYouBegin } from './flow/proofs.ts'
import { type FormKeys, freshKeysOf } from './flow/keys.ts'
import { pendingOf } from './pending.ts'
import { isAfterLostPress, returnAddress } from './flow/address.ts'
import { ContractOver } from './contract-over.tsx'
import { isOpenToRole, isOpenWithoutContract, uselessAfterEnd, type Standing } from './entrances.ts'
import { isEnded } from './shared/is-ended.ts'
import { openingOf } from './shared/is-opening.ts'
import type { Contract, Line } from './shared/wire.ts'
import { MailFailing } from './shared/mail-failing.tsx'
import { LostPress } from './shared/lost-press.tsx'
import { attempt } from './shared/attempt.ts'
import { nameOf } from './user/profile-words.ts'
import type { Route } from './+types/mypage.ts'
import { valueOf } from './shared/part.ts'
import { loginAddress } from '#vocabulary/login.ts'
import { contractRoleLabels, type FamilyRole } from '#vocabulary/family.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { fullNameOfLine, hrefOfLine } from './shared/line-words.ts'

/** At the head of every page while one stands at the contract of another: whose place it is, and the way back. */
function FamilyBar({ role }: { readonly role: FamilyRole }) {
  return (
    <p className="family-bar">
      ご家族の契約を、「{contractRoleLabels[role]}」として見ています。
      <a href={pages.familyPlaces}>切り替える</a>
    </p>
  )
}

/** At the head of every page of my page while a lost line is stopped: which it is, and the way back. */
function StoppedLines({ lines, keys }: { lines: readonly Line[]; keys: FormKeys }) {
  return lines.map((line) => (
    <Notice key={line.lineId} tone="warning" title={`${fullNameOfLine(line)}を止めています`}>
      <p>
        紛失のお届けにより、通話・SMS・データ通信はできません。見つかったら、すぐに再開できます。
      </p>
      <ResumeForm lineId={line.lineId} keys={keys} />
    </Notice>
  ))
}

/** From whichever page; the line's own page says what came of it. */
function ResumeForm({ lineId, keys }: { lineId: string; keys: FormKeys }) {
  return (
    <KeyedForm
      keys={keys}
      of={`resume.${lineId}`}
      values={{ intent: 'resume' }}
      action={hrefOfLine(lineId)}
    >
      <Submit>この回線を再開する</Submit>
    </KeyedForm>
  )
}

/** The lines that were stopped as lost and that the member may resume now. */
async function loadResumable(call: Call, lines: readonly Line[]) {
  const stopped = lines.filter(({ suspensionReason }) => suspensionReason === 'lost')
  if (stopped.length === 0) return []
  const status = await attempt(call(api.contractChangeStatusGet, { query: {} }))
  const resumable = (valueOf(status)?.operations ?? []).filter(
    ({ operation, allowed }) => operation === 'lineResume' && allowed,
  )
  return stopped.filter((line) => resumable.some(({ lineId }) => lineId === line.lineId))
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export const handle: PageHandle = { page: { isAnnounce: true } }

/**
 * A visitor logs in first and comes back; by a full load, since the login is no page of the app. A form that was sent
 * when the login had ended is kept for the browser it came from (decision 098).
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request, url }, next) => {
    if (pageOf(context).auth.dmm_login) return next()
    throw redirectDocument(loginAddress(await backOf(context, request, url)))
  },
]

/** Where one comes back to: to what was pressed, if it could be stored, or to a word on what was not done. */
async function backOf(
  context: Parameters<typeof callOf>[0],
  request: Request,
  url: URL,
): Promise<string> {
  if (request.method !== 'POST') return returnAddress(url, false)
  // Nothing is typed there, and a press is repeated as quickly.
  if (url.pathname === pages.lite) return returnAddress(url, true)
  const form = await request.formData()
  const press = { call: callOf(context, form), form }
  return (await keepOverLogin(url, press, holdApi.loginPressPost)) ?? returnAddress(url, true)
}

const ERROR_TITLE = '表示できませんでした'

/** Where a role is led from a page of the holder's: what its lines used is on a page of its own. */
const instead = ({ pathname, searchParams }: URL) =>
  pathname === pages.usage
    ? withQuery(pages.familyLines, { usage: '1', line: searchParams.get('line') ?? undefined })
    : pages.familyLines

/** An account without a contract is told what is missing, but for the pages of the account itself. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { auth, familyRole } = pageOf(context)
  if (familyRole !== undefined && !isOpenToRole(url.pathname, familyRole))
    throw redirect(instead(url))
  const member = auth.mvno_member && familyRole === undefined
  const call = callOf(context)
  if (!member && familyRole === undefined && !isOpenWithoutContract(url.pathname))
    throw data(await accountOf(call), { status: 403, statusText: 'no contract' })
  const [notices, contract] = await Promise.all([
    attempt(call(api.noticesGet, { query: { unread: 'true', limit: 1 } })),
    member ? attempt(call(api.contractGet)) : undefined,
  ])
  const known = contract?.ok ? contract.value : undefined
  const standing = familyRole !== undefined ? 'family' : member ? standingOf(known) : 'account'
  return {
    standing,
    familyRole,
    // Nobody who is leaving is led to another size.
    mayCompare: standing === 'member' && known?.status !== 'cancel_reserved',
    unread: notices.ok ? notices.value.unread : 0,
    mailFailure: aboutMessages.has(url.pathname) ? valueOf(notices)?.mailFailure : undefined,
    stopped: await loadResumable(call, known?.lines ?? []),
    // Of their own: with a procedure's key a second resumption would be taken for the first.
    keys: freshKeysOf(context),
    isPressLost: isAfterLostPress(url),
    press: await loadPress(call, url),
    standingHere: await loadBeforeYouBegin(call, url),
    loginLeft: pageOf(context).loginLeft,
    hasWorker: pageOf(context).hasWorker,
    madeAt: pageOf(context).madeAt,
  }
}

/** Where a member sees that mail fails: at the entrance, and where messages and addresses are. */
const aboutMessages: ReadonlySet<string> = new Set([
  pages.top,
  pages.notices,
  pages.noticeSettings,
  pages.user,
])

function standingOf(contract: Contract | undefined): Standing {
  if (isEnded(contract)) return 'ended'
  return openingOf(contract) === undefined ? 'member' : 'opening'
}

async function accountOf(call: Call): Promise<Account> {
  const [user, notices, pending] = await Promise.all([
    attempt(call(api.userGet)),
    attempt(call(api.noticesGet, { query: { unread: 'true', limit: 1 } })),
    pendingOf(call),
  ])
  return {
    pending,
    reason: 'no contract',
    // Of a name typed at the provider's we know no two parts.
    name: user.ok && user.value.lastName !== '' ? nameOf(user.value) : undefined,
    email: user.ok ? user.value.email : undefined,
    unread: notices.ok ? notices.value.unread : 0,
  }
}

export function meta({ error }: Route.MetaArgs) {
  if (!isRouteErrorResponse(error))
    return error ? pageMeta({ title: ERROR_TITLE, noindex: true }) : []
  if (isAccount(error.data)) return pageMeta({ title: titleOf(error.data), noindex: true })
  return pageMeta({ title: error.status === 404 ? NOT_FOUND_TITLE : ERROR_TITLE, noindex: true })
}

/** For what a browser shows of a page that is kept or passed on; no search engine takes it in. */
const description = `${brand.service}のマイページです。データの残り、料金、手続きを見られます。`

export default function Mypage({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  useWorker(loaderData.hasWorker)
  useBadge(loaderData.unread)
  const { standing, unread, stopped, keys, isPressLost, press, mailFailure } = loaderData
  // What a last press asks for is no news where there is nothing to press.
  const isNothingToBegin = useIsNothingToBegin()
  const useless = standing === 'ended' ? uselessAfterEnd(pathname) : undefined
  const standingHere =
    isNothingToBegin || useless !== undefined ? undefined : loaderData.standingHere
  return (
    <>
      <meta name="description" content={description} />
      <MypageBar standing={standing} unread={unread} path={pathname} />
      <LaterOutcomes />
      {loaderData.familyRole === undefined ? null : <FamilyBar role={loaderData.familyRole} />}
      {isPressLost || stopped.length > 0 || press || standingHere || mailFailure ? (
        <div className="mynotes flow">
          {isPressLost ? <LostPress /> : null}
          {press ? (
            <GoOn press={press} xsrfToken={keys.xsrfToken} isAsked={press.proof === undefined} />
          ) : null}
          {standingHere ? <BeforeYouBegin standing={standingHere} /> : null}
          <StoppedLines lines={stopped} keys={keys} />
          {mailFailure ? <MailFailing failure={mailFailure} keys={keys} /> : null}
        </div>
      ) : null}
      {useless?.closesWithContract ? <ContractOver title={useless.label} /> : <Outlet />}
      <LoginTerm />
      <Presses />
      <LoginEnd left={loaderData.loginLeft} back={pages.top} />
    </>
  )
}

/** One is in my page still: its bar stays, where it could be read. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const { pathname } = useLocation()
  const isResponse = isRouteErrorResponse(error)
  if (isResponse && isAccount(error.data)) return <NoContract account={error.data} />
  return (
    <>
      {loaderData === undefined ? null : <MypageBar {...loaderData} path={pathname} />}
      {isResponse && error.status === 404 ? (
        <NotFoundInMypage />
      ) : (
        <ErrorPage error={error} traceKey={root?.traceKey} />
      )}
    </>
  )
}
