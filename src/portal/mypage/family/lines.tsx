import { redirect } from 'react-router'
import { contractRoleLabels } from '#vocabulary/family.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { actions } from '#portal/mypage/flow/submit.ts'
import { switchSpeed } from '#portal/mypage/shared/switch-speed.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { familyApi } from '#protocol/family.ts'
import { familyRequestApi } from '#protocol/family-request.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Notice } from '#ui/notice.tsx'
import { loadOwnUsage } from './load-own-usage.ts'
import { ManagerLines } from './manager-lines.tsx'
import { OwnUsage, usageTitle } from './own-usage.tsx'
import { UserLine } from './user-line.tsx'
import type { Family } from './wire.ts'
import type { Route } from './+types/lines.ts'
import { TapLink } from '#ui/text-link.tsx'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '残りと速度'

/** The first page of a role; or with `usage` what its lines used. One address: each more weighs on every public page. */
export async function loader({ context, url }: Route.LoaderArgs) {
  // Who stands nowhere chooses where.
  if (pageOf(context).familyRole === undefined) throw redirect(pages.familyPlaces)
  const call = callOf(context)
  const family = await ask(url, call(familyApi.familyLinesGet))
  const [own] = family.lines
  if (own !== undefined && url.searchParams.has('usage'))
    return { view: 'usage', ...(await loadOwnUsage(call, url, family, own)) } as const
  return {
    view: 'lines',
    family,
    asked:
      family.role === 'lineUser' && own !== undefined
        ? await ask(
            url,
            call(familyRequestApi.lineRequestGet, {
              query: { lineId: own.highSpeed.line.lineId },
            }),
          )
        : undefined,
    requests:
      family.role === 'lineUser'
        ? []
        : (await ask(url, call(familyRequestApi.familyRequestGet, { query: {} }))).requests,
    isAskingForOption: url.searchParams.has('option'),
    keys: freshKeysOf(context),
  } as const
}

const sending = actions({
  ask: { endpoint: familyRequestApi.lineRequestPost, to: pages.familyLines },
  withdraw: { endpoint: familyRequestApi.lineRequestDelete, to: pages.familyLines },
})

/** What is asked for, or the switch of a line. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.clone().formData()
  if (textOf(form, 'intent') !== 'speed') return sending(args)
  return switchSpeed(callOf(args.context, form), args.url, form)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData?.view === 'usage' ? usageTitle : title, noindex: true })
}

export default function FamilyLinesPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.view === 'usage') return <OwnUsage {...loaderData} />
  return <Lines {...{ loaderData, actionData }} />
}

type LinesProps = Pick<Route.ComponentProps, 'actionData'> & {
  readonly loaderData: Extract<Route.ComponentProps['loaderData'], { view: 'lines' }>
}

/** What is left, and the speed of what one may see. Nothing about money. */
function Lines({ loaderData, actionData }: LinesProps) {
  const { family, asked, requests, isAskingForOption, keys } = loaderData
  const { role, lines, asOf } = family
  const answer = actionData && 'switched' in actionData ? actionData.switched : undefined
  const stayed = actionData && 'refused' in actionData ? actionData : undefined
  const [own] = lines
  return (
    <Frame title={title} printedAt={asOf}>
      {own === undefined ? (
        <Notice title="見られる回線がありません">回線が開通すると、ここに表示します。</Notice>
      ) : asked === undefined ? (
        <ManagerLines {...{ family, requests, keys, answer }} />
      ) : (
        <UserLine line={own} {...{ family, asked, isAskingForOption, keys, answer, stayed }} />
      )}
      {own === undefined ? null : (
        <TapLink href={withQuery(pages.familyLines, { usage: '1' })}>
          日ごと・月ごとに使った量
        </TapLink>
      )}
      <TapLink href={giftOf(family)}>データを贈る</TapLink>
      {role === 'lineUser' ? <MovingOut /> : null}
      <TapLink href={pages.familyPlaces}>
        {contractRoleLabels[role]}の役割と、契約の切り替え
      </TapLink>
    </Frame>
  )
}

/** How the line becomes a contract of its user's own: the holder hands it over, the person applies with it. */
function MovingOut() {
  return (
    <Accordion title="この回線を自分の契約にする">
      <ol>
        <li>契約者の方に「回線をご家族にゆずる」の手続きをお願いし、譲渡番号を受け取ります。</li>
        <li>
          <a href={orderPages.begin}>新規のお申し込み</a>
          で「ご家族の回線を譲り受ける」を選び、譲渡番号と電話番号を入力します。
        </li>
      </ol>
      <p className="small muted">
        電話番号とSIMはそのままです。役割をもらってから使った量もいっしょに移り、回線の上限とこの役割は自動で終わります。
      </p>
    </Accordion>
  )
}

/** A user of a line gives from it. */
const giftOf = ({ role, lines: [own] }: Family) =>
  role === 'lineUser' && own !== undefined
    ? withQuery(pages.gift, { lineId: own.highSpeed.line.lineId })
    : pages.gift
