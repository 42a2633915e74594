import { actions, outside } from '#portal/mypage/flow/submit.ts'
import { brand } from '#brand'
import { pages } from '#vocabulary/pages.ts'
import { partnerLinkStateWords } from '#vocabulary/states/partner-link.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import type { Result } from '#protocol/endpoint.ts'
import { partnerApi } from '#protocol/partner.ts'
import { pointApi } from '#protocol/point.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { Balance, Ledger, PointRate } from './ledger.tsx'
import type { Route } from './+types/point.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'ポイント連携'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [link, consent, points] = await Promise.all([
    ask(url, call(partnerApi.linkRidMemberInfoGet)),
    ask(url, call(partnerApi.optInStatusGet)),
    ask(url, call(pointApi.pointGet)),
  ])
  return {
    link,
    isAgreed: consent.agreed,
    points,
    cameBack: url.searchParams.get('point') ?? '',
    keys: freshKeysOf(context),
  }
}

/** Linking leads to the partner's own login; unlinking is done here. */
export const action = actions(
  {
    unlink: {
      endpoint: partnerApi.linkRidRegisterDelete,
      to: outside(() => `${pages.point}?point=unlinked`),
    },
    link: {
      ask: (call, _, idempotencyKey) => {
        const body = { step: 'begin', back: pages.point } as const
        return call(partnerApi.linkRidRegisterPost, { body, idempotencyKey })
      },
      to: outside(
        (answer: Result<typeof partnerApi.linkRidRegisterPost>) =>
          answer.authorizeUrl ?? pages.point,
      ),
    },
  },
  'link',
)

export const meta = mypageMeta(title)

const partner = brand.pointsPartner

/** What came of the visit to the partner. */
const outcomes: Readonly<Record<string, { tone: 'good' | 'info' | 'warning'; text: string }>> = {
  linked: { tone: 'good', text: `${partner}と連携しました。` },
  unlinked: { tone: 'good', text: `${partner}との連携を解除しました。` },
  cancelled: { tone: 'info', text: `${partner}でログインせずに戻りました。連携はしていません。` },
  conflict: {
    tone: 'warning',
    text: `ログインした${partner}のIDは、別のアカウントと連携済みです。連携しているアカウントで解除するか、別のIDでお試しください。`,
  },
  expired: {
    tone: 'warning',
    text: '連携の手続きの有効時間が過ぎたため、連携していません。もう一度お試しください。',
  },
  unavailable: {
    tone: 'warning',
    text: `${partner}から応答がなかったため、連携していません。数分おいてから、もう一度お試しください。`,
  },
}

export default function Point({ loaderData, actionData }: Route.ComponentProps) {
  const { link, isAgreed, points, cameBack, keys } = loaderData
  const outcome = outcomes[cameBack]
  const isOutcomeTrue = cameBack !== 'linked' || link.status === 'linked'
  return (
    <Frame title={title}>
      {actionData?.refused === undefined ? null : (
        <RefusalNotice answersPress title="受け付けられませんでした" reason={actionData.refused} />
      )}
      {outcome === undefined || !isOutcomeTrue ? null : (
        <Notice tone={outcome.tone} role="status">
          {outcome.text}
        </Notice>
      )}
      {link.status === 'linked' ? <Balance points={points} /> : <PointRate points={points} />}
      <Section id="link" title="連携" beside={<LinkState status={link.status} />}>
        {link.maskedPartnerId === undefined && link.linkedAt === undefined ? null : (
          <LinkCard link={link} />
        )}
        <LinkForm link={link} keys={keys} />
        <Consent isAgreed={isAgreed} />
      </Section>
      <Ledger points={points} />
    </Frame>
  )
}

function Consent({ isAgreed }: { readonly isAgreed: boolean }) {
  return (
    <p>
      {isAgreed
        ? `${partner}への情報提供に同意いただいています。`
        : `ポイントがつくのは、${partner}への情報提供に同意いただいた月からです。`}{' '}
      <TextLink href={pages.optin}>送る情報と同意の状況を確認する</TextLink>
    </p>
  )
}

type Link = Result<typeof partnerApi.linkRidMemberInfoGet>
const tones = {
  linked: 'good',
  pending: 'neutral',
  unlinked: 'neutral',
  conflict: 'warning',
} as const

const LinkState = ({ status }: Pick<Link, 'status'>) => (
  <Badge tone={tones[status]}>{partnerLinkStateWords[status].label}</Badge>
)

function LinkCard({ link }: { readonly link: Link }) {
  const { maskedPartnerId, linkedAt } = link
  return (
    <Card>
      <SummaryList
        entries={[
          [`${partner}のID`, maskedPartnerId],
          ['連携した日時', linkedAt === undefined ? undefined : formatDateTime(linkedAt)],
        ]}
      />
    </Card>
  )
}

function LinkForm({ link, keys }: { readonly link: Link; readonly keys: FormKeys }) {
  const isLinked = link.status === 'linked'
  return (
    <KeyedForm
      keys={keys}
      of={isLinked ? 'unlink' : 'link'}
      values={{ intent: isLinked ? 'unlink' : 'link' }}
      className="flow"
    >
      {isLinked ? (
        <p>
          解除すると、これからのお支払いにポイントはつきません。たまったポイントは、そのまま残ります。解除したあとも、もう一度連携できます。
        </p>
      ) : (
        <p>
          {partner}
          のログイン画面へ移ります。ログインすると、ここへ戻り、連携が済みます。パスワードが当社に渡ることはありません。
        </p>
      )}
      <SubmitRow kind={isLinked ? 'secondary' : 'primary'}>
        {isLinked ? '連携を解除する' : `${partner}にログインして連携する`}
      </SubmitRow>
    </KeyedForm>
  )
}
