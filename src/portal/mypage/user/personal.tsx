import { kindLabels, lineKinds, type LineKind } from '#vocabulary/line.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { guardianApi } from '#protocol/guardian.ts'
import { GuardianConsents } from './guardian-consents.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { accountApi } from '#protocol/account.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatBirth, formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Route } from './+types/personal.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '本人確認済みの情報'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [personal, { consents }] = await Promise.all([
    ask(url, call(accountApi.personalGet)),
    ask(url, call(guardianApi.guardianConsentGet)),
  ])
  const isChanged = url.searchParams.has('changed')
  return { personal, consents, isChanged, keys: freshKeysOf(context) }
}

export const action = actions({
  consent: {
    endpoint: guardianApi.guardianConsentPost,
    to: withQuery(pages.personal, { changed: 'yes' }),
  },
})

export const meta = mypageMeta(title)

/** For which SIMs the law asks for it, and that the others need none. */
function askedWords(identified: readonly LineKind[]): string {
  const asked = identified.map((kind) => kindLabels[kind]).join('、')
  const others = lineKinds.filter((kind) => !identified.includes(kind))
  const free =
    others.length === 0
      ? ''
      : `${others.map((kind) => kindLabels[kind]).join('、')}だけのご契約では、本人確認は必要ありません。`
  return `${free}${asked}をお申し込みになると、本人確認書類の読み取りをお願いします。`
}

export default function Personal({ loaderData, actionData }: Route.ComponentProps) {
  const { personal, consents, isChanged, keys } = loaderData
  const { name, kana, birth, address, state, stateLabel } = personal
  const { method, document, checkedBy, verifiedOn, identified } = personal
  const isVerified = state === 'matched'
  return (
    <Frame title={title} way={[pages.user]}>
      <Stopped refused={actionData?.refused} title="受け付けられませんでした" />
      {isChanged && actionData === undefined ? (
        <Notice tone="good" role="status">
          お答えを受け付けました。いまの状態は、下でご確認いただけます。
        </Notice>
      ) : null}
      {isVerified ? (
        <p>
          本人確認書類で確かめた、契約者ご本人の情報です。適格請求書の宛名には、この氏名を使います。
        </p>
      ) : (
        <Notice title="本人確認の記録はありません">
          {askedWords(identified)}下は、いまご登録の内容です。
        </Notice>
      )}
      <Card>
        <SummaryList
          entries={[
            [
              '状態',
              <Badge key="value" tone={isVerified ? 'good' : 'neutral'}>
                {stateLabel}
              </Badge>,
            ],
            ['氏名', name],
            ['フリガナ', kana || '未登録'],
            ['生年月日', birth === undefined ? '未登録' : formatBirth(birth)],
            ['住所', address || '未登録'],
            ['確認の方法', isVerified ? method : undefined],
            ['書類の種類', document],
            ['確認した者', checkedBy],
            ['確認した日', verifiedOn && formatDate(verifiedOn)],
          ]}
        />
      </Card>
      <p className="small">
        マイナンバー（個人番号）と、本人確認書類の画像は保存していません。氏名や住所が変わったときは、
        <a href={pages.user}>お客さま情報</a>
        から変更できます。変更には、もう一度本人確認が必要です。
      </p>
      <GuardianConsents consents={consents} keys={keys} />
    </Frame>
  )
}
