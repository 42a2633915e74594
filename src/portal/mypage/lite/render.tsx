import type { Refusal } from '#vocabulary/refusal.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PageContext } from '#portal/context.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Call } from '#protocol/http.ts'
import { NO_CONTRACT_TITLE, type Pending } from '../no-contract.tsx'
import { pendingOf } from '../pending.ts'
import { LOST_PRESS_TEXT, LOST_PRESS_TITLE } from '#portal/mypage/shared/lost-press.tsx'
import { doneWords, type Asked } from './asked.ts'
import { LiteFrame, RefusalText } from './frame.tsx'
import { loadView, type Loaded } from './load.ts'
import { MainView } from './main-view.tsx'
import { PackView, PacksView, StopView } from './step-views.tsx'

type Request = {
  readonly page: PageContext
  readonly call: Call
  readonly asked: Asked
  readonly keys: FormKeys
  /** A form was sent when the login had ended. */
  readonly isPressLost?: boolean
  /** Why the last press did not do what it should. */
  readonly refused?: Refusal
  readonly status?: number
}

/** The page as one answer of HTML, nothing beside it. */
export async function renderLite(request: Request): Promise<Response> {
  const { page, call, asked, status = 200 } = request
  if (!page.auth.mvno_member)
    return answer(page, <NoContractView pending={await pendingOf(call)} />, 403)
  const loaded = await loadView(call, asked)
  return answer(page, <View {...request} loaded={loaded} />, status)
}

function View({
  asked,
  keys,
  isPressLost,
  refused,
  loaded,
}: Request & { readonly loaded: Loaded }) {
  return (
    <>
      {isPressLost ? (
        <p className="o" role="status">
          {LOST_PRESS_TITLE}。{LOST_PRESS_TEXT}
        </p>
      ) : null}
      {refused === undefined ? null : <RefusalText failed={refused} />}
      {asked.view === 'main' && asked.done !== undefined ? (
        <p className="o g" role="status">
          {doneWords[asked.done]}
        </p>
      ) : null}
      {loaded.residual === undefined ? null : <MainView {...loaded} keys={keys} />}
      {loaded.topUps === undefined ? null : asked.view === 'pack' ? (
        <PackView topUps={loaded.topUps} packId={asked.packId} keys={keys} />
      ) : (
        <PacksView topUps={loaded.topUps} />
      )}
      {loaded.line === undefined ? null : <StopView detail={loaded.line} keys={keys} />}
    </>
  )
}

function NoContractView({ pending }: { readonly pending: Pending | undefined }) {
  if (pending !== undefined)
    return (
      <>
        <p>
          お手続きの状況：{pending.stateLabel}。{pending.sentence}
        </p>
        <p>
          <a href={pending.href}>お手続きの状況を見る</a>
        </p>
      </>
    )
  return (
    <>
      <p>{NO_CONTRACT_TITLE}。</p>
      <p>
        <a href="/fee">料金プランを見る</a>
      </p>
    </>
  )
}

function answer(page: PageContext, view: React.ReactNode, status: number): Response {
  const markup = renderToStaticMarkup(<LiteFrame nonce={page.nonce}>{view}</LiteFrame>)
  return new Response(`<!doctype html>${markup}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
}
