import { brand } from '#brand'
import { pages } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { partnerApi } from '#protocol/partner.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatDate, formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Route } from './+types/optin.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = '情報提供の同意'

export async function loader({ context, url }: Route.LoaderArgs) {
  const consent = await ask(url, callOf(context)(partnerApi.optInStatusGet))
  return { consent, isSaid: url.searchParams.has('said'), keys: freshKeysOf(context) }
}

export const action = actions(
  { say: { endpoint: partnerApi.optInRegisterPost, to: `${pages.optin}?said=1` } },
  'say',
)

export const meta = mypageMeta(title)

/** What would be sent to the partner, and the member's word on it: given to one version of the text, taken back at any time. */
export default function Optin({ loaderData, actionData }: Route.ComponentProps) {
  const { consent, isSaid, keys } = loaderData
  const { agreed, at, textVersion, current, history } = consent
  const said = agreed ? '同意を記録しました。' : '同意の撤回を記録しました。'
  return (
    <Frame title={title} way={[pages.point]}>
      <Stopped refused={actionData?.refused} title="記録できませんでした" />
      {isSaid && history.length > 0 && actionData === undefined ? (
        <Notice tone="good" role="status">
          {said}
        </Notice>
      ) : null}
      <p>
        <Badge tone={agreed ? 'good' : 'neutral'}>
          {agreed ? '同意しています' : '同意していません'}
        </Badge>{' '}
        {agreed && at !== undefined ? `${formatDateTime(at)}（第${textVersion}版）` : null}
      </p>
      <Section id="text" title={current.title}>
        <Card>
          {current.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="small">
            第{current.textVersion}版・{formatDate(current.revisedOn)}制定。
            <TextLink href="/privacy_policy">詳しい説明</TextLink>
          </p>
        </Card>
        <KeyedForm
          keys={keys}
          of={agreed ? 'withdraw' : 'agree'}
          values={{ agreed: agreed ? 'off' : 'yes', textVersion: current.textVersion }}
          className="form"
        >
          <SubmitRow kind={agreed ? 'secondary' : 'primary'}>
            {agreed ? '同意を撤回する' : `${brand.pointsPartner}への情報提供に同意する`}
          </SubmitRow>
        </KeyedForm>
      </Section>
      <Section id="history" title="これまでの同意と撤回">
        {history.length === 0 ? (
          <p>まだありません。同意や撤回をすると、日時と文面の版がここに残ります。</p>
        ) : (
          <ul>
            {history.map((word) => (
              <li key={word.at}>
                {formatDateTime(word.at)}：{word.agreed ? '同意' : '撤回'}（第{word.textVersion}版）
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Frame>
  )
}
