import { pages, withQuery } from '#vocabulary/pages.ts'
import { noteOf } from '#portal/mypage/flow/address.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { useIsOffered } from '#portal/mypage/shared/use-is-offered.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { lockApi } from '#protocol/lock.ts'
import { Notice } from '#ui/notice.tsx'
import { LockCard } from './lock-card.tsx'
import type { Route } from './+types/lock.ts'
import { optionStateWords } from '#vocabulary/states/option.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatPhone } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Locks } from './words.ts'
import { TapLink } from '#ui/text-link.tsx'

/** The stop of calls abroad is an option of the line; it is joined and left there, and shown here. */
function AbroadCard({ abroad }: Pick<Locks, 'abroad'>) {
  return (
    <Card>
      <h2 id="abroad">国際電話のロック（国際電話の発信停止）</h2>
      <p>
        海外への発信を、回線ごとに止めます。海外へのSMSの送信は止められません。オプション「国際電話の発信停止」として無料で設定し、やめるときは確認コードでのご本人の確認が必要です。
      </p>
      {abroad.length === 0 ? (
        <p>音声通話SIMの回線がないため、設定するものはありません。</p>
      ) : (
        <>
          <SummaryList
            entries={abroad.map(({ nickname, number, state }) => [
              nickname === '' ? formatPhone(number) : nickname,
              <Badge key="value" tone={state === 'active' ? 'good' : 'neutral'}>
                {state === 'available' || state === 'ended'
                  ? '設定していません'
                  : optionStateWords[state].label}
              </Badge>,
            ])}
          />
          <TapLink href={pages.option}>オプションで設定・解除する</TapLink>
        </>
      )}
    </Card>
  )
}

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '手続きロック（不正防止）'

export async function loader({ context, url }: Route.LoaderArgs) {
  const locks = await ask(url, callOf(context)(lockApi.lockGet))
  const done = url.searchParams.get('changed') ?? ''
  return { locks, done, note: noteOf(url), keys: freshKeysOf(context) }
}

const changed = (intent: string) => withQuery(pages.lock, { changed: intent })

export const action = actions(
  {
    set: { endpoint: lockApi.lockPost, to: changed('set') },
    lift: { endpoint: lockApi.lockLiftPost, to: changed('lift') },
    stop: { endpoint: lockApi.lockStopPost, to: changed('stop') },
    wait: { endpoint: lockApi.lockWaitPut, to: changed('wait') },
  },
  'set',
)

export const meta = mypageMeta(title)

const doneWords: Readonly<Record<string, string>> = {
  set: 'ロックしました。いまから効いています。',
  lift: '解除を受け付けました。いまの状態は、下でご確認いただけます。',
  stop: '解除を取り消しました。ロックは、これまでどおり効いています。',
  wait: '待ち時間の変更を受け付けました。',
}

export default function LockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { locks, done, note, keys } = loaderData
  const said = doneWords[done]
  if (!useIsOffered(pages.lock))
    return (
      <Frame title={title}>
        <Notice title="ロックするものはありません">
          ご契約が終了しているため、MNP転出、SIMの変更、データチャージは、どなたにもできません。
        </Notice>
      </Frame>
    )
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="変更できませんでした" />
      <Said>{actionData === undefined ? said : undefined}</Said>
      {note === 'verified' && actionData === undefined ? (
        <Notice tone="info" role="status" title="ご本人の確認が済みました">
          変更は、まだ行っていません。もう一度ボタンを押してください。
        </Notice>
      ) : null}
      <p className="lead">
        ほかの人に勝手に手続きされないように、ご自分で手続きを止めておけます。設定はすぐに効き、料金はかかりません。
      </p>
      <div className="columns lock-cards">
        {locks.locks.map((lock) => (
          <LockCard key={lock.kind} lock={lock} keys={keys} />
        ))}
        <AbroadCard abroad={locks.abroad} />
      </div>
      <p className="small muted">
        解約、紛失のときの利用停止、初期契約解除は、ロックに関わらず、いつでもお手続きいただけます。
      </p>
    </Frame>
  )
}
