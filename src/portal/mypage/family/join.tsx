import { redirect } from 'react-router'
import { contractRoleLabels, contractRoleWords } from '#vocabulary/family.ts'
import { familyJoinPage, pages } from '#vocabulary/pages.ts'
import { attempt } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { familyApi } from '#protocol/family.ts'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Route } from './+types/join.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'ご家族からの招待'

export async function loader({ context, url }: Route.LoaderArgs) {
  const secret = url.searchParams.get('t') ?? ''
  if (secret === '') throw redirect(pages.familyPlaces)
  const invitation = await attempt(
    url,
    callOf(context)(familyApi.familyInvitationGet, { query: { secret } }),
  )
  return { secret, invitation, keys: freshKeysOf(context) }
}

export const action = actions(
  {
    accept: {
      endpoint: familyApi.familyAcceptPost,
      to: pages.familyPlaces,
      // After a proof one comes back to the very invitation.
      from: (url, form) => new URL(familyJoinPage(textOf(form, 'secret')), url),
    },
  },
  'accept',
)

export const meta = mypageMeta(title)

export default function JoinPage({ loaderData, actionData }: Route.ComponentProps) {
  const { secret, invitation, keys } = loaderData
  if ('refused' in invitation)
    return (
      <Frame title={title}>
        <RefusalNotice title="この招待は使えません" reason={invitation.refused} />
      </Frame>
    )
  const { role, holderName, line, expiresAt } = invitation.value
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="承諾できませんでした" />
      <p className="lead">
        {holderName}さんのご契約に、ご自分のログインのまま入れるようになります。
      </p>
      <Card>
        <SummaryList
          entries={[
            ['役割', contractRoleLabels[role]],
            ['できること', contractRoleWords[role]],
            ['回線', line && fullNameOfLine(line)],
            ['承諾の期限', formatDateTime(expiresAt)],
            ['費用', '0円。お支払いは契約者の方です。'],
          ]}
        />
      </Card>
      <p>
        承諾には、確認コードでのご本人の確認が必要です。役割は、契約者の方もあなたも、いつでも終えられます。
      </p>
      <KeyedForm keys={keys} of="accept" values={{ intent: 'accept', secret }}>
        <SubmitRow kind="primary">承諾する</SubmitRow>
      </KeyedForm>
      <p className="small muted">
        心当たりのない招待は、承諾せずにこの画面を閉じてください。何も変わりません。
      </p>
    </Frame>
  )
}
